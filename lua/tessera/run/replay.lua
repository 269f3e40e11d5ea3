--- Replays a recording: draws it into files, or plays it in the terminal.

local cli = require "tessera.run.cli"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local process = require "tessera.process"
local usage = require "tessera.base.usage"

local replay = {}

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

---@class tessera.Replay a recording that is to be replayed
---@field path string where it comes from, for messages
---@field text string
---@field title string

local function fail(status, format, ...)
  cli.die("replay", format:format(...), status)
end

--- Replays a recording whose game is known by now.
---@param what tessera.Replay
---@param options table
function replay.run(what, options)
  local made, why = require("tessera.draw.recording").read(what.text)
  if not made then
    error({ message = ("%s: %s"):format(what.path, why) }, 0)
  end
  local title = what.title == made.game and what.title or ("%s: %s"):format(made.game, what.title)
  if options.play then
    require("tessera.run.terminal.replay").run(made, title)
  else
    require("tessera.run.pictures").write(made, title, options)
    process.flush()
  end
end

--- Replays a recording of the game that a user's file has returned.
---@param about tessera.About|nil nil if it has returned something else
---@param path string
---@param options table
function replay.of_file(about, path, options)
  local name = replay.game_of(options.replay.text)
  if not about or about.name ~= name then
    error({ message = ("%s: the recording is of %s, and %s has %s"):format(
      options.replay.path, usage.shown(name), path, about and usage.shown(about.name)
      or "no game") }, 0)
  end
  replay.run(options.replay, options)
end

-- ---- finding the game ----

--- The name of a recording's game; nil if it is no recording.
---@param text string
---@return string|nil
function replay.game_of(text)
  return text:match "^tessera play 1\r?\ntessera (%l[%w_]*) "
end

local function read(path)
  local file, why = io.open(path, "rb")
  if not file then
    return nil, why
  end
  local text, unread = files.read_all(file)
  file:close()
  return text, unread
end

-- The Lua files of a folder, those that are called like the game first.
local function candidates(folder, name)
  local paths = { folder .. name .. ".lua" }
  local listing = io.popen(("ls -- %s 2>/dev/null"):format(quote(folder)))
  for file in listing and listing:lines() or function() end do
    if file:find "%.lua$" and file ~= name .. ".lua" then
      paths[#paths + 1] = folder .. file
    end
  end
  return paths
end

-- The file beside the recording, or in the folder above, that says `name = "NAME"`.
local function find_file(path, name)
  local folder = path:match "^(.*/)" or "./"
  local line = "name%s*=%s*[\"']" .. name .. "[\"']"
  for _, place in ipairs { folder, folder .. "../" } do
    for _, candidate in ipairs(candidates(place, name)) do
      local known = process.regular_file(candidate)
      local text = known and read(candidate)
      if text and text:find(line) then
        return candidate
      end
    end
  end
end

local function read_recording(path)
  local text, why
  if path then
    text, why = read(path)
  else
    text, why = files.read_all(io.stdin)
  end
  return text or fail(1, "cannot read %s: %s", path or "the standard input", why)
end

--- Replays the recording in a file and ends the process.
---@param path string|nil nil: the standard input
---@param options table of the command `replay`
function replay.file(path, options)
  local text = read_recording(path)
  local name = replay.game_of(text)
  local what = { path = path or "-", text = text,
    title = (path or "a recording"):match "([^/]*)$":gsub("%.play$", "") }
  if not name then
    fail(1, "%s: it is no recording (expected the lines 'tessera play 1' and 'tessera GAME 1')",
      what.path)
  end
  options.play = not require("tessera.run.pictures").wanted(options)
  if options.play then
    require("tessera.run.terminal.replay").check()
  end
  if usage.one_of(name, games.names()) then
    if options.play then
      require("tessera.run.file").guarded(what.path, options, function()
        replay.run(what, options)
      end)
    end
    replay.run(what, options)
    return
  end
  local file = options.game or find_file(path or "./", name)
  if not file then
    fail(1, "%s: no file of the game %s is beside the recording or in the folder above"
      .. " (--game FILE.lua names it)", what.path, usage.shown(name))
  end
  options.replay, options.arguments = what, {}
  require("tessera.run.file").run(file, options)
end

return replay
