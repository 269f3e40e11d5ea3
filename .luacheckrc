std = "lua54"
max_line_length = 100
unused_args = false

-- Any Lua must be able to start it, to be handed over to the right one.
files["run.lua"] = { std = "min" }
files["spec"] = { std = "+busted" }
