--- Search for players who judge positions themselves, as AlphaZero does (PUCT), over a batch: each
--- of its environments has a tree. `select` finds positions to judge, you judge them all at once,
--- `back` takes what you think of them. [Batches](batch.md#trees) tells more.
---
--- ```lua
--- local game = dofile "samples/games/connect4.lua"
--- local state = game.new "......./......./......./......./ooo..../xxx...."
--- local many = tessera.batch.new(game, { levels = { state } })
--- many:reset()
--- local trees = tessera.trees.new(many, { nodes = 100 })
--- for _ = 1, 50 do
---   trees:select()
---   trees:back({ 0 }, { 1, 1, 1, 1, 1, 1, 1 })
--- end
--- local visits = trees:visits()
--- print(many:actions()[4], visits[4] > 40)  --> drop 4 true
--- ```
---
--- Errors: an unknown option or a wrong value; a list of another length; `select` before the leaves
--- of the last one are judged; what a rule in Lua raises.

local core = require "tessera.batch_core"
local errors = require "tessera.base.errors"

---@class tessera.trees
local trees = {}

local known = { "alpha", "discount", "edges", "exploration", "leaves", "nodes", "noise", "seed" }

---@class tessera.trees.Options
---@field nodes integer how many positions a tree may have
---@field edges? integer how many actions of them; by default enough for all
---@field leaves? integer how many leaves of a tree `select` finds; 1 by default
---@field exploration? number how much priors count beside values; 1.25 by default
---@field noise? number which share of the root's priors is random; 0 by default
---@field alpha? number how even the noise is (of Dirichlet's distribution); 0.3 by default
---@field discount? number what a value is worth a step before; 1 by default
---@field seed? integer tree i draws from `seed + i - 1`; 0 by default

-- 0 stands for the default of the core (src/batch/trees_start.c).
local function whole(options, name)
  return options[name] == nil and 0
    or errors.whole("trees: " .. name, options[name], 1, (1 << 31) - 1)
end

local function number(options, name, min, max)
  local n = errors.type("trees: " .. name, options[name], "number", "integer", "nil")
  if n and not (n >= min and n <= max) then
    errors.fail("trees: %s: expected %s to %s, got %s", name, min, max, n)
  end
  return n or 0
end

--- Trees over the environments of a batch, which begin at their positions.
---
--- ```lua
--- local many = tessera.batch.new("samegame", { count = 2, levels = { "112/122" } })
--- many:reset()
--- local trees = tessera.trees.new(many, { nodes = 20 })
--- print(trees:select())  --> 2
--- ```
---@param many tessera.Batch
---@param options tessera.trees.Options
---@return tessera.Trees
function trees.new(many, options)
  errors.type("trees: batch", many, "userdata")
  options = errors.type("trees: options", options, "table", "nil") or {}
  errors.keys("trees", options, known)
  return core.trees(many, { nodes = whole(options, "nodes"), edges = whole(options, "edges"),
    leaves = whole(options, "leaves"), exploration = number(options, "exploration", 1e-6, 1e6),
    noise = number(options, "noise", 0, 1), alpha = number(options, "alpha", 1e-3, 1e6),
    discount = number(options, "discount", 1e-6, 1),
    seed = errors.type("trees: seed", options.seed, "integer", "nil") or 0 })
end

return trees
