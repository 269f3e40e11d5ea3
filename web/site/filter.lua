-- Runs inside of pandoc: what differs between a document and its page. The metadata has `examples`
-- and `games`, the names that the playground knows.

local pandoc = pandoc -- luacheck: ignore 113

local function known_by(meta, name)
  local set = {}
  for word in pandoc.utils.stringify(meta[name] or ""):gmatch "%S+" do
    set[word] = true
  end
  return set
end

local function page_of(target)
  local name, hash = target:match "^([^#]*)(#?.*)$"
  if target:find "^%a+:" or name == "" then
    return target
  elseif name:find "README%.md$" then
    return "index.html" .. hash
  elseif name:find "%.md$" then
    return name:match "([^/]*)%.md$":lower() .. ".html" .. hash
  end
  return nil -- a file of the repository, which has no page
end

local examples, games

local function link(element)
  local target = page_of(element.target)
  if not target then
    return element.content
  end
  element.target = target
  return element
end

local function image(element)
  local name = element.src:match "pictures/([%w_]+)%.svg$"
  element.src = element.src:match "pictures/.*$" or element.src
  return games[name] and pandoc.Link({ element }, "play.html#play=" .. name, "Play it here")
    or element
end

local function code(element)
  local name = element.text:match "^[-;]+ ([%w_.-]+)\n"
  if name and examples[name] then
    return { element, pandoc.RawBlock("html", ('<p class="try"><a href="play.html#guide=%s">Try'
      .. " it in the playground</a></p>"):format(name)) }
  end
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

-- Short code in a table, or the name of an option, is a word, which no narrow column breaks; longer
-- code is broken behind blanks and behind signs that join names.
local function whole(element)
  return element:walk { Code = function(word)
    if (#word.text <= 12 or word.text:find "^%-%-") and not word.text:find "%s" then
      word.classes:insert "whole"
      return word
    end
    return pandoc.RawInline("html", ("<code class=\"joined\">%s</code>"):format(
      (word.text:gsub("[&<>]", escapes):gsub("([._(,=/]+)%f[%a]", "%1<wbr>"))))
  end }
end

-- A table without a head in Markdown has an empty one.
local function headless(element)
  local function says_nothing(cell)
    return pandoc.utils.stringify(cell.contents) == ""
  end
  for _, row in ipairs(element.head.rows) do
    for _, cell in ipairs(row.cells) do
      if not says_nothing(cell) then
        return whole(element)
      end
    end
  end
  element.head.rows = {}
  return whole(element)
end

return {
  { Meta = function(meta)
    examples, games = known_by(meta, "examples"), known_by(meta, "games")
  end },
  { Link = link, CodeBlock = code, Table = headless },
  { Image = image },
}
