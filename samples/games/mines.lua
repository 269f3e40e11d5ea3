--- Minesweeper: dig everywhere but where the mines are. A number tells how many of the eight cells
--- around it hold mines; where there are none, they are dug as well.

local tessera = require "tessera"

local legend = {
  ["."] = { ground = "0", cover = "covered" }, ["*"] = { ground = "mine", cover = "covered" },
  f = { ground = "0", cover = "flag" }, F = { ground = "mine", cover = "flag" },
  X = { ground = "mine", cover = "hit" },
}
local numbers = {}
local look = {
  palette = { r = "red", d = "dark_grey", g = "grey", l = "light_grey", k = "black", w = "white" },
  covered = { "▒", "grey", back = "grey", sprite =
    "wwwwwwwd\nwlllllld\nwlllllld\nwlllllld\nwlllllld\nwlllllld\nwlllllld\ndddddddd" },
  flag = { "⚑", "red", back = "grey", sprite =
    "........\n..rrr...\n.rrrr...\n..rrr...\n....k...\n....k...\n..kkkk..\n........" },
  mine = { "*", "black", back = "light_grey", sprite =
    "...k....\n.k.k.k..\n..kkk...\nkkkwkkk.\n..kkk...\n.k.k.k..\n...k....\n........" },
  hit = { "X", "white", back = "red", label = "the mine that was dug", sprite =
    "w..k...w\n.w.k.kw.\n..wkw...\nkkkwkkk.\n..wkw...\n.w.k.kw.\nw..k...w\n........" },
}
local colours = { "blue", "green", "red", "dark_blue", "dark_red", "teal", "black", "dark_grey" }
for n = 0, 8 do
  local number = tostring(n)
  numbers[n + 1], legend[number] = number, { ground = number }
  look[number] = { n == 0 and " " or number, colours[n] or "grey", back = "light_grey" }
end

-- Opens a covered cell, and those around a cell without mines around it.
local function dig(state, row, column)
  local todo = {}
  local function open(r, c)
    state.cover:set(r, c, "nothing")
    if state.ground:is(r, c, "0") then
      todo[#todo + 1] = { r, c }
    end
  end
  open(row, column)
  while todo[1] do
    row, column = table.unpack(table.remove(todo))
    for r, c in state.cover:neighbours(row, column, "covered", "all") do
      open(r, c)
    end
  end
end

local function end_if_cleared(state)
  if state.cover:count { "covered", "flag" } == state.ground:count "mine" then
    state:over "Cleared"
  end
end

local hidden = { "covered", "flag" }

-- What each number that is seen says: so many mines are below these covered cells.
local function clues_of(view)
  local clues = {}
  for row, column, number in view.ground:each(numbers) do
    local clue = { mines = tonumber(number) }
    for r, c in view.cover:neighbours(row, column, hidden, "all") do
      clue[#clue + 1] = r << 12 | c
    end
    clues[#clues + 1] = view.cover:is(row, column, "nothing") and clue or nil
  end
  return clues
end

-- Adds what follows to what is known: by cell whether it is a mine. False if no mines fit.
local function conclude(clues, known)
  repeat
    local more = false
    for _, clue in ipairs(clues) do
      local left, open = clue.mines, {}
      for _, cell in ipairs(clue) do
        left = left - (known[cell] and 1 or 0)
        open[#open + 1] = known[cell] == nil and cell or nil
      end
      if left < 0 or left > #open then
        return false
      end
      for _, cell in ipairs((left == 0 or left == #open) and open or {}) do
        known[cell], more = left > 0, true
      end
    end
  until not more
  return true
end

-- Whether one can be a mine, or none, if all that follows from it is thought of; true if that is
-- now known of more cells.
local function suppose(clues, known, cell)
  for _, mine in ipairs(known[cell] == nil and { true, false } or {}) do
    local supposed = { [cell] = mine }
    for other, is in pairs(known) do
      supposed[other] = is
    end
    if not conclude(clues, supposed) then
      known[cell] = not mine
      return conclude(clues, known)
    end
  end
end

return tessera.game {
  name = "mines",
  summary = "Minesweeper: dig where no mines are", genre = "logic",
  help = [[
. is a covered cell, f one with a flag, * and F those with a mine below. A map without mines gets as
many as the option 'mines' says, by chance. X is a mine that was dug.]],
  layers = { "ground", "cover" },
  legend = legend,
  map = (("."):rep(9) .. "/"):rep(9),
  options = { mines = 10 },
  moves = { "dig <row> <column>", "flag <row> <column>" },
  labels = { actions = { ["dig <row> <column>"] = "dig at row <row>, column <column>",
    ["flag <row> <column>"] = "flag at row <row>, column <column>" } },
  outcomes = { "Cleared", "Blown up" },
  goal = "Cleared",

  setup = function(state, options)
    local ground, free = state.ground, {}
    for row, column in state.cover:each "covered" do
      free[#free + 1] = { row, column }
    end
    for _ = 1, ground:count "mine" == 0 and options.mines or 0 do
      if not free[1] then
        return "there are more mines than covered cells"
      end
      local row, column = table.unpack(table.remove(free, state:chance(#free)))
      ground:set(row, column, "mine")
    end
    for row, column in ground:each(numbers) do
      local mines = 0
      for _ in ground:neighbours(row, column, "mine", "all") do
        mines = mines + 1
      end
      ground:set(row, column, tostring(mines))
    end
    end_if_cleared(state)
  end,

  apply = function(state, verb, row, column)
    local cover = state.cover
    local found = cover:get(row, column)
    if found == "nothing" then
      return nil, "the cell is open already"
    elseif verb == "flag" then
      cover:set(row, column, found == "flag" and "covered" or "flag")
    elseif found == "flag" then
      return nil, "a flag is on the cell"
    elseif state.ground:is(row, column, "mine") then
      cover:set(row, column, "hit")
      state:over "Blown up"
    else
      dig(state, row, column)
      end_if_cleared(state)
    end
  end,

  -- Nobody sees what is covered, but at the end all mines without a flag.
  view = function(state)
    for row, column in state.cover:each { "covered", "flag" } do
      if not state:outcome() then
        state.ground:set(row, column, "0")
      elseif state.ground:is(row, column, "mine") and state.cover:is(row, column, "covered") then
        state.cover:set(row, column, "nothing")
      end
    end
  end,

  -- It is given what the player sees, so it knows no more than he does.
  hint = function(view)
    local clues, known = clues_of(view), {}
    repeat
      local more = conclude(clues, known) and false
      for _, clue in ipairs(clues) do
        for _, cell in ipairs(clue) do
          more = suppose(clues, known, cell) or more
        end
      end
    until not more
    for row, column, cover in view.cover:each(hidden) do
      if known[row << 12 | column] == false then
        return ("%s %d %d"):format(cover == "flag" and cover or "dig", row, column),
          "no mine can be there"
      end
    end
    return nil, clues[1] and "no cell is safe for sure, you must guess"
      or "nothing is open yet, begin in the middle"
  end,

  keys = { enter = "dig <row> <column>", space = "dig <row> <column>", f = "flag <row> <column>" },
  sounds = { won = "fanfare", lost = "boom" },
  look = look,
}
