--- Compares Jewelry Tips with its twin on random games.

local jewelry = require "tessera.jewelry"
local jewels = require "spec.support.jewels"
local oracle = require "spec.oracle.jewelry"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

-- A list of small tables as one text.
local function shown(list)
  local lines = {}
  for i, item in ipairs(list) do
    if type(item) ~= "table" then
      lines[i] = tostring(item)
    elseif item.direction then
      lines[i] = oracle.text(item)
    else
      lines[i] = ("%s %s %s %s"):format(item.kind, item.what, table.concat(item.from or {}, ","),
        table.concat(item.to or {}, ","))
    end
  end
  return table.concat(lines, "; ")
end

-- Plays a random game; on the board `picture` if it is given.
local function play(new, seed, counts, picture, options)
  local random = rng.new(seed)
  if not picture then
    picture, options = jewels.random(random)
  end
  local state, twin = new(picture, options), oracle.new(picture, options)
  local played = {}
  local function compare(what, ours, twins)
    ours, twins = tostring(ours), tostring(twins)
    if ours ~= twins then
      error(("seed %d: %s: the state says\n%s\nand the twin\n%s\non the board\n%s\n"
        .. "of %s, seed %d, drops '%s', after\n%s"):format(seed, what, ours, twins, picture,
        options.colours, options.seed, options.drops or "", table.concat(played, "\n")), 0)
    end
  end
  -- Compares all answers; returns the swaps that make a line.
  local function look()
    local tips = twin:tips()
    local answer = tips[1] and tips[1].kind or twin:outcome()
    counts[answer] = (counts[answer] or 0) + 1
    compare("the board", state, twin)
    compare("tips()", shown(state:tips()), shown(tips))
    local kind, colour, direction, row, column = state:tip()
    compare("tip()", kind and oracle.text { kind = kind, colour = colour, direction = direction,
      row = row, column = column } or "Game Over", oracle.text(tips[1]))
    local actions = twin:actions()
    compare("actions()", shown(state:actions()), shown(actions))
    compare("outcome()", state:outcome(), twin:outcome())
    compare("moves()", state:moves(), twin:moves())
    compare("score()", state:score(), twin:score())
    return actions
  end
  local actions = look()
  for _ = 1, random:below(20) == 0 and 12 or random:below(4) do
    local text = ("%d,%d %s"):format(1 + random:below(twin.height), 1 + random:below(twin.width),
      ({ "LT", "UP", "RT", "DN" })[random:below(4) + 1])
    if #actions > 0 and random:below(10) > 0 then
      text = actions[random:below(#actions) + 1]
    end
    played[#played + 1] = text
    local events = {}
    local done = state:apply(text, events)
    compare("carried out", done == true, twin:command(text))
    if done then
      compare("the events", shown(events), shown(twin.events))
      counts.carried_out = (counts.carried_out or 0) + 1
      counts.cascades = (counts.cascades or 0) + (twin.steps > 1 and 1 or 0)
      actions = look()
    else
      compare("the board", state, twin)
      counts.refused = (counts.refused or 0) + 1
    end
  end
  counts.games = (counts.games or 0) + 1
end

describe("Jewelry Tips and its twin", function()
  it("agree on random games; all kinds of answers occur", function()
    local all, counts = 20000, {}
    for seed in seeds(all) do
      play(jewelry.new, seed, counts)
    end
    for what, number in pairs {
      Norm = 16000, Good = 2400, Excl = 2400, ["Game Over"] = 2400, ["Endless Cascade"] = 40,
      carried_out = 12000, cascades = 800, refused = 4000, games = all,
    } do
      assert.is_true(seeds.often(counts[what], number), what)
    end
  end)

  it("agree on columns of any height, and on few and many of them", function()
    local counts = {}
    for seed, shape in ipairs {
      { 3, 64 }, { 8, 8 }, { 8, 9 }, { 9, 3 }, { 9, 9 }, { 16, 5 }, { 17, 4 }, { 31, 7 },
      { 32, 6 }, { 33, 3 }, { 63, 5 }, { 64, 4 },
    } do
      for _, colours in ipairs { "RGB", "ROYG", "ROYGBPWV", "ROYGBPWVTKMNACDEFHIJLQSU" } do
        local picture = jewels.filled(rng.new(seed), shape[1], shape[2], colours)
        play(jewelry.new, seed, counts, picture, { colours = colours, seed = seed })
      end
    end
    assert.is_true(counts.carried_out >= 50)
  end)
end)
