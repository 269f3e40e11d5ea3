std = "lua54"
max_line_length = 100
unused_args = false

-- Any Lua must be able to start it, to be handed over to the right one.
files["run.lua"] = { std = "min", ignore = { "143/package" } }
files["spec"] = { std = "+busted" }
-- Types only: functions without a body, tables without a reader.
files["lua/tessera/meta"] = { ignore = { "211", "212", "241" } }
