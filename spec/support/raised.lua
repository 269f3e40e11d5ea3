--- Errors as texts, to be compared word for word.

--- The text of the error that a call raises, without the place in the Lua file that is in
--- front of it; nil if there is none.
---@param call fun(...)
---@return string|nil
local function raised(call, ...)
  local fine, err = pcall(call, ...)
  if fine then
    return nil
  end
  return (tostring(err):gsub("^[^\n:]+%.lua:%d+: ", ""))
end

return raised
