--- Scenarios of the matrix game: `lua run.lua samples/games/matrix_scenarios.lua`.

local matrix = require "matrix"
local tessera = require "tessera"

local words = { f = "forward", l = "left", r = "right", z = "zap", ["."] = "wait" }

-- What the four choose, step by step: "f.z" is forward, wait, zap, and wait for the other one.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 4 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "wait"
    end
  end
  return actions
end

-- Draws of chance behind those of the order of the four.
local function still(draws)
  return { chance = table.move(draws, 1, #draws, 4, { 4, 3, 2 }) }
end

local function scenario(name, map, play, expect, options)
  return tessera.scenario { name = name, game = matrix, map = map, play = steps(play),
    expect = expect, options = options }
end

-- The numbers of a field that each player has.
local function has(name, ...)
  local numbers = { ... }
  return function(state)
    for player, number in ipairs(numbers) do
      if state[name][player] ~= number then
        return false, ("player %d has %d %s"):format(player, state[name][player], name)
      end
    end
    return true
  end
end

local function earned(...)
  return { check = has("earned", ...) }
end

return {
  scenario("players walk, and turn", "→..#/⇐.../.⇡↟#", "f.lr ..f", { board = ".→.#/⇐.../⇠.↠#" }),
  scenario("nobody walks through walls and others", "→⇐.#/⇡#..", "fff", { board = "→⇐.#/⇡#.." }),
  scenario("who steps on a green one has it", "→g.⇐", "f", { board = ".→.⇐",
    check = has("green", 1, 0) }),
  scenario("and on a red one, too", "→r.⇐", "f", { board = ".→.⇐", check = has("red", 1, 0) }),
  scenario("where it was a bush is left", "→g.", "f f", { board = ".,→" }),
  scenario("the beam plays a round: both cooperate", "→g.g⇐", "ff z", earned(3, 3)),
  scenario("who defects has 5, the other one nothing", "→r.g⇐", "ff z", earned(5, 0)),
  scenario("also if the other one plays", "→g.r⇐", "ff z", earned(0, 5)),
  scenario("both defect", "→r.r⇐", "ff z", earned(1, 1)),
  scenario("next to each other: both cooperate", "→gg⇐", "ff z", earned(3, 3)),
  scenario("one defects", "→rg⇐", "ff z", earned(5, 0)),
  scenario("the other one defects", "→gr⇐", "ff z", earned(0, 5)),
  scenario("both of them", "→rr⇐", "ff z", earned(1, 1)),
  scenario("the one that is hit is away", "→gg⇐", "ff z", { board = ".→,.",
    check = has("away", 0, 4) }),
  scenario("for 5 steps", "→gg⇐#_/↟⇡####", "ff z . . .", { check = function(state)
    return not state.things:find "avatar2"
  end }),
  scenario("and then it is back", "→gg⇐#_/↟⇡####", "ff z . . . .", { check = function(state)
    return state.things:is(1, 6, "avatar2")
  end }),
  scenario("both begin anew", "→rg⇐", "ff z", { check = function(state)
    return has("green", 0, 0)(state) and has("red", 0, 0)(state)
  end }),
  scenario("who has nothing plays no round", "→.r⇐", ".f z", { board = "→.⇐.",
    check = has("red", 0, 1) }),
  scenario("nor with who has nothing", "→r.⇐", "f z", { check = has("earned", 0, 0) }),
  scenario("nor does who has as many of both", "→rg.r⇐", "ff f z", { board = ".,→.⇐.",
    check = has("earned", 0, 0) }),
  scenario("what one has more of counts", "→rrg..g⇐", "ff f f z", earned(5, 0)),
  scenario("the beam reaches three cells", "→g..g⇐", "ff z", earned(3, 3)),
  scenario("not four", "→g...g⇐", "ff z", earned(0, 0)),
  scenario("and not through a wall", "→g#g⇐", "ff z", earned(0, 0)),
  scenario("it plays with the first one", "→g⇑.⇠", "f z", earned(0, 0, 0)),
  scenario("fruit grow on bushes by 1 in 200 of each kind", ",,,,#→", ".",
    { board = "gr,,#→" }, still { 1, 2, 3, 200 }),
  scenario("but not below a player", "→g", "f", { check = function(state)
    return state.goods:is(1, 2, "bush")
  end }, still { 1 }),
  scenario("it is over after the last step", "→..", "f f", { outcome = "Over", board = "..→" },
    { steps = 2 }),
  scenario("which is the five hundredth", nil, "", { check = function(state)
    return state.steps == 500
  end }),
}
