--- Records and prints a random playthrough: `lua5.4 spec/support/record.lua tower 7 20` plays up to
--- 20 actions from the start that spec/conformance/tower.lua makes of seed 7. Some of the actions
--- are not possible, so that refusals are recorded as well.

package.path = "lua/?.lua;?.lua;" .. package.path
package.cpath = (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath

local rng = require "tessera.rng"
local session = require "tessera.session"

local name, seed, count = arg[1], math.tointeger(arg[2]), math.tointeger(arg[3])
local random = rng.new(seed)
local root = require("spec.conformance." .. name)(random)

local state, actions, seen = root:clone(), {}, {}
for _ = 1, count do
  local offered = state:actions()
  if #offered == 0 then
    break
  end
  local action = offered[random:below(#offered) + 1]
  seen[#seen + 1] = action
  if random:below(5) == 0 then
    action = seen[random:below(#seen) + 1]
  end
  actions[#actions + 1] = action
  state:apply(action)
end
io.write((session.record(root, actions)))
