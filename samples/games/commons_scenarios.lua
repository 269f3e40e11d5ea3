--- Scenarios of Commons harvest: `lua run.lua samples/games/commons_scenarios.lua`.

local commons = require "commons"
local tessera = require "tessera"

local words = { f = "forward", l = "left", r = "right", z = "zap", ["."] = "wait" }

-- What the eight choose, step by step: "f.z" is forward, wait, zap, and wait for the other five.
local function steps(text)
  local actions = {}
  for letters in text:gmatch "%S+" do
    for player = 1, 8 do
      actions[#actions + 1] = words[letters:sub(player, player)] or "wait"
    end
  end
  return actions
end

-- Draws of chance behind those of the order of the eight, in which nothing matters.
local function still(draws)
  return table.move(draws, 1, #draws, 8, { 1, 1, 1, 1, 1, 1, 1 })
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

-- The board as it is shown. A map cannot say what lies below a player on soil.
local function shown(picture, check)
  return function(state)
    if tostring(state) ~= picture:gsub("/", "\n") .. "\n" then
      return false, tostring(state)
    end
    return not check or check(state)
  end
end

return {
  tessera.scenario {
    name = "who steps on an apple has it",
    game = commons,
    map = "→o.o",
    play = steps "f f",
    expect = { board = ".,→o", check = earned(1, 0), outcome = false },
  },

  tessera.scenario {
    name = "and who comes first has it alone",
    game = commons,
    map = "→o⇐o",
    options = { chance = { 8, 7, 6, 5, 4, 3, 2 } },
    play = steps "ff",
    expect = { check = shown(".→⇐o", earned(1, 0)) },
  },

  tessera.scenario {
    name = "nobody walks through walls and others",
    game = commons,
    map = "→#o/⇒↑o",
    play = steps "fff",
    expect = { board = "→#o/⇒↑o", check = earned(0, 0, 0) },
  },

  tessera.scenario {
    name = "players turn",
    game = commons,
    map = "→⇒o",
    play = steps "lr lr",
    expect = { board = "←⇐o" },
  },

  tessera.scenario {
    name = "a beam reaches three cells",
    game = commons,
    map = "→..⇐o/⇡...o/...↟o/⇈...o",
    play = steps "z ....f",
    expect = { board = "→...o/⇡...o/⇈..↟o/....o", check = function(state)
      return state.away[2] == 23 and state.away[4] == 0
    end },
  },

  tessera.scenario {
    name = "over apples, and not a fourth one",
    game = commons,
    map = "→o.⇐o/⇢...↞",
    options = { chance = { 8, 7, 6, 5, 4, 3, 2 } },
    play = steps "z.z",
    expect = { check = function(state)
      return not state.things:find "avatar2" and state.things:find "avatar4"
        and state.food:count "apple" == 2
    end },
  },

  tessera.scenario {
    name = "and it hits who is near, but only the first one",
    game = commons,
    map = "→⇐⇠o",
    play = steps "z",
    expect = { board = "→.⇠o" },
  },

  tessera.scenario {
    name = "not through a wall",
    game = commons,
    map = "→#⇐o",
    play = steps "z",
    expect = { board = "→#⇐o" },
  },

  tessera.scenario {
    name = "who was hit is away for 25 steps",
    game = commons,
    map = "→⇐#_o/⇡↟⇈↥⇧/▲####",
    play = steps("z" .. (" ."):rep(22) .. " .r"),
    expect = { board = "→.#_o/⇡↟⇈↥⇧/▲####", check = function(state)
      return state.away[2] == 1
    end },
  },

  tessera.scenario {
    name = "and comes back then, looking up, where there is room",
    game = commons,
    map = "→⇐#_o/⇡↟⇈↥⇧/▲####",
    play = steps("z" .. (" ."):rep(24) .. " .r"),
    expect = { check = shown "→.#⇒o/⇡↟⇈↥⇧/▲####" },
  },

  tessera.scenario {
    name = "in one of the places",
    game = commons,
    map = "→⇐#__/⇡↟⇈↥⇧/▲###o",
    options = { chance = { 1, 1, 1, 1, 1, 1, 1 } },
    play = steps("z" .. (" ."):rep(24)),
    expect = { check = function(state)
      return not state.things:is(1, 3, "avatar2") and state.things:find "avatar2" == 1
    end },
  },

  tessera.scenario {
    name = "beside one apple one grows by 1 in 400",
    game = commons,
    map = "↑,o",
    options = { chance = still { 1 } },
    play = steps ".",
    expect = { board = "↑oo" },
  },

  tessera.scenario {
    name = "and mostly none",
    game = commons,
    map = "↑,o",
    options = { chance = still { 2 } },
    play = steps ".",
    expect = { board = "↑,o" },
  },

  tessera.scenario {
    name = "beside two by 1 in 200, and a third one is too far",
    game = commons,
    map = ",ooo/#...",
    options = { chance = still { 1 } },
    play = steps ".",
    expect = { board = "oooo/#..." },
  },

  tessera.scenario {
    name = "beside three by 1 in 40",
    game = commons,
    map = ",oo/o##",
    options = { chance = still { 1 } },
    play = steps ".",
    expect = { board = "ooo/o##" },
  },

  tessera.scenario {
    name = "apples further than two steps away do not count",
    game = commons,
    map = ",..o/..o./.o..",
    options = { chance = still { 1 } },
    play = steps ".",
    expect = { board = ",..o/..o./.o.." },
  },

  tessera.scenario {
    name = "all grow at once, only beside apples that have been there",
    game = commons,
    map = "o,,,",
    options = { chance = still { 1, 1, 1 } },
    play = steps ".",
    expect = { board = "ooo," },
  },

  tessera.scenario {
    name = "none grows below a player",
    game = commons,
    map = "→,o",
    options = { chance = still { 1 } },
    play = steps "f",
    expect = { check = function(state)
      return state.food:is(1, 2, "soil")
    end },
  },

  tessera.scenario {
    name = "each place takes one player, and those on the board stay",
    game = commons,
    map = "_⇐_o_",
    expect = { check = function(state)
      local board = tostring(state)
      return board:find "^[↑⇡↟]" and state.things:count "avatar" == 4
        and state.things:find "avatar4" and not state.things:find "avatar5"
        and select(2, state.things:find "avatar2") == 2 and state.steps == 1000
    end },
  },

  tessera.scenario {
    name = "places are drawn, at the start",
    game = commons,
    map = "___o",
    options = { chance = { 3, 1, 1 } },
    expect = { check = shown "⇑⇡↑o" },
  },

  tessera.scenario {
    name = "without an apple it is over",
    game = commons,
    map = "→o,,",
    play = steps "f",
    expect = { outcome = "Bare", check = shown ".→,," },
  },

  tessera.scenario {
    name = "and so it is after the last step",
    game = commons,
    map = "→.o",
    options = { steps = 2 },
    play = steps "f l",
    expect = { outcome = "Over", board = ".↑o" },
  },
}
