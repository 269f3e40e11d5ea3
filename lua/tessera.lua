--- All modules in one table: `tessera.tower` is `require "tessera.tower"`. A module is loaded when
--- it is first read from the table.
---
--- Errors: there is no module of this name ("did you mean 'tower'?").
---
--- ```lua
--- local tessera = require "tessera"
--- local board = tessera.grid.new "#.#"
--- print(board:count "#")  --> 2
--- ```

local builtin = require "tessera.builtin"
local errors = require "tessera.base.errors"

local names = { "batch", "busted", "check", "game", "generator", "grid", "property", "puzzlescript",
  "range", "reader", "rng", "scenario", "search", "session", "study", "tournament", "trees" }
table.move(builtin.games, 1, #builtin.games, #names + 1, names)
local known = {}
for _, name in ipairs(names) do
  known[name] = true
end

-- The field of each game stands in lua/tessera/meta/X.lua.
---@class tessera
---@field batch tessera.batch
---@field busted tessera.busted
---@field check tessera.check
---@field game tessera.game
---@field generator tessera.generator
---@field grid tessera.grid
---@field puzzlescript tessera.puzzlescript
---@field reader tessera.reader
---@field rng tessera.rng
---@field scenario tessera.scenario
---@field search tessera.search
---@field session tessera.session
---@field study tessera.study
---@field tournament tessera.tournament
---@field trees tessera.trees
---@field range fun(from: number, to: number, step?: number): number[] the function `study.range`
---@field property fun(what: tessera.State|tessera.State[]|tessera.Game, holds: tessera.Property,
---options?: tessera.check.RunOptions) the function `check.property`
local tessera = setmetatable({}, {
  __index = function(self, name)
    if not known[name] then
      errors.fail("there is no module %s%s", errors.shown(name), errors.hint(name, names))
    end
    local module = name == "property" and require("tessera.check").property
      or name == "range" and require("tessera.study").range or require("tessera." .. name)
    rawset(self, name, module)
    return module
  end,
})

return tessera
