--- Scenarios of Snakes: `lua run.lua samples/games/snakes_scenarios.lua`.

local snakes = require "snakes"
local tessera = require "tessera"

local words = { l = "left", r = "right", ["."] = "straight" }

-- What the four choose, step by step: "l" is left, and straight on for the others.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 4 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "straight"
    end
  end
  return actions
end

-- In most of them chance is against another apple.
local function scenario(name, map, play, expect, options)
  return tessera.scenario { name = name, game = snakes, map = map, play = steps(play),
    expect = expect, options = options or { chance = { 1, 10000, 1, 10000, 1, 10000 } } }
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
  scenario("snakes go straight on", "╺→▶.../o...../...◁⇐╴", ". .",
    { board = "..╺→▶./o...../.◁⇐╴..", outcome = false, check = earned(0, 0) }),
  scenario("they turn left and right", "....../╺→▶.../...o../...◁⇐╴", "l r",
    { board = "..→▶../..╹.../...o../.◁⇐╴.." }),
  scenario("who eats an apple grows, and another one comes", "╺→▶o../....../...◁⇐╴", ".",
    { board = "╺→→▶../.....o/..◁⇐╴.", check = earned(1, 0) }, { chance = { 8, 10000 } }),
  scenario("but not again in the next step", "╺→▶o.../......./....◁⇐╴", ". .",
    { board = ".╺→→▶../....o../..◁⇐╴..", check = earned(1, 0) },
    { chance = { 8, 1, 10000, 1 } }),
  scenario("a wall ends a snake", "╺→▶#../o...../...◁⇐╴", ".",
    { board = "...#../o...../..◁⇐╴.", outcome = "2 wins" }),
  scenario("so does the edge", "╺→▶/o../╶⇒▷", ".", { board = ".../o../...",
    outcome = "Nobody wins" }),
  scenario("and its own body", "→↓.o/↑▼../↑←╸./..../▵.../↟.../↥...", "r",
    { board = "...o/..../..../▵.../↟.../↥.../....", outcome = "4 wins" }),
  scenario("not its tail, which goes on", "→▶../↑╸.o/..../.◁⇐╴", "r",
    { board = "→↓../╹▼.o/..../◁⇐╴.", outcome = false }),
  scenario("another snake does, too", "...../...▵./...↟./╺→▶↟o/...↥.", ".",
    { board = "...▵./...↟./...↟./...↥o/.....", outcome = "4 wins" }),
  scenario("also its head", "╺→▶◁⇐╴/o...../....../▴...../⇡...../⇈.....", ".",
    { board = "....../o...../▴...../⇡...../⇈...../......", outcome = "3 wins" }),
  scenario("of two heads that meet both are gone",
    "╺→▶.◁⇐╴/o....../......./▴....../⇡....../⇈......", ".",
    { board = "......./o....../▴....../⇡....../⇈....../.......", outcome = "3 wins" }),
  scenario("apples come in 15 percent of the steps", "╺→▶.../o...../...◁⇐╴", ".",
    { board = "o╺→▶../o...../..◁⇐╴." }, { chance = { 1, 3 } }),
  scenario("and not in the others", "╺→▶.../o...../...◁⇐╴", ".",
    { board = ".╺→▶../o...../..◁⇐╴." }, { chance = { 1, 4 } }),
  scenario("it is over after the last step", "╺→▶.../o...../...◁⇐╴", ".",
    { outcome = "Over" }, { steps = 1 }),
  scenario("which is the three hundredth", nil, "", { check = function(state)
    return state.steps == 300
  end }),
}
