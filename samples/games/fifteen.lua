--- The Fifteen Puzzle (Noyes Chapman, 1874): numbered tiles slide into the gap until they are in
--- order. On boards of up to four rows and columns.

local tessera = require "tessera"

-- A tile is drawn as its number, 1 to 9 and a to f; its picture has the number in full.
local legend, tiles = { ["."] = "gap" }, {}
local look = { palette = { k = "black", s = "sand", b = "brown" },
  gap = { " ", "brown", back = "brown" } }
local digits = { [0] = "kkkk.kk.kk.kkkk", ".k.kk..k..k.kkk", "kkk..kkkkk..kkk", "kkk..kkkk..kkkk",
  "k.kk.kkkk..k..k", "kkkk..kkk..kkkk", "kkkk..kkkk.kkkk", "kkk..k..k..k..k", "kkkk.kkkkk.kkkk",
  "kkkk.kkkk..kkkk" }

-- A sprite of a number of one or two digits, which measure 3 x 5.
local function picture(text)
  local rows = { "bbbbbbbbb", "bsssssssb" }
  for row = 1, 5 do
    local line = text:gsub("%d", function(digit)
      return "." .. digits[tonumber(digit)]:sub(row * 3 - 2, row * 3)
    end):sub(2):gsub("%.", "s")
    local left = (7 - #line) // 2
    rows[row + 2] = "b" .. ("s"):rep(left) .. line .. ("s"):rep(7 - left - #line) .. "b"
  end
  rows[8], rows[9] = rows[2], rows[1]
  return table.concat(rows, "/")
end

for i = 1, 15 do
  local character = ("%x"):format(i)
  tiles[i] = "t" .. i
  legend[character] = tiles[i]
  look[tiles[i]] = { character, "black", back = "sand", label = "tile " .. i,
    sprite = picture(tostring(i)) }
end

-- "gap at row 4 column 4 and t1 at row 1 column 1 and ...": the gap is in the last cell of the
-- board. The last tile needs no word: it has the one cell that is left.
local function in_order(rows, columns)
  local terms = { ("gap at row %d column %d and gap at row -1 column -1"):format(rows, columns) }
  for i = 1, rows * columns - 2 do
    terms[i + 1] = ("t%d at row %d column %d"):format(i, (i - 1) // columns + 1,
      (i - 1) % columns + 1)
  end
  return table.concat(terms, " and ")
end

local ends = {}
for rows = 2, 4 do
  for columns = 2, 4 do
    ends[#ends + 1] = { "Sorted", in_order(rows, columns) }
  end
end

return tessera.game {
  name = "fifteen",
  summary = "The Fifteen Puzzle: slide the tiles into order", genre = "slide",
  help = "1 to 9 and a to f are tiles, . is the gap, which has to be behind them.",
  legend = legend,
  groups = { tile = tiles },
  map = "1234/5678/9abc/df.e",
  moves = { "<direction>" },
  labels = { actions = { ["<direction>"] = "slide a tile <direction>" } },
  rules = {
    { "<direction>", "[ tile | gap ] -> [ gap | tile ]", why = "there is no tile that could",
      event = "slid" },
  },
  ends = ends,
  goal = "Sorted",
  sounds = { slid = "thud", won = "fanfare" },
  look = look,

  check = function(state)
    local gaps = state.board:count "gap"
    return gaps ~= 1 and ("a board has one gap, found %d"):format(gaps) or nil
  end,
}
