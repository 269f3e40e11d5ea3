--- What stands in front of the first section of a PuzzleScript file: one setting a line.

local colours = require "tessera.puzzlescript.parse.colours"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"

local prelude = {}

local report, shown = diagnostics.report, diagnostics.shown

local with_value, flags, known = {}, {}, {}
for key in ([[title author homepage background_color text_color color_palette key_repeat_interval
  again_interval realtime_interval flickscreen zoomscreen youtube]]):gmatch "%S+" do
  with_value[key] = true
  known[#known + 1] = key
end
for key in ([[run_rules_on_level_start require_player_movement noaction noundo norestart
  norepeat_action scanline throttle_movement debug verbose_logging]]):gmatch "%S+" do
  flags[key] = true
  known[#known + 1] = key
end

local function read_size(state, key, value, at)
  local columns, rows = value:match "^(.-)x(.*)$"
  if not columns or value:find("x", #columns + 2, true) then
    return report(state, "warning", at, "%s needs a size such as 5x3, got %s", key,
      shown(value))
  end
  local size = {}
  for i, text in ipairs { columns, rows } do
    size[i] = text:find "^%s*[+-]?%d%d?%d?%d?%d?%d?%s*$" and math.tointeger(tonumber(text))
    if not size[i] then
      return report(state, "warning", at, "%s needs whole numbers, got %s", key,
        shown(value))
    end
  end
  if size[1] <= 0 or size[2] <= 0 then
    report(state, "warning", at, "%s needs numbers above 0, got %s", key, shown(value))
  end
  state.game[key] = size
end

local function read_colour(state, key, value, at)
  local hex = colours.value(value:match "^#%x%x%x%x%x%x" or value, state.palette)
  if not hex then
    return report(state, "error", at, "%s needs a colour such as pink or #1412fa, got %s%s", key,
      shown(value), diagnostics.guess(state, value, (colours.names())))
  end
  state.game[key] = hex
end

local function read_palette(state, value, at)
  if not colours.has_palette(value) then
    local _, palettes = colours.names()
    return report(state, "error", at, "there is no palette %s%s", shown(value),
      diagnostics.guess(state, value, palettes))
  end
  state.palette = value
end

local function read_value(state, key, value, at)
  local game = state.game
  local low = lines.lowered(value)
  game.settings[key] = value
  if key == "title" or key == "author" then
    game[key] = value
  elseif key == "homepage" then
    game.homepage = value:gsub("^[Hh][Tt][Tt][Pp][Ss]?://", "")
  elseif key == "realtime_interval" then
    local seconds = tonumber(low:match "^%d*%.?%d+" or low:match "^%d+") or 0
    game.realtime = seconds > 0 and seconds or nil
  elseif key == "flickscreen" or key == "zoomscreen" then
    read_size(state, key, low, at)
  elseif key == "background_color" or key == "text_color" then
    read_colour(state, key, low, at)
  elseif key == "color_palette" then
    read_palette(state, low, at)
  elseif key == "youtube" then
    report(state, "warning", at, "youtube has no effect")
  end
end

--- The names of all settings.
prelude.settings = known

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function prelude.line(state, text)
  local at, key, value_at = text:match "^%s*()(%S+)%s*()"
  local value = lines.trimmed(state.raw:match("^[^(]*", value_at))
  if with_value[key] then
    if value == "" then
      return report(state, "error", at, "%s needs a value", key)
    end
    local opened = state.raw:find("(", value_at, true)
    if opened then
      report(state, "warning", opened, "the value of %s ends where the comment begins", key)
    end
    local before = state.prelude_lines[key]
    if before then
      report(state, "warning", at, "%s stands on line %d too; the last one counts", key, before)
    end
    state.prelude_lines[key] = state.number
    read_value(state, key, value, value_at)
  elseif flags[key] then
    if value ~= "" then
      report(state, "warning", value_at, "%s has no value, got %s", key, shown(value))
    end
    state.game.flags[key] = true
  else
    report(state, "error", at, "unknown setting %s%s", shown(key),
      diagnostics.guess(state, key, known))
  end
end

return prelude
