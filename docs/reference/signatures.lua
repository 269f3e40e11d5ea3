--- Functions and types in one line each, as the reference and editors show them.

local signatures = {}

--- A type without the name of the project: "State" for "tessera.State".
---@param text string
---@return string
function signatures.shortened(text)
  return (text:gsub("%f[%w_]tessera%.", ""))
end

local function typed(member)
  return ("%s%s: %s"):format(member.name, member.optional and "?" or "",
    signatures.shortened(member.type))
end

--- A function, from its block of annotations: "search.report(state: State) -> report: Report".
---@param block table
---@return string
function signatures.of(block)
  local arguments, results = {}, {}
  for i, param in ipairs(block.params) do
    arguments[i] = typed(param)
  end
  for i, result in ipairs(block.results) do
    results[i] = result.name and typed(result) or signatures.shortened(result.type)
  end
  return ("%s(%s)%s"):format(block.full, table.concat(arguments, ", "),
    results[1] and " -> " .. table.concat(results, ", ") or "")
end

--- Adds the signatures of overloads to a list.
---@param lines string[]
---@param full string the name of the function
---@param overloads table[]
---@return string[] lines
function signatures.overloaded(lines, full, overloads)
  for _, overload in ipairs(overloads) do
    local arguments, results = overload.type:match "^fun(%b()):?%s*(.*)$"
    lines[#lines + 1] = full .. signatures.shortened(arguments)
      .. (results ~= "" and " -> " .. signatures.shortened(results) or "")
  end
  return lines
end

--- The first sentence of a description.
---@param text string[] its lines
---@return string
function signatures.sentence(text)
  local paragraph = (table.concat(text, " ") .. " "):gsub("  .*$", " ")
  return paragraph:match "^(.-[%w%)\"'`])%. " or paragraph:gsub("%s+$", "")
end

return signatures
