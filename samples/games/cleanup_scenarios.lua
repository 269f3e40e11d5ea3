--- Scenarios of Clean-up: `lua run.lua samples/games/cleanup_scenarios.lua`.

local cleanup = require "cleanup"
local tessera = require "tessera"

local words = { f = "forward", l = "left", r = "right", c = "clean", z = "zap", ["."] = "wait" }

-- What the five choose, step by step: "f.z" is forward, wait, zap, and wait for the other two.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 5 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "wait"
    end
  end
  return actions
end

-- Draws of chance behind those of the order of the five.
local function still(draws)
  return { chance = table.move(draws, 1, #draws, 5, { 5, 4, 3, 2 }) }
end

local function scenario(name, map, play, expect, options)
  return tessera.scenario { name = name, game = cleanup, map = map, play = steps(play),
    expect = expect, options = options }
end

local function earned(...)
  local scores = { ... }
  return function(state)
    for player, score in ipairs(scores) do
      if state.earned[player] ~= score then
        return false, ("player %d has earned %d"):format(player, state.earned[player])
      end
    end
    return true
  end
end

return {
  scenario("players walk, and turn", "→..#/⇐.../.⇡↟#", "f.lr ..f", { board = ".→.#/⇐.../⇠.↠#" }),
  scenario("nobody walks through walls and others", "→⇐.#/⇡#..", "fff", { board = "→⇐.#/⇡#.." }),
  scenario("who steps on an apple has it", "→oo.", "f f",
    { board = ".,→.", check = earned(2, 0) }),
  scenario("a beam cleans what is near", "→%.%", "c", { board = "→~.%", outcome = false },
    still { 2 }),
  scenario("and up to three cells away", "→..%", "c", { board = "→..~" }, still { 2 }),
  scenario("but not further", "→...%", "c", { board = "→...%" }),
  scenario("and only the first waste", "→.%%", "c", { board = "→.~%" }, still { 2 }),
  scenario("not behind others", "→⇑%.", "c", { board = "→⇑%." }),
  scenario("a player can be fined", "→⇑..", "z", { board = "→⇑..", check = earned(-1, -50) }),
  scenario("from three cells away", "→..⇑", "z", { board = "→..⇑", check = earned(-1, -50) }),
  scenario("not from four", "→...⇑", "z", { check = earned(0, 0) }),
  scenario("and only the first one", "→.⇑⇡", "z", { check = earned(-1, -50, 0) }),
  scenario("not through a wall", "→#⇑", "z", { check = earned(0, 0) }),
  scenario("the river is polluted in half of the steps", "~~~#↑", ".", { board = "~%~#↑" },
    still { 2, 1 }),
  scenario("and is not in the others", "~~~#↑", ".", { board = "~~~#↑" }, still { 2, 2 }),
  scenario("by a clean river apples have four chances of 1 in 80", "~#,,,,,", ".",
    { board = "~#oooo,", outcome = false },
    still { 2, 1, 2, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1, 2 }),
  scenario("from a tenth of waste on three", "~~~~~~~~~%/,,,,######", ".",
    { board = "~~~~~~~~~%/ooo,######" }, still { 1, 2, 1, 2, 2, 2, 1, 2, 2, 1, 2, 1 }),
  scenario("from two tenths on two", "~~~~%/,,,##", ".", { board = "~~~~%/oo,##" },
    still { 1, 2, 1, 2, 2, 1, 2, 1 }),
  scenario("from three tenths on one", "~~~~~~~%%%/,,########", ".",
    { board = "~~~~~~~%%%/o,########" }, still { 1, 2, 1, 2, 1 }),
  scenario("from four tenths on none", "~~~%%/,,###", ".", { board = "~~~%%/,,###" },
    still { 1, 2, 1, 1 }),
  scenario("an apple does not grow below a player", "~#→,", "f",
    { check = function(state)
      return state.cover:is(1, 4, "soil")
    end }, still { 2, 1 }),
  scenario("it is over after the last step", "→.~", "f f", { outcome = "Over" }, { steps = 2 }),
  scenario("which is the thousandth", nil, "", { check = function(state)
    return state.steps == 1000
  end }),
}
