--- What a page can ask for. Each call gets the desk and the arguments, and returns a table that
--- becomes JSON. An error is raised as a table with `message`, or as the script has raised it.
--- What is not needed to play is required by the call that needs it: a page gets it later.

local builtin = require "tessera.builtin"
local characters = require "tessera.base.characters"
local collection = require "tessera.levels.collection"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local frame = require "tessera.draw.frame"
local fresh = require "tessera.play.fresh"
local game = require "tessera.game"
local games = require "tessera.base.games"
local introduction = require "tessera.web.introduction"
local labels = require "tessera.base.labels"
local level_texts = require "tessera.levels.levels"
local loading = require "tessera.api.loading"
local lurd = require "tessera.levels.lurd"
local maps = require "tessera.base.maps"
local offers = require "tessera.play.offers"
local seat = require "tessera.web.seat"
local svg = require "tessera.draw.svg"
local view = require "tessera.web.view"
local wording = require "tessera.base.wording"

local calls = {}

-- Calls that need no game; those that need no level; those whose text is for files and stays as it
-- is.
local without_game = { about = true, load = true, recording_game = true, close = true }
local without_play = setmetatable({ begin = true, preview = true }, { __index = without_game })
local exact = { record = true, save = true, put = true }

local completions_most = 100
local examine_nodes, examine_memory = 300000, 1 << 28

local function fail(format, ...)
  loading.fail(format:format(...))
end

-- An argument that is a whole number, at least `least`.
local function whole(request, name, least)
  local value = type(request[name]) == "number" and math.tointeger(request[name])
  return value and value >= least and value
    or fail("%s: expected a whole number from %d on, got %s", name, least,
      errors.shown(request[name]))
end

local function text_of(request, name)
  return request[name] or fail("%s: expected a text, got nil", name)
end

-- A `progress` that tells the page how far a search is, and stops if the page says so.
local function watch(desk)
  return function(progress)
    return desk.post { nodes = progress.nodes, positions = progress.positions,
      depth = progress.depth, best = progress.best }
  end
end

-- ---- loading ----

-- The seat for a game, with the puzzle that the page has kept.
local function take_seat(desk, request, playable, module)
  local study = desk.files[fresh.file_of(desk.path)]
  playable.generator = desk.source ~= nil and study ~= nil and study:find "generator" ~= nil
  if request.puzzle then
    require("tessera.web.puzzles").add(desk, playable, module, request.puzzle)
  end
  desk.seat = seat.new(playable, { touch = request.touch })
end

