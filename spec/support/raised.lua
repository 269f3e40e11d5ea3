--- Catches errors as texts, for specs that compare them word for word.

--- The text of the error that a call raises, without "file:line: "; nil if the call raises none.
---@param call fun(...)
---@return string|nil
---@return string|nil place "file:line" or "file:line:column"; nil if the error names none
local function raised(call, ...)
  local fine, err = pcall(call, ...)
  if fine then
    return nil
  end
  local place, text = tostring(err):match "^([^\n:]+%.lua:[%d:]*%d): (.*)$"
  return text or tostring(err), place
end

return raised
