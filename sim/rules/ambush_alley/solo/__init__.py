"""The printed AI of Insurgents and civilians: tables of motivations, and what their rows ask and look for."""
