"""LPG-SOLO: the automated side."""
