--- The list of games of `run.lua play` without a game: those that come with Tessera, and the
--- samples beside it. Somebody chooses one in a child, whose exit status says which.

local broker = require "tessera.userfile.broker"
local builtin = require "tessera.builtin"
local child = require "tessera.run.terminal.child"
local console = require "tessera.base.console"
local files = require "tessera.base.files"
local process = require "tessera.process"
local process_limits = require "tessera.userfile.process_limits"
local requests = require "tessera.run.requests"
local screen = require "tessera.run.terminal.screen"
local title = require "tessera.puzzlescript.title"
local wording = require "tessera.base.wording"

local choose = {}

local first_status, most = 100, 150 -- the exit status of the first game; how many are listed
local head_bytes = 4000
local samples = " More are in the folder samples of the sources: play FILE."

---@class tessera.ChoosableGame
---@field path string the name of a game in C, or a file
---@field name string
---@field title string

---@class tessera.Chooser
---@field all tessera.ChoosableGame[]
---@field list tessera.ChoosableGame[] those that have what is typed
---@field typed string
---@field at integer the one that is chosen, from 1; 0: there is none
---@field alone boolean no samples lie beside the games in C

-- ---- the games ----

-- What a file says of itself, as far as that can be seen without running it.
local function title_of(path)
  local file <close> = io.open(path, "rb")
  local text = file and file:read(head_bytes) or ""
  local name = text:match "^%s*[Tt]itle ([^\n]+)"
  return text:match '\n%s*summary = "([^"\n]+)"' or name and title.summary(name, title.aim_in(text))
    or ""
end

local function add_folder(list, folder, ending, without)
  for _, name in ipairs(files.list(folder)) do
    local base = name:match("^(.+)%." .. ending .. "$")
    if base and not base:find(without) and #list < most then
      local path = folder .. "/" .. name
      list[#list + 1] = { path = path, name = base, title = title_of(path) }
    end
  end
end

--- The games that can be chosen.
---@param scripts string the folder of the commands, with its slash
---@return tessera.ChoosableGame[]
function choose.games(scripts)
  local list, home = {}, scripts:match "^(.*)scripts/$" or ""
  for _, name in ipairs(builtin.games) do
    local command = dofile(scripts .. name .. ".lua")
    list[#list + 1] = { path = name, name = name, title = command.summary }
  end
  add_folder(list, home .. "samples/games", "lua", "_%l+$")
  add_folder(list, home .. "samples/puzzlescript", "txt", "^$")
  return list
end

-- ---- choosing ----

--- A list of which nothing is typed yet.
---@param all tessera.ChoosableGame[]
---@return tessera.Chooser
function choose.new(all)
  local last = all[#all]
  return { all = all, list = all, typed = "", at = last and 1 or 0,
    alone = last ~= nil and last.path == last.name }
end

-- Those whose names begin so come first, then those that have it somewhere.
local function sift(self)
  local typed, others = self.typed:lower(), {}
  self.list = {}
  for _, game in ipairs(self.all) do
    if game.name:sub(1, #typed) == typed then
      self.list[#self.list + 1] = game
    elseif (game.name .. " " .. game.title):lower():find(typed, 1, true) then
      others[#others + 1] = game
    end
  end
  table.move(others, 1, #others, #self.list + 1, self.list)
  self.at = self.list[1] and 1 or 0
end

local steps = { up = -1, down = 1, pageup = -10, pagedown = 10, home = -most, ["end"] = most,
  ["wheel-up"] = -1, ["wheel-down"] = 1 }

--- A key is pressed.
---@param self tessera.Chooser
---@param key string
---@return "chosen"|"quit"|nil
function choose.press(self, key)
  if steps[key] then
    self.at = math.max(math.min(1, #self.list), math.min(#self.list, self.at + steps[key]))
  elseif key == "enter" then
    return self.at > 0 and "chosen" or nil
  elseif key == "esc" or key == "ctrl-c" then
    return "quit"
  elseif key == "backspace" and self.typed ~= "" then
    self.typed = self.typed:sub(1, utf8.offset(self.typed, -1) - 1)
    sift(self)
  elseif (key == "space" or utf8.len(key) == 1) and #self.typed < 40 then
    self.typed = self.typed .. (key == "space" and " " or key)
    sift(self)
  end
end

--- The lines of the screen.
---@param self tessera.Chooser
---@param width integer
---@param height integer
---@return string[]
function choose.lines(self, width, height)
  local room, wide = math.max(1, height - 3), 0
  local from = math.max(1, math.min(self.at - room // 2, #self.list - room + 1))
  local lines = { "\27[1m" .. wording.cut(" Which game? " .. self.typed .. "_", width) }
  for _, game in ipairs(self.all) do
    wide = math.max(wide, #game.name)
  end
  for i = from, math.min(#self.list, from + room - 1) do
    local game = self.list[i]
    local text = ("%s %s%s  %s"):format(i == self.at and ">" or " ", game.name,
      (" "):rep(wide - #game.name), wording.line(game.title))
    lines[#lines + 1] = (i == self.at and "\27[7m" or "") .. wording.cut(text, width)
  end
  local said = not self.list[1] and " No game has this in its name." or self.alone and samples or ""
  lines[#lines + 1] = wording.cut(said, width)
  lines[#lines + 1] = wording.cut(" arrows choose  Enter plays  letters search  Esc quit", width)
  return lines
end

-- Lets somebody choose, in the child that holds the terminal. Does not return.
local function ask(self)
  local opened = assert(screen.open())
  console.at_end(function()
    opened:leave()
  end)
  local answer
  repeat
    opened:show(choose.lines(self, opened.columns, opened.rows))
    local key = opened:next()
    local signal = key and key:match "^signal (%d+)$"
    if signal then
      opened:leave()
      process.die(math.tointeger(tonumber(signal)))
    end
    answer = key and key ~= "resize" and choose.press(self, key)
  until answer
  opened:leave()
  for i, game in ipairs(self.all) do
    if answer == "chosen" and game == self.list[self.at] then
      os.exit(first_status + i - 1)
    end
  end
  os.exit(0)
end

--- The path or the name of the game that somebody chooses; ends the process if none is chosen.
---@param options tessera.FileOptions
---@return string
function choose.game(options)
  local games = choose.games(console.scripts)
  process.default_signals()
  local how, number = child.fork(process_limits.of(options, true), broker.answers({ paths = {} },
    requests.answers))
  if not how then
    ask(choose.new(games))
  end
  local chosen = how == "exit" and games[number - first_status + 1]
  if how == "signal" then
    process.die(number)
  elseif not chosen then
    os.exit(number)
  end
  return chosen.path
end

--- Where there is no terminal: says in one line which games there are, and ends the process.
function choose.refuse()
  console.wrong_usage("play", "name a game: %s, or a file such as my.lua (try --help)",
    table.concat(builtin.games, ", "))
end

return choose
