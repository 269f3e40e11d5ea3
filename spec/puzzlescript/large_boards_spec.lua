--- Specifies that rules are looked for on large boards as on small ones. There the evaluator skips
--- the words of a board in which a pattern cannot begin; with `dense` it reads all of them, as on
--- small boards, where the twin says what is right.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local parse = require "tessera.puzzlescript.parse"
local random = require "spec.support.puzzlescript_random"
local registry = require "tessera.puzzlescript.registry"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local side = 80
local actions = { U = "up", D = "down", L = "left", R = "right", A = "action", X = "restart" }

-- The rows of a level, a few times at places of an otherwise empty board.
local function scattered(dice, rows, empty)
  local board = {}
  for row = 1, side do
    board[row] = empty:rep(side)
  end
  for _ = 1, 1 + dice:below(4) do
    local top, left = dice:below(side - #rows + 1), dice:below(side - #rows[1] + 1)
    for i, text in ipairs(rows) do
      board[top + i] = board[top + i]:sub(1, left) .. text .. board[top + i]:sub(left + #text + 1)
    end
  end
  return table.concat(board, "\n")
end

-- A module of a game; nil for a game with errors.
local function module_of(text, dense)
  local game = parse(text)
  local program = game.playable and compile(game)
  if not program or game.errors > 0 then
    return nil
  end
  program.dense, program.patience = dense, 20
  return registry.define("puzzle", game, program, core), game
end

describe("a large board with few objects", function()
  it("is played as one of which every word is read", function()
    local played, changes = 0, 0
    for seed = 1, seeds.part(1000) do
      local text, letters = random.game(seed)
      local sparse, game = module_of(text)
      local rows = sparse and game.levels[1].text
      if sparse and game.glyphs["."] then
        local map = scattered(rng.new(seed), rows, ".")
        local first, second = sparse.new(map), module_of(text, true).new(map)
        assert.equal(first:save(), second:save(), text)
        for letter in letters:gmatch "[UDLRAX]" do
          local done, why = first:apply(actions[letter])
          local same, reason = second:apply(actions[letter])
          if ((why or "") .. (reason or "")):find "do not come to an end" then
            break -- they count their work in other ways
          end
          changes = changes + (done and 1 or 0)
          if done ~= same or why ~= reason or first:save() ~= second:save() then
            error(("seed %d, %s\n%s\n%s"):format(seed, letter, text, map))
          end
        end
        played = played + 1
      end
    end
    assert.is_true(seeds.often(played, 500, changes, 2000), played .. " " .. changes)
  end)
end)
