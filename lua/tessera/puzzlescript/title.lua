--- The title of a game, and the name by which recordings and lists of solved levels call it.

local characters = require "tessera.base.characters"
local games = require "tessera.base.games"
local wording = require "tessera.base.wording"

local title = {}

local head_bytes = 65536 -- the title stands in front of the first section

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

return title
