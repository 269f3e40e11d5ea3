--- Replays recordings: draws them into files, plays them in the terminal, or records them again.

local broker = require "tessera.userfile.broker"
local characters = require "tessera.base.characters"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local level_input = require "tessera.run.level_input"
local lurd = require "tessera.levels.lurd"
local maps = require "tessera.base.maps"
local outputs = require "tessera.run.outputs"
local process = require "tessera.process"
local rewrite = require "tessera.userfile.rewrite"
local wording = require "tessera.base.wording"

local replay = {}

---@class tessera.Replay a recording that is to be replayed
---@field path string where it comes from, for messages
---@field text string
---@field title string
---@field game string the name of its game
---@field use fun(what: tessera.Replay, options: table, file: string|nil) called when its game is
---known; `file` has the game, if it is written in Lua
---@field write fun(what: tessera.Replay, now: string) `replay.write`
---@field of_file fun(module: tessera.Game|nil, path: string, options: table) `replay.of_file`

local fail = errors.raise

-- ---- what is done with a recording ----

--- How to go on where a recording differs from the game.
---@param why string what session.replay says
---@return string " (...)", or ""
function replay.hint(why)
  return why:find "^line %d+: expected '.-', found " and " (replay --update records it again)" or ""
end

-- Draws a recording into files, or plays it in the terminal.
local function show(made, name, options)
  local about = maps.about(games.of(made:state(0)))
  local game = about and about.title or made.game
  local title = name == made.game and game or ("%s: %s"):format(game, name)
  if options.play then
    require("tessera.run.terminal.replay").run(made, title)
  else
    require("tessera.run.drawings").write(made, title, options)
    process.flush()
  end
end

local function show_text(what, options)
  local made, why = require("tessera.draw.recording").read(what.text)
  if not made then
    fail("%s: %s%s", what.path, why, replay.hint(why))
  end
  show(made, what.title, options)
end

-- Records it again, and writes its file if the game now does something else.
local function renew(what)
  local session = require "tessera.session"
  local now, why = session.renew(what.text)
  if not now then
    fail("%s: %s", what.path, why)
  end
  local last, difference = session.replay(now)
  if not last then
    fail("%s: the game does something else each time: %s", what.path, difference)
  end
  replay.write(what, now == characters.unified(what.text) and what.text or now)
end

