--- Writes what a gallery shows of the games of the project, as JSON:
---
---     lua5.4 web/gallery.lua build/web/gallery.json
---
--- - `genres`: lists of a name and its title, in their order
--- - `games`: by the names of their files `title`, `aim`, `genre`, `game` (the name under which a
---   page keeps what is solved), `effort`, `keys` (what its levels are called there, behind the
---   game's name), `players`
---
--- The aim is what stands behind the title in the summary. In the first comment of a game in
--- PuzzleScript stands "Genre: push.", too.
---
--- `effort` is how many decisions the plays hold that come with a game: an action that is one of
--- eight counts as three, the binary logarithm. It is the mean of the levels with a solution
--- beside them, or else that of the recorded plays. So a game with long solutions is hard, and so
--- is one with many ways at each step.

package.path = "lua/?.lua;" .. package.path
package.cpath = (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath

local builtin = require "tessera.builtin"
local collection = require "tessera.levels.collection"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local genres = require "tessera.base.genres"
local json = require "dkjson"
local levels = require "tessera.levels.levels"
local loading = require "tessera.api.loading"
local maps = require "tessera.base.maps"
local session = require "tessera.session"

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a"
end

local function fail(path, what)
  error(("%s: %s"):format(path, what), 0)
end

-- ---- how much there is to decide ----

local measure = {}
measure.__index = measure

local function new_measure()
  return setmetatable({ bits = 0, plays = 0 }, measure)
end

-- A play, as a function that is called with each of its actions.
function measure:play(state)
  local begun = false
  return function(action)
    if state:outcome() then
      return
    end
    local bits = math.log(math.max(1, #state:actions()), 2)
    if state:apply(action) then
      self.plays, begun = self.plays + (begun and 0 or 1), true
      self.bits = self.bits + bits
    end
  end
end

-- Rounded, since the last digits of a logarithm are not the same on every machine.
function measure:mean()
  return self.plays > 0 and math.floor(10 * self.bits / self.plays + 0.5) / 10 or nil
end

-- Of the solutions that stand beside the levels of a file.
local function of_levels(module, text)
  local made = new_measure()
  local source = levels.open(module, levels.lines(text), function(line, _, why)
    fail("line " .. line, why)
  end)
  for level in source.level do
    source.actions(made:play(assert(levels.start(module, level, {}))))
  end
  return made:mean()
end

-- Of recorded plays.
local function of_plays(paths)
  local made = new_measure()
  for _, path in ipairs(paths) do
    local text = assert(read(path))
    local state, why = session.read(text)
    local step = made:play(state or fail(path, why))
    for action in text:gmatch "\n> ([^\n]*)\n< ok" do
      step(action)
    end
  end
  return made:mean()
end

-- ---- the games ----

local found = {}

local function add(path, name, playable, about)
  local keys = {}
  for i, level in ipairs(playable.list) do
    keys[i] = collection.key(playable.game, level.text):match " (.*)$"
  end
  found[name] = { title = about.title, aim = (about.aim:gsub("^%l", string.upper)),
    genre = about.genre or fail(path, "no genre"), game = playable.game,
    effort = about.effort or fail(path, "no play"), keys = keys, players = playable.players }
end

-- "Sokoban" and "push every box onto a target".
local function split(path, summary)
  local title, aim = (summary or ""):match "^([^:]+): *(.+)$"
  return title or fail(path, "no aim in its summary"), aim
end

local function load(path, name, more)
  local module = loading.run({ source = assert(read(path)), path = path:match "[^/]+$" }, print)
  games.use { [maps.about(module).name] = module }
  return module, loading.of_module(module, { path = name, levels = more })
end

for _, file in ipairs(files.list "samples/games") do
  local name = file:match "^([^_]+)%.lua$"
  if name then
    local path, list = "samples/games/" .. file, read(("samples/games/levels/%s.txt"):format(name))
    local module, playable = load(path, name, list)
    local title, aim = split(path, module.summary)
    add(path, name, playable, { title = title, aim = aim, genre = maps.about(module).genre,
      effort = of_levels(module, list) })
  end
end

for _, file in ipairs(files.list "samples/puzzlescript") do
  local name = file:match "^(.+)%.txt$"
  if name then
    local path = "samples/puzzlescript/" .. file
    local module, playable = load(path, name)
    local text = read(path)
    local title, aim = split(path, module.summary)
    add(path, name, playable, { title = title, aim = aim, genre = text:match "Genre: (%l+)%.",
      effort = of_plays { ("samples/puzzlescript/plays/%s.play"):format(name) } })
  end
end

for _, name in ipairs(builtin.games) do
  local path, plays = ("scripts/%s.lua"):format(name), {}
  for _, file in ipairs(files.list("samples/" .. name)) do
    plays[#plays + 1] = file:find "%.play$" and ("samples/%s/%s"):format(name, file) or nil
  end
  local command = loading.command(name)
  local title, aim = split(path, command.summary)
  add(path, name, loading.of_game(name, {}), { title = title, aim = aim, genre = command.genre,
    effort = of_plays(plays) })
end

local known = {}
for i, genre in ipairs(genres) do
  known[i] = { genre.name, genre.title }
  known[genre.name] = true
end
for name, game in pairs(found) do
  if not known[game.genre] then
    fail(name, "there is no genre " .. game.genre)
  end
end

local names = {}
for name in pairs(found) do
  names[#names + 1] = name
end
table.sort(names)
local out <close> = assert(io.open(arg[1], "wb"))
out:write(json.encode({ genres = { table.unpack(known) }, games = found }, { keyorder = names }))
