--- The documents link to annotated sources, which a reader of the repository can open. Where the
--- reference lies beside them these links lead into it instead:
---
---     ../lua/tessera/meta/grid.lua             reference.md#tesseragrid, the section of the file
---     ../lua/tessera/search.lua#searchbest     reference.md#searchbest
---     ../lua/tessera/meta                      reference.md

local links = {}

--- The text of a document, with its links to annotated sources led into the reference.
---@param text string
---@param anchors table<string, string> the anchor of each source's section, by its path
---@return string
function links.redirect(text, anchors)
  text = text:gsub("%]%(%.%./lua/tessera/meta%)", "](reference.md)")
  return (text:gsub("%]%(%.%./(lua/[%w_/]+%.lua)(#?[%w_-]*)%)", function(path, anchor)
    local section = anchors[path]
    if section then
      return ("](reference.md%s)"):format(anchor ~= "" and anchor or "#" .. section)
    end
  end))
end

return links
