---@meta

--- Which games the library has in C.
---
--- ```lua
--- print(table.concat(builtin.games, " "):match "samegame tower")  --> samegame tower
--- ```
---@class tessera.builtin
---@field games string[] the names of the games in C, sorted
local builtin = {}

return builtin
