--- Scenarios of Relay: `lua run.lua samples/games/relay_scenarios.lua`.

local relay = require "relay"
local tessera = require "tessera"

local words = { u = "up", d = "down", l = "left", r = "right", ["."] = "wait" }

-- What the two choose, step by step: "r." is right, and the other one waits.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 2 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "wait"
    end
  end
  return actions
end

local function scenario(name, map, play, expect)
  return tessera.scenario { name = name, game = relay, map = map, play = steps(play),
    expect = expect }
end

return {
  scenario("both go in four directions", "1../..2", "du rl", { board = ".2./.1." }),
  scenario("nobody goes through walls and others", "#12/###", "rd lu", { board = "#12/###" }),
  scenario("a closed door is a wall", "1A.2", "r", { board = "1A.2", outcome = false }),
  scenario("and so is one of the other letter", "1a/2B", "rr", { board = ".1/2B" }),
  scenario("who steps on a plate opens its doors", "1a2/.A./AB.", "r", { board = ".12/.'./'B." }),
  scenario("each letter has its own", "1b2/.A./BB.", "r", { board = ".12/.A./``." }),
  scenario("and who leaves it closes them", "1a2/AA#", "r l", { board = "1a2/AA#" }),
  scenario("of both letters", "1b2/BB#", "r l", { board = "1b2/BB#" }),
  scenario("a door opens only for somebody", "1a2/AB#", ".", { board = "1a2/AB#" }),
  scenario("not where somebody stands", "1a.#/2A..", "r .r l.", { board = "1a.#/.2.." }),
  scenario("neither through the other door", "1b.#/2B..", "r .r l.", { board = "1b.#/.2..",
    check = function(state)
      return state.parts:is(2, 2, "ajar_b")
    end }),
  scenario("until he has gone on", "1a.#/2A..", "r .r l. .r", { board = "1a.#/.A2." }),
  scenario("the other one's foot will do", "1aa2/A...", "r .l l.", { board = "1a2./'..." }),
  scenario("a door opens at the end of a step", "1a#/2A.", "rr .r", { board = ".1#/.2." }),
  scenario("who comes to the exit is out, and both have earned 1", "1E.2", "r",
    { board = ".E.2", outcome = false, check = function(state)
      return state.earned[1] == 1 and state.earned[2] == 1
    end }),
  scenario("it is over when both are out", "1E2", "rl", { board = ".E.", outcome = "Through",
    check = function(state)
      return state.earned[1] == 2 and state.earned[2] == 2
    end }),
}
