--- Recorded play sessions of PuzzleScript games, of which the final board is known:
--- `{ source, level, seed, inputs, board }`. Inputs are 0 (up), 1 (left), 2 (down), 3 (right), 4
--- (action), "undo", "restart" and "tick". A session that wins goes on with the next level.

local traces = require "spec.puzzlescript.traces"

local sessions = {}

local letters = { [0] = "U", [1] = "L", [2] = "D", [3] = "R", [4] = "A", undo = "Z", restart = "X",
  tick = "." }

-- The text of a board: cells in the order of their numbers, `columns` in a line. Sets of objects
-- are named when they come first, and numbered.
local function board_text(cells, columns)
  local numbers, count, parts = {}, 0, {}
  for i, names in ipairs(cells) do
    local set = traces.cell(names)
    if numbers[set] then
      parts[#parts + 1] = numbers[set] .. ","
    else
      numbers[set] = count
      parts[#parts + 1] = set .. ":" .. count .. ","
      count = count + 1
    end
    if i % columns == 0 then
      parts[#parts + 1] = "\n"
    end
  end
  return table.concat(parts)
end

--- Plays a session. Returns the text of its last board, and whether a level was won.
---@param engine table as spec.puzzlescript.traces describes it
---@param game table
---@param program table
---@param case table
---@return string
---@return boolean
function sessions.play(engine, game, program, case)
  local entry, seed, won = case.level, case.seed or "none", false
  local session, flags = engine.load(game, program, entry, seed)
  local function follow()
    while flags.win and game.levels[entry + 2] do
      won, entry = true, entry + 1
      if game.levels[entry + 1].message then
        return
      end
      session, flags = engine.load(game, program, entry, seed)
    end
  end
  follow()
  for _, input in ipairs(case.inputs) do
    flags = engine.input(session, letters[input])
    follow()
  end
  local cells = engine.cells(session)
  return board_text(cells, session.columns), won
end

return sessions
