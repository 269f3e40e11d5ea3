--- The version of Tessera. The Makefile, the packages and `--version` take it from here.

return "0.3.0"
