std = "lua54"
max_line_length = 100
unused_args = false

-- Any Lua from 5.1 on must be able to parse it: it then starts lua5.4.
files["run.lua"] = { std = "min", ignore = { "143/package" } }
files["spec"] = { std = "+busted" }
-- These files declare types: functions without a body, tables that nothing reads.
files["**/lua/tessera/meta"] = { ignore = { "211", "212", "241" } }
-- Messages are compared word for word.
files["spec/patterns/errors_spec.lua"] = { max_string_line_length = false }
files["spec/check/assertions_spec.lua"] = { max_string_line_length = false }
files["spec/check/claims_spec.lua"] = { max_string_line_length = false }
files["spec/check/scenario_spec.lua"] = { max_string_line_length = false }
