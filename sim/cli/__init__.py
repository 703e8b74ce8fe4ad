"""The command `sandtable`: one module per subcommand, imported when it is called and not before."""