-- Begins the level or restores the play. What is wrong with a level is told beside all else, so
-- that it can be mended.
local function begin(desk, request, result, fault)
  local at, play = desk.seat, request.play
  local fine, wrong = pcall(function()
    local list = at.playable.list
    if fault then
      error(fault, 0)
    elseif not list[1] then
      loading.fail("there is no level: write a map", "levels")
    end
    local number, none = collection.find(list, play and play.level or request.level)
    if play then
      at:restore(number or #list, play.actions)
      at:say(none and ("There is no level %s: this is level %d."):format(errors.shown(play.level),
        #list))
    elseif none then
      fail("%s", none)
    else
      at:begin(number)
    end
    result.view, result.letters = view.of(at), at:has_letters()
  end)
  if not fine then
    fault = loading.fault(wrong, desk.path)
    result.problem = { message = fault.message, file = fault.file, line = fault.line,
      column = fault.column }
    result.tiles = view.tiles(at)
  end
  return result
end

local function load_source(desk, request)
  local value = loading.run(request, desk.print)
  if game.is(value) then
    local about = maps.about(value)
    desk.games[about.name] = value -- whatever else has its name
    local playable, fault = loading.of_module(value, request)
    take_seat(desk, request, playable, value)
    local found = introduction.of(desk, about, about.summary)
    found.map = maps.rows(value)
    return begin(desk, request, found, fault)
  end
  local study = package.loaded["tessera.study"]
  if value == loading.study or study and study.is(value) then
    return { kind = "study" }
  end
  local list = value ~= nil and require("tessera.scenario").list(value, request.path)
  if list then
    return require("tessera.web.pictures").scenarios(list)
  elseif value ~= nil then
    fail("%s", games.not_one(request.path, value, "no game and no list of scenarios"))
  end
  return { kind = "none" }
end

-- Puts the saved state in front of the levels.
local function with_saved(playable, text)
  local module = games.find(playable.game)
  local fine, state = pcall(module.load, text)
  if not fine then
    fail("the saved state: %s", errors.stripped(tostring(state)))
  end
  playable.list = { collection.of_state("saved", state) }
end

--- Loads a source or a game in C, with its levels, and begins to play it.
function calls.load(desk, request)
  desk.seat, desk.games, desk.files = nil, {}, request.files or {}
  games.use(desk.games)
  files.provide(desk.files)
  desk.path, desk.source = request.path or "game.lua", request.source
  request.path = desk.path
  if request.game == nil then
    text_of(request, "source")
    return load_source(desk, request)
  end
  local name = text_of(request, "game")
  local playable, fault = loading.of_game(name, request)
  take_seat(desk, request, playable, games.find(name))
  if request.saved then
    with_saved(playable, text_of(request, "saved"))
  end
  return begin(desk, request, introduction.of(desk, nil, loading.command(name).summary), fault)
end

function calls.close() end -- the host forgets the desk

--- The games in C.
function calls.about()
  local list = {}
  for i, name in ipairs(builtin.games) do
    local summary = loading.command(name).summary
    list[i] = { name = name, summary = summary, title = summary:match "^([^:]+):" or summary }
  end
  return { games = list }
end

-- ---- playing ----

local function viewed(desk, more)
  local result = more or {}
  result.view = view.of(desk.seat)
  return result
end

function calls.begin(desk, request)
  local at = desk.seat
  local number = whole(request, "level", 1)
  if not at.playable.list[number] then
    fail("there is no level %d", number)
  end
  at:begin(number)
  return viewed(desk)
end

--- What a level looks like at its beginning.
function calls.preview(desk, request)
  local number = whole(request, "level", 1)
  return desk.seat.playable.list[number] and view.preview(desk.seat, number)
    or fail("there is no level %d", number)
end

-- Whatever would change the play leaves a recording that is looked at.
local function seated(desk)
  if desk.seat.shown then
    desk.seat:resume()
  end
  return desk.seat
end

function calls.key(desk, request)
  local at, key, command = seated(desk), text_of(request, "key"), nil
  if not at:wake(key) then
    command = at:press(key)
  end
  return viewed(desk, { command = command })
end

function calls.click(desk, request)
  local at = seated(desk)
  local row, column = view.place(at, whole(request, "row", 1), whole(request, "column", 1))
  at:wake "click"
  at:click(row, column, request.second == true)
  return viewed(desk)
end

--- A piece is dragged from a cell to another one: plays the action that brings it nearest, and
--- tells where the piece is then.
function calls.drag(desk, request)
  local at = seated(desk)
  local place = at:drag({ whole(request, "row", 1), whole(request, "column", 1) },
    { whole(request, "to_row", 1), whole(request, "to_column", 1) }, request.on == true)
  return viewed(desk, { row = place and place[1], column = place and place[2] })
end

--- A recording of the position with another thing in a cell; nothing is played.
function calls.put(desk, request)
  local at = desk.seat
  local row, column = view.place(at, whole(request, "row", 1), whole(request, "column", 1))
  local record = require("tessera.web.edited").record
  return { text = record(at.playable.module, at:seen(), row, column, request.char) }
end

function calls.apply(desk, request)
  local done, why = seated(desk):apply(text_of(request, "action"))
  return viewed(desk, { done = done and not why, why = why })
end

function calls.tick(desk)
  local at = desk.seat
  if at.playable.tick and not at.shown and not at:state():outcome() then
    at:apply "tick"
  end
  return viewed(desk)
end

for _, name in ipairs { "undo", "redo", "restart", "next", "previous" } do
  calls[name] = function(desk)
    seated(desk):command(name)
    return viewed(desk)
  end
end

--- Pauses a game or lets it go on: the other of these, or as `on` says.
function calls.pause(desk, request)
  local at = seated(desk)
  if request.on == nil or request.on ~= at.paused then
    at:command "pause"
  end
  return viewed(desk)
end

function calls.go(desk, request)
  seated(desk):go(whole(request, "step", 0))
  return viewed(desk)
end

--- Plays letters of moves in the level, from its beginning on.
function calls.play_letters(desk, request)
  local at, actions = desk.seat, {}
  if not at:has_letters() then
    fail("%s has other moves than left, up, right and down", at.playable.game)
  end
  lurd.read(level_texts.lines(text_of(request, "text")), function(action)
    actions[#actions + 1] = action
  end, function(line, column, text)
    fail("line %d, column %d: %s", line, column, text)
  end)
  at:restore(at.number, actions)
  return viewed(desk)
end

--- Lets the computer play, or no longer; where a recording is shown, once it is played on.
function calls.against(desk, request)
  local at, method = desk.seat, request.method
  local rivals = offers.rivals(at.playable)
  if method and not rivals[1] then
    fail("the computer plays games for two players, and those whose players act together")
  elseif method and not wording.one_of(method, rivals) then
    fail("there is no method %s here%s", errors.shown(method), errors.hint(method, rivals))
  end
  local as = request.as ~= nil and whole(request, "as", 1) or 1
  if as > at.playable.players then
    fail("%s has %d players", at.playable.game, at.playable.players)
  end
  at.options.against, at.options.as = method or nil, as
  return viewed(desk)
end

-- ---- what is possible ----

function calls.actions(desk)
  return { actions = desk.seat:state():actions() }
end

-- What is read instead of these actions; nil if it is always the same.
local function labels_of(desk, list)
  local read, differs = {}, false
  for i, action in ipairs(list) do
    read[i] = labels.action(desk.seat.playable.controls.module, action)
    differs = differs or read[i] ~= action
  end
  return differs and read or nil
end

function calls.complete(desk, request)
  local list = require("tessera.play.answers").of(desk.seat, text_of(request, "text"))
  local first = table.move(list, 1, math.min(#list, completions_most), 1, {})
  return { actions = first, count = #list, labels = labels_of(desk, first) }
end

--- What is marked on the board for an action that is recommended.
function calls.marks(desk, request)
  local at, action = desk.seat, text_of(request, "action")
  local is_action = errors.pcall(at:state().code, at:state(), action)
  return { marks = is_action and view.marks(at, action) or {} }
end

-- ---- searches ----

function calls.hint(desk)
  local message, action = require("tessera.play.searches").hint(desk.seat:state(), watch(desk))
  return { message = message, action = action }
end

local function limit(request, name)
  return request[name] ~= nil and whole(request, name, 1) or nil
end

function calls.solve(desk, request)
  local actions, why, info = require("tessera.play.searches").solve(desk.seat:seen(), watch(desk),
    { nodes = limit(request, "nodes"), memory = limit(request, "memory") })
  return { actions = actions, labels = labels_of(desk, actions or {}), message = why, info = info }
end

function calls.answer(desk, request)
  local method = request.method or desk.seat.options.against or "mcts"
  return { action = require("tessera.play.searches").answer(desk.seat:state(), method, watch(desk),
    limit(request, "nodes")) }
end

--- A new puzzle, which the page gives to `load`; or a message why there is none.
function calls.puzzle(desk, request)
  whole(request, "seed", 0)
  text_of(request, "difficulty")
  return require("tessera.web.puzzles").make(desk, request)
end

--- What there is to know of the position.
function calls.examine(desk, request)
  local found, info = require("tessera.draw.report").of(desk.seat:seen(), nil, {
    nodes = limit(request, "nodes") or examine_nodes,
    memory = limit(request, "memory") or examine_memory, progress = watch(desk) })
  found.info = info
  return found
end

-- ---- recordings and pictures ----

function calls.record(desk)
  return { text = desk.seat:record() }
end

--- The play in letters of moves.
function calls.letters(desk)
  local text, other = lurd.written(desk.seat:played())
  return { text = text or fail("%s is no move in letters", errors.shown(other)) }
end

function calls.save(desk)
  return { text = desk.seat:seen():save() }
end

--- The game that a recording is of.
function calls.recording_game(_, request)
  local name = characters.unified(text_of(request, "text"))
    :match "^tessera play 1\ntessera (%l[%w_]*) "
  if not name then
    fail("this is no recording (expected the lines 'tessera play 1' and 'tessera GAME 1')")
  end
  return { game = name, builtin = wording.one_of(name, builtin.games) or false }
end

--- Looks at a recording of the game that is loaded.
function calls.replay(desk, request)
  local text = text_of(request, "text")
  local made, wrong = require("tessera.draw.recording").read(text, desk.seat.names, function(first)
    if first:game() ~= desk.seat.playable.game then
      fail("this is a recording of %s, and %s is loaded", first:game(), desk.seat.playable.game)
    end
    seat.check(first)
  end)
  if not made then
    fail("%s", wrong)
  end
  desk.seat:look_at(made)
  return viewed(desk, { game = made.game, count = made.count })
end

local function shown(desk)
  return desk.seat.shown or fail "no recording is looked at"
end

function calls.show(desk, request)
  local step = whole(request, "step", 0)
  desk.seat:show(math.min(step, shown(desk).count))
  return viewed(desk)
end

--- Plays on from a step of the recording.
function calls.resume(desk, request)
  desk.seat:show(math.min(whole(request, "step", 0), shown(desk).count))
  desk.seat:resume()
  return viewed(desk)
end

function calls.svg(desk)
  local state, at = desk.seat:seen(), desk.seat
  return { text = svg.of(frame.of(state), { title = at.playable.title, desc = frame.text(state) }) }
end

--- The play so far as a page.
function calls.film(desk)
  return { page = require("tessera.web.pictures").page(desk.seat) }
end

--- The play so far as boards: the tiles of the first one, and what each step changes.
function calls.frames(desk)
  return require("tessera.web.pictures").frames(desk.seat)
end

return { list = calls, without_game = without_game,
  without_play = without_play, exact = exact }
