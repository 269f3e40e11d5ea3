--- Specifies the screen of a game, and that no keys whatever lead to an error: every game is played
--- with random keys, on a screen that is only a table.

local builtin = require "tessera.builtin"
local characters = require "tessera.base.characters"
local kept = require "tessera.run.terminal.kept"
local player = require "tessera.run.terminal.player"
local process = require "tessera.process"
local puzzlescript = require "tessera.puzzlescript"
local level_files = require "tessera.run.level_files"
local view = require "tessera.run.terminal.view"
local marks = require "tessera.play.marks"
local rng = require "tessera.rng"
local tower = require "tessera.tower"
local run = require "spec.support.run"
local seeds = require "spec.support.seeds"

-- What `view.lines` makes without colours; the escape sequences around a title and a cursor are
-- shown as "~".
local function lines(picture, width, height, before)
  picture.status = picture.status or { { "moves", 3 } }
  picture.title, picture.mark = picture.title or "Tower", picture.mark or "1/2"
  picture.keys = picture.keys or "? keys"
  local shown, window = view.lines(picture, before, width, height, "none")
  for i, line in ipairs(shown) do
    shown[i] = line:gsub("\27%[[%d;]*[mG]", "~"):gsub(" +$", "")
  end
  return shown, window
end

-- A line as one sees it: what is written at a column stands there.
local function seen(line)
  local cells, at = {}, 1
  for escape, text in ("\27[m" .. line):gmatch "\27%[([%d;]*%a)([^\27]*)" do
    at = math.tointeger(tonumber(escape:match "^(%d+)G$")) or at
    for _, code in utf8.codes(text) do
      cells[at] = utf8.char(code)
      at = at + 1
    end
  end
  for i = 1, 200 do
    cells[i] = cells[i] or " "
  end
  return (table.concat(cells):gsub(" +$", ""))
end

-- What one sees of a screen without colours.
local function screen_of(picture, width, height)
  picture.status, picture.mark = { { "moves", 3 } }, "1/2"
  local shown = view.lines(picture, nil, width, height, "none")
  for i, line in ipairs(shown) do
    shown[i] = seen(line)
  end
  return shown
end

