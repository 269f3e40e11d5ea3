--- Runs a study of 30 points with workers that lie (`spec.support.liar`), in a process of its own
--- as a study does. Its argument is the seed. Prints the rows, with tabs between their fields, or
--- the error that has ended it.

local pool = require "tessera.study.pool"

local program = ("package.path, package.cpath = %q, %q"):format(package.path, package.cpath)
local at = 0

local function nothing() end

local workers = pool.new { jobs = 1, command = require("luv").exepath(),
  args = { "-e", program, "spec/support/liar.lua", (...) },
  limits = { seconds = 60, wall = 60, memory = 1000 },
  expected = { parameters = { "n" }, all = true },
  on_ready = nothing, on_begin = nothing, on_print = nothing,
  on_row = function(row)
    print(row.number, row.status, row.result or row.message)
  end,
  take = function()
    at = at + 1
    return at <= 30 and at or nil
  end }
local fine, err = pcall(function()
  while workers:step() do end
end)
workers:stop()
if not fine then
  print("ended", type(err) == "table" and err.message or "traceback: " .. tostring(err))
end
