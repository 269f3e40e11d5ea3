--- The options that are whole numbers.

local numbers = {}

---@class tessera.Number the range of an option, such as 1..26 for --fields
---@field min integer
---@field max integer
---@field help string|false false: the option is not shown

--- The value of an option from its text, or nil if it is not an integer of the range.
---@param number tessera.Number
---@param text string
---@return integer|nil
function numbers.value(number, text)
  local value = text:find "^%d+$" and math.tointeger(tonumber(text))
  return value and value >= number.min and value <= number.max and value or nil
end

--- Reads the options without argparse, because loading it takes longer than playing most inputs.
--- Works for whole numbers (`--rows 8 --columns 8`); returns nil if there is anything else.
---@param known table<string, tessera.Number>
---@param args string[]
---@return table<string, integer>|nil
function numbers.read(known, args)
  local options = {}
  for i = 1, #args, 2 do
    local option = args[i]:match "^%-%-(%l[%l-]*)$" or ""
    local name = option:gsub("-", "_")
    local value = known[name] and numbers.value(known[name], args[i + 1] or "")
    if not value then
      return nil
    end
    options[name] = value
  end
  return options
end

return numbers
