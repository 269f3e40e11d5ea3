--- Symmetries of a board: mirror images and turns of a state of a game written in Lua, and of its
--- actions.

local characters = require "tessera.base.characters"
local directions = require "tessera.base.directions"
local forms_of = require "tessera.base.forms"

local symmetry = {}

-- The compiled definitions of the games.
local definitions = setmetatable({}, { __mode = "k" })

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

--- Those that boards of hexagons have; "transpose" exchanges up-left and left.
---@type tessera.Symmetry[]
symmetry.of_hexagons = { "half turn", "transpose" }

local turned = { transpose = true, ["quarter turn"] = true } -- rows become columns

-- The word for the image of a direction; any other word stays.
local function word_image(name, word, hexagons)
  local step = (hexagons and directions.hex_steps or directions.steps)[word]
  if not step then
    return word
  end
  local r0, c0 = place[name](0, 0, 0, 0)
  local r, c = place[name](step[1], step[2], 0, 0)
  return directions.of_step(r - r0, c - c0, hexagons)
end

-- The kinds that stand for directions, by layer: from the byte to that of the image.
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

-- The same for the characters of a saved state.
local function facing_in_texts(name, compiled)
  local facing, character_of = facing_of(name, compiled), compiled.character_of
  for i, bytes in ipairs(character_of and facing or {}) do
    facing[i] = {}
    for from, to in pairs(bytes) do
      facing[i][character_of[from] or from] = character_of[to] or to
    end
  end
  return facing
end

--- The rows of the image of a picture.
---@param name tessera.Symmetry
---@param lines string[] all of one length
---@param columns integer that length, in characters
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
    local cells = characters.list(line)
    for c = 1, columns do
      local row, column = place[name](r, c, rows, columns)
      local cell = cells[c]
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
  local layer_of, facing, out, layer, lines = {}, facing_in_texts(name, compiled), {}, nil, nil
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
---@param hexagons? boolean
---@return string
function symmetry.action(name, forms, action, rows, columns, hexagons)
  local words, slots = forms_of.match(forms, action)
  local at = {} -- of a row or a column that has no partner yet
  local function put(row_at, column_at)
    local row, column = place[name](tonumber(words[row_at]) or 1, tonumber(words[column_at]) or 1,
      rows, columns)
    words[row_at or 0], words[column_at or 0] = tostring(row), tostring(column)
  end
  for i, slot in ipairs(slots) do
    if slot.kind == "word" then
      words[i] = word_image(name, words[i], hexagons)
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

-- A symmetry that follows from others: the words that "up" and "left" become, and by layer what
-- the characters of a saved state become that are not their own images.
local function followed_by(name, compiled, image)
  local facing, by_layer = facing_of(name, compiled), {}
  for layer in ipairs(compiled.bytes) do
    by_layer[layer] = {}
    for from, to in pairs(facing[layer]) do
      by_layer[layer][from] = to
    end
    for from, to in pairs(image.facing[layer]) do
      by_layer[layer][from] = facing[layer][to] or to
    end
  end
  return { up = word_image(name, image.up), left = word_image(name, image.left),
    facing = by_layer }
end

-- All symmetries that follow from the named ones, without the board itself.
local function closure(names, compiled)
  local itself = { up = "up", left = "left", facing = {} }
  for layer in ipairs(compiled.bytes) do
    itself.facing[layer] = {}
  end
  local found, all, todo = { ["up left"] = true }, {}, { itself }
  while todo[1] do
    local image = table.remove(todo)
    for _, name in ipairs(names) do
      local next_image = followed_by(name, compiled, image)
      local mark = next_image.up .. " " .. next_image.left
      if not found[mark] then
        found[mark] = true
        all[#all + 1], todo[#todo + 1] = next_image, next_image
      end
    end
  end
  return all
end

--- The images of a board that have its shape, by the symmetries of its game and what follows from
--- them, for searches in C: how the number of the board's cell that an image shows begins and
--- goes on (row by row from 0), and what its bytes become.
---@param compiled table the compiled definition of the game
---@param rows integer of the board
---@param columns integer
---@return { first: integer, down: integer, right: integer, becomes?: string }[]
function symmetry.images_of(compiled, rows, columns)
  local images = {}
  for _, image in ipairs(closure(compiled.symmetries, compiled)) do
    -- A step in the image is the step on the board of which it is the image.
    local up, left = directions.steps[image.up], directions.steps[image.left]
    local down_row, down_column, right_row, right_column = -up[1], -left[1], -up[2], -left[2]
    local row = (down_row < 0 or right_row < 0) and rows - 1 or 0
    local column = (down_column < 0 or right_column < 0) and columns - 1 or 0
    local bytes, turns = {}, false
    for _, facing in ipairs(image.facing) do
      for byte = 0, 255 do
        local char = string.char(byte)
        bytes[#bytes + 1] = facing[char] or char
        turns = turns or bytes[#bytes] ~= char
      end
    end
    if rows == columns or up[2] == 0 then
      images[#images + 1] = { first = row * columns + column,
        down = down_row * columns + down_column, right = right_row * columns + right_column,
        becomes = turns and table.concat(bytes) or nil }
    end
  end
  return images
end

--- Registers a game.
---@param module tessera.Game
---@param compiled table the compiled definition
function symmetry.define(module, compiled)
  definitions[module] = compiled
end

--- The image of a state, and a function from an action to its image.
---@param module tessera.Game
---@param name tessera.Symmetry
---@param state tessera.LuaState
---@return tessera.LuaState
---@return fun(action: string): string
function symmetry.image(module, name, state)
  local compiled = definitions[module]
  return module.load(symmetry.saved(name, compiled, state:save())), function(action)
    return symmetry.action(name, compiled.forms, action, state:rows(), state:columns(),
      compiled.hexagons)
  end
end

--- The images of a state by all symmetries of its game (symmetry.images_of); nil if there are none.
---@param module table of any game
---@param state tessera.State
---@return table[]|nil
function symmetry.images(module, state)
  local compiled = definitions[module]
  return compiled and compiled.symmetries[1]
    and symmetry.images_of(compiled, state:rows(), state:columns()) or nil
end

return symmetry
