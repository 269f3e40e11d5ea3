--- Specifies that damaged saved states of PuzzleScript games are refused, or are states.

local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"

local names = { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug", "tumble",
  "vault" }

-- The text with one or two changes: other bytes, lines that are gone, come twice, or stand
-- elsewhere.
local function damaged(dice, text)
  local lines = {}
  for line in text:gmatch "[^\n]*\n?" do
    lines[#lines + 1] = line
  end
  for _ = 1, 1 + dice:below(2) do
    local at, kind = dice:below(#lines) + 1, dice:below(6)
    local line = lines[at]
    local byte = dice:below(math.max(1, #line))
    if kind < 3 then
      local new = ("abcz019.-\n"):sub(dice:below(10) + 1):sub(1, 1)
      lines[at] = line:sub(1, byte) .. new .. line:sub(byte + 2)
    elseif kind == 3 then
      lines[at] = ""
    elseif kind == 4 then
      lines[at] = line .. line
    else
      local other = dice:below(#lines) + 1
      lines[at], lines[other] = lines[other], line
    end
  end
  return table.concat(lines)
end

-- What is wrong with a state that was loaded; nil for nothing.
local function wrong(game, state, keys)
  if game.load(state:save()) ~= state then
    return "it is not what it is saved as"
  end
  for _, key in ipairs(keys) do
    local before = state:clone()
    local done, _, idled = state:apply(key)
    if not done and not idled and state ~= before then
      return "a refused action changes it"
    elseif state:outcome() then
      break
    end
  end
  return game.load(state:save()) ~= state and "it is not saved after some actions" or nil
end

describe("a damaged saved state of a PuzzleScript game", function()
  it("is refused in words, or is a state", function()
    local dice, loads, refusals = rng.new(1), 0, 0
    for _, name in ipairs(names) do
      local game = puzzlescript.open("samples/puzzlescript/" .. name .. ".txt")
      for i = 1, 150 do
        local state = game.new(1 + i % #game.levels, { seed = i })
        state:apply_all { "right", "down", "left" }
        local text = damaged(dice, state:save())
        local fine, loaded = pcall(game.load, text)
        if fine then
          assert.is_nil(wrong(game, loaded, { "up", "right", "right", "down", "left" }), text)
        else
          assert.match("^[^\n]+$", loaded.message)
          assert.is_true(loaded.line >= 1 and loaded.column >= 1)
        end
        loads, refusals = loads + (fine and 1 or 0), refusals + (fine and 0 or 1)
      end
    end
    assert.is_true(loads > 100 and refusals > 500, loads .. " " .. refusals)
  end)
end)
