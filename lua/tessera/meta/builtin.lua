---@meta

--- What was linked into the library of C.
---@class tessera.builtin
---@field games string[] the names of the games in C, sorted
local builtin = {}

return builtin
