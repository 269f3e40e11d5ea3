--- The title of a game, the name by which recordings and lists of solved levels call it, and its
--- aim.

local characters = require "tessera.base.characters"
local games = require "tessera.base.games"
local wording = require "tessera.base.wording"

local title = {}

local head_bytes = 65536 -- the title stands in front of the first section
local aim_most = 200 -- characters of a sentence that is an aim

--- The name of a game with this title: small letters, digits and "_".
---@param text string|nil
---@return string
function title.name(text)
  local name = (text or ""):lower():gsub("[^a-z0-9]+", "_"):gsub("^[_%d]+", "")
  name = name:sub(1, 23):gsub("_+$", "")
  name = name ~= "" and name or "puzzle"
  return wording.one_of(name, games.names()) and name .. "_puzzle" or name
end

--- The name of the game in a file, which is not read as a whole; nil if it seems to have none.
---@param text string
---@return string|nil
function title.name_in(text)
  local found
  for line in characters.unified(text:sub(1, head_bytes)):gmatch "[^\n]+" do
    local word, rest = line:match "^%s*(%a+)%s*(.-)%s*$"
    word = word and word:lower()
    if word == "objects" and rest == "" then
      return title.name(found)
    elseif word == "title" then
      found = rest:match "^[^(]*"
    end
  end
end

--- What is to be done in a game: the first sentence of the first comment, without its full stop, if
--- that stands in front of the first section.
---@param text string
---@return string|nil
function title.aim_in(text)
  local before = {}
  for line in characters.unified(text:sub(1, head_bytes)):gmatch "([^\n]*)\n" do
    if line:lower():find "^%s*objects%s*$" then
      break
    end
    before[#before + 1] = line
  end
  local head = table.concat(before, "\n") .. "\n"
  local aim = head:match "^[^(]*%(%s*([^()]-)%.[%s)]"
  aim = aim and aim:gsub("%s+", " ") or ""
  return aim ~= "" and (utf8.len(aim) or #aim) <= aim_most and aim or nil
end

--- A title and what stands behind it, as the summary of a game has them.
---@param name string
---@param aim string|nil
---@return string
function title.summary(name, aim)
  return aim and name .. ": " .. aim:gsub("^%u%f[%l]", string.lower) or name
end

return title
