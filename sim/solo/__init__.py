"""How a printed AI is written down: priority lists, options, sequences, tables; each leaves its own trace."""
