--- Makes a module of the text of a PuzzleScript file.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local parse = require "tessera.puzzlescript.parse"
local registry = require "tessera.puzzlescript.registry"
local title = require "tessera.puzzlescript.title"

-- "line 12, column 3: ...", of a warning "line 12: warning: ...".
local function told(entry)
  local place = entry.line and ("line %d%s: "):format(entry.line,
    entry.column and (", column %d"):format(entry.column) or "") or ""
  return place .. (entry.kind == "warning" and "warning: " or "") .. entry.text
end

local function list_of(game, kind)
  local list = {}
  for _, entry in ipairs(game.diagnostics) do
    if entry.kind == kind or not kind then
      list[#list + 1] = told(entry)
    end
  end
  return list
end

--- What `puzzlescript.read` does with arguments that are in order.
---@param text string
---@param lenient? boolean
---@return tessera.PuzzleGame|nil game
---@return string|nil errors
return function(text, lenient)
  local game = parse(text)
  local program = game.playable and compile(game) or nil
  local plays = program and game.playable and (lenient or game.errors == 0)
  if not plays then
    diagnostics.complete(game, text)
    return nil, table.concat(list_of(game, "error"), "\n")
  end
  game.aim = title.aim_in(text)
  local module = registry.define(title.name(game.title), game, program, core)
  module.warnings = list_of(game)
  return module
end