describe("the screen of a game", function()
  it("has a title, the board in the middle, the status, a message and the keys", function()
    assert.same({
      "~ Tower            1/2",
      "",
      "             G",
      "       @   # #",
      "       # # # #",
      "",
      " moves 3",
      " a message that is",
      " long",
      " ? keys",
    }, (lines({ state = tower.new "...G/S.##/####", message = "a message that is long" }, 22, 10)))
  end)

  it("shows a part of a board that is larger, with the cell that has to be seen", function()
    local state = tower.new(("..........\n"):rep(8) .. "S........G\n##########")
    local shown, window = lines({ state = state, focus = { 9, 1 } }, 12, 8)
    assert.same({ "~ Tower  1/2", "", "", " @        G", " ##########", " seen: row…",
      " moves 3", " ? keys" }, shown)
    assert.same({ 7, 4, 1, 10 }, { window.row, window.rows, window.column, window.columns })
    local _, up = lines({ state = state, focus = { 1, 1 } }, 12, 8, window)
    assert.equal(1, up.row)
    local _, same = lines({ state = state, focus = { 9, 2 } }, 12, 8, window)
    assert.equal(7, same.row)
  end)

  it("lists the keys beside the board where there is room for all of them", function()
    local entries = { { "arrows, w a s d", "move" }, { "z, f2", "undo" }, { "q", "quit" } }
    local function shown(width, height)
      return screen_of({ state = tower.new "...G/S.##/####", help = entries, title = "Tower",
        keys = "? keys" }, width, height)
    end
    assert.same({
      " Tower                 1/2",
      "",
      "         G    arrows  move",
      "   @   # #    z       undo",
      "   # # # #    q       quit",
      "",
      " moves 3",
      " ? keys",
    }, shown(27, 8))
    assert.truthy(table.concat(shown(25, 8)):find "quit")
    assert.is_nil(table.concat(shown(24, 8)):find "quit")
    assert.is_nil(table.concat(shown(27, 5)):find "quit")
  end)

  it("marks where a hint leads, also without colours", function()
    local state = dofile("samples/games/sokoban.lua").new "#####\n#@$.#\n#####"
    assert.same({
      " Sokoban  1/2",
      "  # # # # #",
      "  #(@)→ · #",
      "  # # # # #",
      " moves 3",
      " ? keys",
    }, screen_of({ state = state, title = "Sokoban", keys = "? keys",
      marks = marks.of_action(state, "right", nil, {}) }, 14, 6))
  end)

  it("marks the line that has won", function()
    local state = dofile("samples/games/connect4.lua").new "...../ooo../xxx.."
    state:apply "drop 4"
    assert.same({
      " Four           1/2",
      "     · · · · ·",
      "     ○ ○ ○ · ·",
      "    (●(●(●(●)·",
      " moves 3",
      " ? keys",
    }, screen_of({ state = state, title = "Four", keys = "? keys", marks = marks.of_end(state) },
      20, 6))
  end)

  it("finds the cell of a click", function()
    local _, window = lines({ state = tower.new "...G/S.##/####",
      message = "a message that is long" }, 22, 10)
    assert.same({ 3, 8 }, { window.top, window.left })
    assert.same({ 1, 1 }, { view.cell(window, 3, 8) })
    assert.same({ 1, 1 }, { view.cell(window, 3, 9) })
    assert.same({ 3, 4 }, { view.cell(window, 5, 15) })
    assert.is_nil(view.cell(window, 2, 8))
    assert.is_nil(view.cell(window, 3, 7))
    assert.is_nil(view.cell(window, 6, 8))
    assert.is_nil(view.cell(window, 3, 16))
  end)

  it("shows no control characters of a game", function()
    local evil = "a\27[2Jb\7c\u{9B}d\u{202E}e"
    local shown = lines({ state = tower.new "...G/S.##/####", title = evil, mark = evil,
      message = evil, status = { { evil, evil } }, keys = evil }, 200, 20)
    assert.is_nil(table.concat(shown):find "%c")
    assert.is_nil(table.concat(shown):find("\u{202E}", 1, true))
    assert.is_truthy(table.concat(shown):find("a\\x1B[2Jb\\x07c", 1, true))
  end)

  it("fits into any window", function()
    local state = tower.new "...G/S.##/####"
    for width = 1, 30 do
      for height = 1, 12 do
        local shown = lines({ state = state, message = "a message that is long",
          cursor = { 2, 1 } }, width, height)
        assert.is_true(#shown >= 1, width .. " x " .. height)
      end
    end
  end)

  it("wraps words, also those that are too long", function()
    assert.same({ "one two", "three" }, view.wrapped("one two three", 8, 9))
    assert.same({ "one two" }, view.wrapped("one two three", 8, 1))
    for _, line in ipairs(view.wrapped(("x"):rep(50) .. " y " .. ("é"):rep(30), 7, 99)) do
      assert.is_true(utf8.len(line) <= 7, line)
    end
  end)
end)

local keys = { "up", "down", "left", "right", "w", "a", "s", "d", "enter", "space", "esc", "z", "y",
  "r", "n", "p", ":", "?", "tab", "backspace", "1", "2", "7", "9", "0", "g", "f", "t", "X", "A",
  "click 5 9", "click 8 20", "right-click 6 14", "click 1 1", "click 99 99", "wheel-up",
  "wheel-down", "resize", "home", "pageup", "shift-left", "ä", "alt-x", "f2", "f4" }

-- A screen that presses random keys, and looks at the lines.
local function fake(random, count)
  local screen = { rows = 24, columns = 80, depth = "256", left = count }
  function screen.next(self, seconds)
    if self.left == 0 then
      return "ctrl-c"
    elseif seconds == 0 and random:below(3) > 0 then
      return nil
    elseif seconds and seconds > 0 then
      return nil -- a tick
    end
    self.left = self.left - 1
    if random:below(20) == 0 then
      self.rows, self.columns = 3 + random:below(40), 5 + random:below(120)
    end
    return keys[random:below(#keys) + 1]
  end
  function screen.show(_, shown)
    assert(#shown >= 1)
  end
  function screen.clock(self)
    return -self.left
  end
  function screen.push(self)
    self.left = 0
  end
  return screen
end

-- What is kept of a play; now and then it is compared with a recording, if somebody is to move.
local function watched(game, seed)
  local bytes, random, compared = "", rng.new(seed), 0
  process.keep = function(length, text)
    bytes = bytes:sub(1, length) .. text
  end
  local made = kept.new(game)
  local follow, head = made.follow, bytes
  function made.follow(self, play, round)
    follow(self, play, round)
    if random:below(8) == 0 then
      local recorded = play:count() > 0 and play:record():gsub("end\n$", "") or ""
      assert.equal(head .. characters.lines(recorded), bytes)
      compared = compared + (play:count() > 0 and 1 or 0)
    end
  end
  return made, function()
    return compared
  end
end

describe("F1", function()
  it("shows the keys, and hides them", function()
    run.in_folder(function(folder)
      local pressed, shown = { "f1", "f1", "ctrl-c" }, {}
      local screen = { rows = 24, columns = 80, depth = "none", clock = function() return 0 end }
      function screen.next(_, seconds)
        return seconds ~= 0 and table.remove(pressed, 1) or nil
      end
      function screen.show(_, rows)
        shown[#shown + 1] = table.concat(rows, "\n"):find("show or hide the keys", 1, true) ~= nil
      end
      local path = "samples/games/sokoban.lua"
      player.new(screen, level_files.of_module(path, dofile(path), { arguments = {} }),
        { path = folder .. "/progress" }):run()
      assert.same({ false, true, false }, shown)
    end)
  end)
end)

describe("any keys", function()
  local keep = process.keep

  teardown(function()
    process.keep = keep
  end)

  -- Returns how often what is kept was compared with a recording.
  local function play(playable, seed, options)
    local compared
    run.in_folder(function(folder)
      options.path = folder .. "/progress"
      local screen = fake(rng.new(seed), seeds.all and 300 or 100)
      options.kept, compared = watched(playable.game, seed)
      local playing = player.new(screen, playable, options)
      playing:run()
      assert.equal(0, screen.left)
    end)
    return compared()
  end

  it("are recorded while they are played", function()
    local command = dofile "scripts/tower.lua"
    local compared = play(level_files.of_game("tower", command, { arguments = {} }), 1, {})
    assert.is_true(compared > 5)
  end)

  for _, name in ipairs(builtin.games) do
    it("lead to no error: " .. name, function()
      local script = dofile("scripts/" .. name .. ".lua")
      local playable = level_files.of_game(name, script, { arguments = {} })
      for seed = 1, 2 do
        play(playable, seed, {})
      end
    end)
  end

  for _, name in ipairs { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug",
    "tumble", "vault" } do
    it("lead to no error: PuzzleScript, " .. name, function()
      local path = "samples/puzzlescript/" .. name .. ".txt"
      play(level_files.of_module(path, assert(puzzlescript.open(path)), { arguments = {} }), 1, {})
    end)
  end

  for _, entry in ipairs(require "spec.support.lua_games") do
    local name = entry.file
    it("lead to no error: " .. name, function()
      local path = "samples/games/" .. name .. ".lua"
      local playable = level_files.of_module(path, dofile(path), { arguments = {} })
      for seed = 1, 2 do
        play(playable, seed,
          playable.players == 2 and { against = "random", as = seed % 2 + 1 } or {})
      end
    end)
  end
end)

describe("the bell", function()
  -- How often it is rung for each key.
  local function rung(path, level, bell, ...)
    local count, list = 0, {}
    local screen = { rows = 24, columns = 80, depth = "none", show = function() end,
      ring = function()
        count = count + 1
      end }
    local playable = level_files.of_module(path, dofile(path), { arguments = {} })
    local made = player.new(screen, playable, { path = "/dev/null/none", bell = bell })
    made:begin(level)
    for i, key in ipairs { ... } do
      count = 0
      made:press(key)
      list[i] = count
    end
    return list
  end

  it("rings once for what is heard of an action, and only where it is wanted", function()
    local sokoban = "samples/games/sokoban.lua"
    assert.same({ 0, 1, 0 }, rung(sokoban, 1, true, "down", "right", "z"))
    assert.same({ 0, 0, 0 }, rung(sokoban, 1, false, "down", "right", "z"))
  end)

  it("is asked of the parent, which rings it only if the command line says so", function()
    local requests = require "tessera.run.requests"
    local fine, err = pcall(requests.answers.ring, { plays = true })
    assert.is_false(fine)
    assert.equal("nobody wants a bell", err.message)
  end)
end)
