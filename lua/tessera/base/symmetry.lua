--- Symmetries of a board: mirror images and turns of a state of a game written in Lua, and of its
--- actions.

local forms_of = require "tessera.base.forms"

local symmetry = {}

--- The names. "left-right" exchanges left and right, "transpose" rows and columns; a quarter turn
--- is clockwise.
---@type tessera.Symmetry[]
symmetry.names = { "left-right", "up-down", "half turn", "transpose", "quarter turn" }

-- The row and the column of a cell in the image of a board of R rows and C columns.
local place = {
  ["left-right"] = function(r, c, _, C)
    return r, C + 1 - c
  end,
  ["up-down"] = function(r, c, R)
    return R + 1 - r, c
  end,
  ["half turn"] = function(r, c, R, C)
    return R + 1 - r, C + 1 - c
  end,
  transpose = function(r, c)
    return c, r
  end,
  ["quarter turn"] = function(r, c, R)
    return c, R + 1 - r
  end,
}

local turned = { transpose = true, ["quarter turn"] = true } -- rows become columns

local steps = { up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 },
  ["up-left"] = { -1, -1 }, ["up-right"] = { -1, 1 }, ["down-left"] = { 1, -1 },
  ["down-right"] = { 1, 1 } }

-- The word for the image of a direction; any other word stays.
local function word_image(name, word)
  local step = steps[word]
  if step then
    local r0, c0 = place[name](0, 0, 0, 0)
    local r, c = place[name](step[1], step[2], 0, 0)
    for other, image in pairs(steps) do
      if image[1] == r - r0 and image[2] == c - c0 then
        return other
      end
    end
  end
  return word
end

-- The kinds that stand for directions, by layer: from the character in a saved state to that of the
-- image.
local function facing_of(name, compiled)
  local by_layer = {}
  for layer, bytes in ipairs(compiled.bytes) do
    by_layer[layer] = {}
    for _, kinds in ipairs(compiled.facing) do
      for direction, kind in pairs(kinds) do
        local image = kinds[word_image(name, direction)]
        if bytes[kind] and bytes[image] then
          by_layer[layer][bytes[kind]] = bytes[image]
        end
      end
    end
  end
  return by_layer
end

--- The rows of the image of a picture.
---@param name tessera.Symmetry
---@param lines string[] all of one length
---@param columns integer that length
---@param facing? table<string, string> the images of characters that are not their own
---@return string[]
function symmetry.rows(name, lines, columns, facing)
  local rows, image = #lines, {}
  local high, wide = rows, columns
  if turned[name] then
    high, wide = columns, rows
  end
  for r = 1, high do
    image[r] = {}
  end
  for r, line in ipairs(lines) do
    for c = 1, columns do
      local row, column = place[name](r, c, rows, columns)
      local cell = line:sub(c, c)
      image[row][column] = facing and facing[cell] or cell
    end
  end
  for r = 1, high do
    image[r] = table.concat(image[r], "", 1, wide)
  end
  return image
end

--- The saved text of the image of a state. Fields and counters stay as they are.
---@param name tessera.Symmetry
---@param compiled table the compiled definition of the game
---@param saved string what `state:save()` returned
---@return string
function symmetry.saved(name, compiled, saved)
  local rows = math.tointeger(tonumber(saved:match "\nrows (%d+)\n"))
  local columns = math.tointeger(tonumber(saved:match "\ncolumns (%d+)\n"))
  local layer_of, facing, out, layer, lines = {}, facing_of(name, compiled), {}, nil, nil
  for i, layer_name in ipairs(compiled.layer_names) do
    layer_of[layer_name] = i
  end
  for line in saved:gmatch "([^\n]*)\n" do
    if layer then
      lines[#lines + 1] = line
      if #lines == rows then
        table.move(symmetry.rows(name, lines, columns, facing[layer]), 1, turned[name] and columns
          or rows, #out + 1, out)
        layer = nil
      end
    else
      layer, lines = layer_of[line], {}
      if turned[name] then
        line = line:gsub("^rows %d+$", "rows " .. columns):gsub("^columns %d+$", "columns " .. rows)
      end
      out[#out + 1] = line
    end
  end
  return table.concat(out, "\n") .. "\n"
end

--- The text of the image of an action: the words that are directions are mirrored, and each row
--- with the column beside it. Other numbers stay.
---@param name tessera.Symmetry
---@param forms table[] the compiled forms of the game's actions
---@param action string
---@param rows integer of the board, not of its image
---@param columns integer
---@return string
function symmetry.action(name, forms, action, rows, columns)
  local words, slots = forms_of.match(forms, action)
  local at = {} -- of a row or a column that has no partner yet
  local function put(row_at, column_at)
    local row, column = place[name](tonumber(words[row_at]) or 1, tonumber(words[column_at]) or 1,
      rows, columns)
    words[row_at or 0], words[column_at or 0] = tostring(row), tostring(column)
  end
  for i, slot in ipairs(slots) do
    if slot.kind == "word" then
      words[i] = word_image(name, words[i])
    elseif slot.kind ~= "number" then
      if at[slot.kind] then
        put(at.row, at.column)
        at = {}
      end
      at[slot.kind] = i
      if at.row and at.column then
        put(at.row, at.column)
        at = {}
      end
    end
  end
  if at.row or at.column then
    put(at.row, at.column)
  end
  words[0] = nil
  return table.concat(words, " ")
end

return symmetry
