"""The automated side: the five printed tables, and what they mean by their words."""
