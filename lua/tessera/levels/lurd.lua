--- Solutions of Sokoban as they are written everywhere: a letter for each move, l u r d, and a
--- capital one where a box is pushed. A number repeats the letter behind it, or those in
--- parentheses: 3r2(ul). Reading takes both cases alike: what a move pushes, the rules say.

local lurd = {}

local names = { l = "left", u = "up", r = "right", d = "down" }
local letters = { left = "l", up = "u", right = "r", down = "d" }

local digits_most = "%d%d%d%d%d%d%d%d%d%d"

--- How many moves a line may have, with its repetitions.
lurd.most = 1000000

--- Whether a line is nothing but such letters.
---@param line string
---@return boolean
function lurd.is_line(line)
  if line:find "[^lurdLURD%d() \t]" or not line:find "%a" or line:find(digits_most) then
    return false
  end
  -- Numbers stand in front of something, and parentheses are not in one another.
  local rest = line:gsub("[ \t]", ""):gsub("%d+%f[%a(]", ""):gsub("%([%a]+%)", "")
  return not rest:find "[%d()]"
end

-- Calls `take` with the moves of letters that have numbers in front of them, and their columns.
local function each_letter(text, column, take)
  for count, at, letter in text:gmatch "(%d*)()(%a)" do
    for _ = 1, math.min(tonumber(count) or 1, lurd.most) do
      take(names[letter:lower()], column + at - 1)
    end
  end
end

--- Calls `take` with each move of a line, as the action's text, and its column. Stops, and returns
--- false, when there are more than `lurd.most`.
---@param line string for which is_line is true
---@param take fun(action: string, column: integer)
---@return boolean complete
function lurd.each(line, take)
  local number = 0
  local function counted(action, column)
    number = number + 1
    if number > lurd.most then
      error(lurd)
    end
    take(action, column)
  end
  local function all()
    local at = 1
    while at <= #line do
      local from, to, count, group = line:find("(%d*)%((%a[^()]*)%)", at)
      each_letter(line:sub(at, (from or #line + 1) - 1), at, counted)
      for _ = 1, from and math.min(tonumber(count) or 1, lurd.most) or 0 do
        each_letter(group, from + #count + 1, counted)
      end
      at = (to or #line) + 1
    end
  end
  local fine, err = pcall(all)
  if not fine and err ~= lurd then
    error(err, 0)
  end
  return fine
end

--- The letter of a move; nil if the action is none.
---@param action string
---@param pushed boolean whether it moved more than the player
---@return string|nil
function lurd.letter(action, pushed)
  local letter = letters[action]
  return letter and (pushed and letter:upper() or letter)
end

return lurd
