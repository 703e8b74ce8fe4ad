"""Battles for those who research opponents: observations as arrays, orders as numbered choices; see the README."""
