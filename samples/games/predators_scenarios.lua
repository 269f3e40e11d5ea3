--- Scenarios of Predators and prey: `lua run.lua samples/games/predators_scenarios.lua`.

local predators = require "predators"
local tessera = require "tessera"

local words = { u = "up", d = "down", l = "left", r = "right", ["."] = "wait" }

-- What the six choose, step by step: "u.r" is up, wait, right, and wait for the other three.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 6 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "wait"
    end
  end
  return actions
end

-- Draws of chance behind those of the order of the six.
local function still(draws)
  return { chance = table.move(draws, 1, #draws, 6, { 6, 5, 4, 3, 2 }) }
end

local function scenario(name, map, play, expect, options)
  return tessera.scenario { name = name, game = predators, map = map, play = steps(play),
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
  scenario("all go in four directions", "A../..a/.B.", "dlu r.l", { board = ".a./.A./B.." }),
  scenario("nobody goes through walls and others", "A#a/Bb.", "rrdl", { board = "A#./.Ba" }),
  scenario("prey eats grass", 'a"".', "..r ..r", { check = earned(0, 0, 2), board = ".,a.",
    outcome = false }),
  scenario("predators go over it", 'A"".', "r r", { check = earned(0), board = '."A.' }),
  scenario("and over soil, but neither into thickets nor dens", "A&##/_Bab/.,cd", "ru dd .l .u", {
    board = "A&##/_.ab/B,cd" }),
  scenario("into which prey goes", "a&_b", "..rl", { check = earned(0, 0, 0, 0), board = ".ab." }),
  scenario("a predator catches prey", "Aa.", "r", { board = ".A.", check = earned(1, 0, 0) }),
  scenario("not in a thicket", "a&A", "..r l", { check = earned(0, 0, 0) }),
  scenario("and no other predator", "AB", "r", { board = "AB", check = earned(0, 0) }),
  scenario("prey catches nothing", "aA/bc", "..rrl ..d", { board = "aA/bc",
    check = earned(0, 0, 0) }),
  scenario("prey that is caught is away for 20 steps", "Aa#_/bcd#", "r" .. (" ."):rep(18),
    { board = ".A#_/bcd#" }),
  scenario("and comes back out of a den", "Aa#_/bcd#", "r" .. (" ."):rep(19),
    { check = function(state)
      return state.things:is(1, 4, "animal3")
    end }),
  scenario("predators do not come back", "._#ab/..#cd", ".", { board = "._#ab/..#cd" }),
  scenario("grass grows with 1 in 100", ",,#", ".", { board = '",#' }, still { 1, 2 }),
  scenario("and not below an animal", ",A", ".", { board = '"A' }, still { 1, 1 }),
  scenario("it is over after the last step", "A..", "r r", { outcome = "Over", board = "..A" },
    { steps = 2 }),
  scenario("which is the five hundredth", nil, "", { check = function(state)
    return state.steps == 500
  end }),
}
