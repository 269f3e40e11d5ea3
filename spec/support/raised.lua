--- Catches errors as texts, for specs that compare them word for word.

--- The text of the error that a call raises, without "file:line: "; nil if the call raises none.
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
