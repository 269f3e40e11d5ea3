--- Horizontally: checks the proofs of boards too large for a plain search. The proven winner plays
--- against moves at random, in every other game mixed with those of `best_move()`, and must win.
--- On the way, when few cells are left, the winner of the position and of all that can follow it
--- is compared with a plain search (spec/oracle/horizontally_winner.lua).
--- BENCH_ARGS="proofs 20 44 8x10" plays 20 games on the boards of 8 rows and 10 columns only, and
--- compares when 44 cells are left.

local horizontally = require "tessera.horizontally"
local oracle = require "spec.oracle.horizontally_winner"
local rng = require "tessera.rng"

local proven = {
  { rows = 7, columns = 9, first = "left", winner = "right" },
  { rows = 8, columns = 8, first = "left", winner = "left" },
  { rows = 8, columns = 9, first = "right", winner = "left" },
  { rows = 8, columns = 10, first = "right", winner = "right" },
  { rows = 8, columns = 10, first = "left", winner = "right" },
  { rows = 9, columns = 9, first = "left", winner = "left" },
  { rows = 9, columns = 10, first = "left", winner = "right" },
  { rows = 6, columns = 11, first = "right", winner = "right" },
  { rows = 6, columns = 12, first = "left", winner = "right" },
  { rows = 7, columns = 13, first = "right", winner = "right" },
}

local limits = { nodes = math.maxinteger, memory = 2 << 30 }

local function other(player)
  return player == "left" and "right" or "left"
end

local function free_cells(state)
  return select(2, tostring(state):gsub("%.", ""))
end

-- Compares the winner of a position with the plain search's.
local function compare(state, mover, wins)
  local plain = wins(tostring(state), mover) and mover or other(mover)
  local winner = state:winner(limits)
  assert(winner == plain, ("%s, %s to move: %s"):format(tostring(state), mover, winner))
end

-- Compares a position and all that can follow it. Returns how many these are.
local function compare_all(state, mover, wins)
  compare(state, mover, wins)
  local actions = state:actions()
  for _, action in ipairs(actions) do
    local next_state = state:clone()
    next_state:apply(action)
    compare(next_state, other(mover), wins)
  end
  return 1 + #actions
end

-- The position in which the winner has just moved, or at the start is not to move, and who is.
local function opening(board)
  local state = horizontally.new(nil, { fields = 2, rows = board.rows, columns = board.columns,
    first = board.first })
  local winner, info = state:winner(limits)
  assert(winner == board.winner, ("%s wins, not %s"):format(winner, board.winner))
  if info.move then
    state:apply(info.move)
  end
  return state, other(winner)
end

-- A game from the opening. Returns the number of positions compared.
local function play(board, state, mover, random, few, strong)
  local compared = 0
  while not state:outcome() do
    local move
    if compared == 0 and free_cells(state) <= few then
      compared = compare_all(state, mover, oracle(tostring(state), 2))
    end
    if mover == board.winner then
      local winner, info = state:winner(limits)
      assert(winner == mover, ("%s: %s does not win"):format(tostring(state), mover))
      move = info.move
    else
      local actions = state:actions()
      move = strong and random:below(2) == 0 and state:best_move()
        or actions[1 + random:below(#actions)]
    end
    state:apply(move)
    mover = other(mover)
  end
  assert(state:score(board.winner == "left" and 1 or 2) > 0, tostring(state))
  return compared
end

return function(games, few, only)
  games, few = math.tointeger(tonumber(games or 10)), math.tointeger(tonumber(few or 40))
  for _, board in ipairs(proven) do
    local name = ("%dx%d"):format(board.rows, board.columns)
    if not only or only == name then
      local start, compared, random = os.clock(), 0, rng.new(1)
      local state, mover = opening(board)
      for game = 1, games do
        local strong = game % 2 == 0
        compared = compared + play(board, state:clone(), mover, random, few, strong)
      end
      print(("%-5s %-5s first: %s won %d games of %d; %d positions as by a plain search, %.1f s")
        :format(name, board.first, board.winner, games, games, compared, os.clock() - start))
      io.stdout:flush()
    end
  end
end