-- What a recording is of: its game and its actions.
local function essence(text)
  text = characters.unified(text)
  local lines = { text:match "^tessera play 1\n(tessera %l[%w_]* )" }
  for action in text:gmatch "\n(> [^\n]*)" do
    lines[#lines + 1] = action
  end
  return table.concat(lines, "\n")
end

--- Writes a recording anew, if its game and its actions are the same: the text may come from a
--- child that runs somebody's file.
---
--- Errors: a fault, if they are not, or if the file cannot be written.
---@param what tessera.Replay
---@param now string
function replay.write(what, now)
  if broker.ask("renew", broker.packed { now }) then
    return
  elseif essence(now) ~= essence(what.text) then
    fail("%s is not updated: its actions would change", what.path)
  end
  rewrite.update(what.path, what.text, now)
end

--- Replays a recording with the game that a user's file has returned.
---@param module tessera.Game|nil nil if it has returned something else
---@param path string
---@param options table
function replay.of_file(module, path, options)
  local what, about = options.replay, module and maps.about(module)
  if not about or about.name ~= what.game then
    fail("%s: the recording is of %s, and %s has %s", what.path, errors.shown(what.game), path,
      about and errors.shown(about.name) or "no game")
  end
  what.use(what, options, path)
end

-- ---- letters ----

-- Each is kept with what it changes.
local letters_most = 50000

-- Makes a recording of letters of moves that are played in a level of the game that a user's file
-- has returned.
local function show_letters(module, path, options)
  local about = module and maps.about(module) or fail("%s has no game", path)
  local letters = table.remove(options.arguments)
  if not lurd.are_actions(maps.coder(module)) then
    fail("%s has other moves than left, up, right and down", about.name)
  elseif letters == "-" and options.play then
    fail "the keys come from the standard input: name a file with letters"
  end
  options.arguments = { level_input.path(path, about, options) }
  local opened = level_input.open(module, options, not options.arguments[1])
  local level = level_input.each(opened)() or opened.fail(1, 1, "there is no level")
  local state, actions = level_input.start(opened, level), {}
  local next_line, wrong = level_input.lines(opened, letters)
  local now = state:clone()
  lurd.read(next_line, function(action, line, column)
    if now:outcome() then
      return -- nothing can be played any more
    elseif #actions == letters_most then
      wrong(line, column, ("a replay has %d letters at most"):format(letters_most))
    end
    now:apply(action)
    actions[#actions + 1] = action
  end, wrong)
  show(require("tessera.draw.recording").of(state, actions), level.name or "level " .. level.number,
    options)
end

-- ---- finding the game ----

-- The programs of a folder: Lua files, the one that is called like the game first; then games in
-- PuzzleScript, the one that is called like the recording first: x.txt for x-1.play.
local function candidates(folder, name, path)
  local own = path:match("([^/]*)$"):gsub("%-?%d*%.play$", "") .. ".txt"
  local paths, puzzles = { folder .. name .. ".lua", folder .. own }, {}
  for _, file in ipairs(files.list(folder)) do
    local list = files.is_puzzle(file) and puzzles or files.is_program(file) and paths or {}
    list[#list + 1] = file ~= name .. ".lua" and folder .. file or nil
  end
  return table.move(puzzles, 1, #puzzles, #paths + 1, paths)
end

-- Whether a file seems to have the game of this name: it says `name = "NAME"`, or has such a title.
local function has_game(path, text, name)
  if files.is_puzzle(path) then
    return require("tessera.puzzlescript.title").name_in(text) == name
  end
  return text:find("name%s*=%s*[\"']" .. name .. "[\"']") ~= nil
end

-- The file beside the recording, or in the folder above, that has the game.
local function find_file(path, name)
  local folder = path:match "^(.*/)" or "./"
  for _, place in ipairs { folder, folder .. "../" } do
    for _, candidate in ipairs(candidates(place, name, path)) do
      local known = process.regular_file(candidate)
      local readable, text = pcall(rewrite.read, known)
      if known and readable and has_game(candidate, text, name) then
        return candidate
      end
    end
  end
end

-- Reads a recording whose game is still to be found.
local function open(path, use)
  local text = rewrite.read(path)
  local name = characters.unified(text):match "^tessera play 1\ntessera (%l[%w_]*) "
  if characters.is_utf16(text) then
    fail("%s: %s", path, characters.utf16)
  elseif not name then
    fail("%s: it is no recording (%s)", path, lurd.is_line(text:match "^%s*([^\r\n]*)")
      and "letters of moves stand behind their game and its levels: replay GAME.lua LEVELS LETTERS"
      or "expected the lines 'tessera play 1' and 'tessera GAME 1'")
  end
  local title = (path == "-" and "a recording" or path):match "([^/]*)$":gsub("%.play$", "")
  return { path = path, text = text, title = title, game = name, use = use, write = replay.write,
    of_file = replay.of_file }
end

-- Uses a recording. Returns an exit status and a message, as `user_file.outcome` does.
local function run(what, options)
  if wording.one_of(what.game, games.names()) then
    if options.play then
      require("tessera.run.user_file").guarded(what.path, options, function()
        what.use(what, options)
      end)
    end
    what.use(what, options)
    return 0
  end
  local file = options.game or find_file(what.path == "-" and "./" or what.path, what.game)
  if not file then
    fail("%s: no file of the game %s is beside the recording or in the folder above"
      .. " (--game FILE.lua names it)", what.path, errors.shown(what.game))
  end
  options.replay, options.arguments = what, {}
  return require("tessera.run.user_file").outcome(file, options)
end

--- Uses recordings one after the other. After an error the others follow all the same.
---@param name string the command, for messages
---@param paths string[]
---@param options table of the command
---@param use fun(what: tessera.Replay, options: table, file: string|nil)
---@return integer status the exit status
function replay.each(name, paths, options, use)
  local worst = 0
  for _, path in ipairs(paths) do
    local fine, status, message = pcall(function()
      return run(open(path, use), options)
    end)
    if not fine and not (type(status) == "table" and status.message) then
      error(status, 0)
    elseif not fine then
      console.say(name, status.message)
      worst = math.max(worst, 1)
    else
      if message then
        console.say("run.lua", message)
      end
      worst = math.max(worst, status)
    end
  end
  return worst
end

--- Records plays again, and writes those of which the game now does something else.
---@param paths string[]
---@param options table of the command `replay`
---@return integer status the exit status
function replay.update(paths, options)
  return replay.each("replay", paths, options, renew)
end

local function finish(status, message)
  if message then
    console.die("run.lua", message, status)
  end
  return status
end

local function begin(options)
  options.play = not outputs.wanted(options)
  if options.play then
    require("tessera.run.terminal.replay").check()
  end
end

--- Draws the recording in a file, or plays it.
---@param path string "-": the standard input
---@param options table of the command `replay`
---@return integer status the exit status
function replay.file(path, options)
  local what = open(path, show_text)
  begin(options)
  return finish(run(what, options))
end

--- Draws what the letters of a file play, or plays it.
---@param file string the game's
---@param paths string[] that of the letters; that of the levels before it, unless the game has them
---@param options table of the command `replay`
---@return integer status the exit status
function replay.letters(file, paths, options)
  begin(options)
  options.replay, options.arguments = { of_file = show_letters }, paths
  return finish(require("tessera.run.user_file").outcome(file, options))
end

return replay
