--- Specifies the errors for wrong arguments of functions in C. Each line has a call, the number of
--- the argument and the message (three dots: and so on), or the whole error.

local games = require "spec.support.games"
local raised = require "spec.support.raised"

local env = { print = print }
for _, name in ipairs { "grid", "reader", "rng", "process", "lua_game", "search_core", "states",
  table.unpack(games) } do
  env[name] = require("tessera." .. name)
end
env.names = env.grid.legend { ["."] = "empty", b = "box", groups = { solid = { "box" } } }
env.lamps = require "tessera.game" { name = "lamps", legend = { ["."] = "off", ["*"] = "on" },
  moves = { "go <column>" }, fields = { n = 0, list = { size = 3 } }, apply = function() end }

-- A state or an object of each kind.
function env.T() return env.tower.new "....G/SI..#/#II##" end
function env.J() return env.jewelry.new "ROYG/YRGO/ORYG/GYOR" end
function env.R() return env.robots.new "..+../...../..@../+...." end
function env.H() return env.horizontally.new(nil, { rows = 3, columns = 3 }) end
function env.S() return env.samegame.new "13522/22351/12355" end
function env.G() return env.grid.new "b./.." end
function env.N() return env.grid.new("b./..", env.names) end
function env.X() return env.reader.new "a b" end
function env.W() return env.rng.new(1) end
function env.L() return env.lamps.new "*.." end
env.LIMITS = { nodes = 1, memory = 1, disk = 0 }

local function misuse(what, lines)
  describe("misuse of " .. what, function()
    for line in lines:gmatch "[^\n]+" do
      local code, expected = line:match "^%s*(.-) %-%-> (.*)$"
      it(code, function()
        local call = load("return " .. code, "=misuse", "t", env)
          or assert(load(code, "=misuse", "t", env))
        local message = tostring(raised(call)):gsub("^misuse:1: ", "")
        local number, name, why = message:match "^bad argument #(%d+) to '([%w_?]+)' %((.*)%)$"
        if number then
          assert.is_truthy(name == "?" or code:find(name, 1, true), message)
          message = number .. ": " .. why
        end
        if expected:find "%.%.%.$" then
          message = message:sub(1, #expected - 3) .. "..."
        end
        assert.are.equal(expected, message)
      end)
    end
  end)
end

misuse("tower", [[
  tower.new() --> 1: string expected, got nil
  tower.new {} --> 1: a map is a text or a grid; options come behind it
  tower.new("..G/S##", 7) --> 2: table expected, got number
  tower.new("..G/S##", { rows = 2 }) --> 2: tower has no options
  tower.new "..G" --> 1: the number of rows is 1, expected 3..2000
  tower.new(("."):rep(2001)) --> 1: the number of rows is 1, expected 3..2000
  tower.new(grid.new(2001, 3)) --> 1: the number of rows is 2001, expected 3..2000
  T():moveto(1e15) --> 1: expected -999999999999999..999999999999999, got 1000000000000000
  T():moveto(2.5) --> 1: number has no integer representation
  T():climb "up" --> 1: expected "left" or "right"
  T():push(7) --> 1: expected "left" or "right"
  T():cell(4, 1) --> 1: expected 1..3, got 4
  T():cell(1, 6) --> 2: expected 1..5, got 6
  T():apply() --> 1: string expected, got no value
  T():apply {} --> 1: string expected, got table
  T():apply(0.5) --> 1: number has no integer representation
  T():apply "PUSH  RIGHT" --> 1: 'PUSH  RIGHT' is no action of tower
  T():apply "PUSH \0\127" --> 1: 'PUSH \x00\x7F' is no action of tower
  T():apply("MOVETO 2", 7) --> 2: table expected, got number
  T():apply_all() --> 1: string expected, got nil
  T():apply_all { "MOVETO 2", true } --> 1: action 2: 'true' is no action of tower
  T():apply_all "MOVETO 2\n\nPULL UP\n" --> 1: line 3: 'PULL UP' is no action of tower
  T():why "JUMP" --> 1: 'JUMP' is no action of tower
  T():text {} --> 1: string expected, got table
  T():code "JUMP" --> 1: 'JUMP' is no action of tower
  T():score(2) --> 1: expected 1, got 2
  T():score(0) --> 1: expected 1, got 0
  T():playout() --> 1: number expected, got no value
  T():playout(1, -1) --> 2: expected 0..1000000000000000, got -1
  T():playout(1, 1, -1) --> 3: expected 0..1000000000000000, got -1
  T():watched() --> 1: function expected, got no value
  T().push(J(), "right") --> 1: tessera.tower expected, got tessera.jewelry
  T().push(nil, "right") --> 1: tessera.tower expected, got nil
  T().push(7, "right") --> 1: tessera.tower expected, got number
  T().push(G(), "right") --> 1: tessera.tower expected, got tessera.grid
  tower.load() --> 1: string expected, got no value
  tower.load "tessera tower 2" --> line 1, column 15: the version must be 1, not 2
  tower.load "tessera robots 1" --> line 1, column 9: expected 'tower' here
  tower.load(T():save() .. "more") --> line 13, column 1: expected the end of the saved state
]])

misuse("jewelry", [[
  jewelry.new() --> 1: string expected, got nil
  jewelry.new(J():colours(), 7) --> 2: table expected, got number
  jewelry.new("", { colour = "ROYGB" }) --> 2: unknown option 'colour' (did you mean 'colours'?)
  jewelry.new("", { [0] = "RO" }) --> 2: unknown option 0 (expected one of colours drops seed)
  jewelry.new("", { colours = 7 }) --> 2: option 'colours': expected a value of type string, got 7
  jewelry.new("", { colours = "RO" }) --> 2: option 'colours': there must be 3..26 colours
  jewelry.new("", { colours = "ROYGR" }) --> 2: option 'colours': a colour stands twice
  jewelry.new("", { colours = "ROYG\0" }) --> 2: option 'colours': a colour is no letter
  jewelry.new("", { colours = "ROYG1" }) --> 2: option 'colours': a colour is no letter
  jewelry.new("", { drops = "X" }) --> 2: option 'drops': a drop is none of the colours
  jewelry.new("", { drops = ("R"):rep(4097) }) --> 2: option 'drops': there may be 4096 drops at...
  jewelry.new("", { seed = 0.5 }) --> 2: option 'seed': expected a value of type integer, got 0.5
  jewelry.new(grid.new("ROYG/YRGO/ORYG/GYO.")) --> 1: a jewel is none of the colours
  jewelry.find_line("RRRG/YRGO/ORYG/GYO") --> 1: line 4, column 4: the row has 3 cells, not 4
  J():swap(5, 1, "RT") --> 1: expected 1..4, got 5
  J():swap(1, 5, "RT") --> 2: expected 1..4, got 5
  J():swap(1, 1, "UPP") --> 3: expected LT, UP, RT or DN
  J():swap(1, 1, "RT", 7) --> 4: table expected, got number
  J():cell(0, 1) --> 1: expected 1..4, got 0
  J():reseed "x" --> 1: number expected, got string
]])

misuse("robots", [[
  robots.new { rows = 2 } --> 1: a map is a text or a grid; options come behind it
  robots.new(nil, 7) --> 2: table expected, got number
  robots.new(nil, { rows = 2.5 }) --> 2: option 'rows': expected a value of type integer, got 2.5
  robots.new(nil, { columns = 1001 }) --> 2: option 'columns': expected 1..1000, got 1001
  robots.new(nil, { player = { 1 } }) --> 2: option 'player': expected {row, column}, two integers
  robots.new(nil, { player = { 32, 1 } }) --> 2: option 'player': row 32, column 1 is off the bo...
  robots.new(nil, { rows = 5 }) --> 2: option 'player': expected {row, column}, two integers
  robots.new(nil, { robots = 7 }) --> 2: option 'robots': expected a value of type table, got 7
  robots.new(nil, { robots = { 7 } }) --> 2: option 'robots[1]': expected {row, column}, two int...
  robots.new(nil, { robots = { { 1, 1 }, { 1, 1 } } }) --> 2: option 'robots[2]': row 1, column ...
  robots.new(nil, { robots = { { 15, 15 } } }) --> 2: option 'robots[1]': row 15, column 15 is n...
  robots.new(nil, { teleports = { { 1, 99 } } }) --> 2: option 'teleports[1]': row 1, column 99 ...
  robots.new(nil, { rows = 1, player = { 1, 1 }, robots = R():actions() }) --> 2: option 'robots...
  robots.new(nil, { robot = {} }) --> 2: unknown option 'robot' (did you mean 'robots'?)
  robots.new("..@", { rows = 1 }) --> 2: option 'rows': the map says this already
  robots.new("..@", { teleports = 7 }) --> 2: option 'teleports': expected a value of type table...
  robots.new "..+../....." --> 1: line 1, column 1: no '@' in the 2 rows from here
  R():step() --> 1: string expected, got no value
  R():step "ne" --> 1: invalid option 'ne'
  R():teleport(5, 1) --> 1: expected 1..4, got 5
  R():play(-1) --> 1: expected 0..9223372036854775807, got -1
  R():cell(0, 1) --> 1: expected 1..4, got 0
]])

misuse("horizontally", [[
  horizontally.new "..x" --> 1: line 1, column 3: unknown cell 'x' (expected one of . #)
  horizontally.new { rows = 3 } --> 1: a map is a text or a grid; options come behind it
  horizontally.new(nil, { rows = 27 }) --> 2: option 'rows': expected 1..26, got 27
  horizontally.new(nil, { columns = 0 }) --> 2: option 'columns': expected 1..26, got 0
  horizontally.new(nil, { fields = "2" }) --> 2: option 'fields': expected a value of type integ...
  horizontally.new(nil, { first = 1 }) --> 2: option 'first': expected a value of type string, g...
  horizontally.new(nil, { first = "Left" }) --> 2: option 'first': unknown value 'Left' (did you...
  horizontally.new(nil, { columsn = 3 }) --> 2: unknown option 'columsn' (did you mean 'columns'?)
  horizontally.new("../..", { rows = 2 }) --> 2: option 'rows': the map says this already
  horizontally.new("../..", 7) --> 2: table expected, got number
  H():move "A" --> 1: expected a move such as "Fc" or "cH"
  H():rating "up" --> 1: expected "left" or "right" (or 1 or 2)
  H():rating(3) --> 1: expected "left" or "right" (or 1 or 2)
  H():rating(1.5) --> 1: expected "left" or "right" (or 1 or 2)
  H():best_move(-1) --> 1: expected 0..2147483647, got -1
  H():free(4, 1) --> 1: expected 1..3, got 4
]])

misuse("samegame", [[
  samegame.new() --> 1: string expected, got nil
  samegame.new("12/21", "upward") --> 2: table expected, got string
  samegame.new("12/21", { order = "up" }) --> 2: option 'order': unknown value 'up' (expected on...
  samegame.new("12/21", { ordre = "upward" }) --> 2: unknown option 'ordre' (did you mean 'order...
  samegame.new "1a/21" --> 1: line 1, column 2: unknown cell 'a' (expected one of 0 1 2 3 4 5 6...
  S():remove(1) --> 2: number expected, got no value
  S():remove(1.5, 1) --> 1: number has no integer representation
  S():region("x", 1) --> 1: number expected, got string
  S():cell(1, 6) --> 2: expected 1..5, got 6
  S():picture("\0") --> 1: a NUL in the margin
  S():picture("", "\0") --> 2: a NUL in the gap
  S():picture("", "", "..") --> 3: expected one character
]])

misuse("grid", [[
  grid.new() --> 1: number expected, got nil
  grid.new(0, 1) --> 1: expected 1..4096, got 0
  grid.new(1, 4097) --> 2: expected 1..4096, got 4097
  grid.new(1, 1, "") --> 3: expected one character
  grid.new(1, 1, ".", 7) --> 4: expected a legend
  grid.new("..", 7) --> 2: expected a legend
  grid.new("a.", names) --> 1: the legend has no 'a'
  grid.new("\n \n") --> 1: the number of rows is 0, expected 1..4096
  grid.new("..\n...") --> 1: line 2, column 3: the row has more than 2 cells
  grid.legend() --> 1: table expected, got no value
  grid.legend { ab = "box" } --> 1: expected single characters and groups as keys
  grid.legend { [1] = "box" } --> 1: expected single characters and groups as keys
  grid.legend { a = 7 } --> 1: expected names of kinds
  grid.legend { a = "box", b = "box" } --> two characters are called 'box'
  grid.legend { a = "box", groups = 7 } --> 1: expected groups = {...}
  grid.legend { a = "box", groups = { g = 7 } } --> 1: expected groups = { name = { kind, ... } }
  grid.legend { a = "box", groups = { { "box" } } } --> 1: expected groups = { name = { kind, ....
  grid.legend { a = "box", groups = { g = { "bix" } } } --> 1: no cell is called 'bix' (did you...
  grid.legend { a = "box", groups = { g = { 7 } } } --> 1: no cell is called '7' (expected one...
  G():get(1) --> 2: number expected, got no value
  G():set(3, 1, "b") --> 1: expected 1..2, got 3
  G():set(1, 1) --> 3: string expected, got no value
  G():set(1, 1, "ab") --> 3: expected one kind, got 'ab'
  G():set(1, 1, "") --> 3: expected a character, got ''
  N():set(1, 1, "solid") --> 3: expected one kind, got 'solid'
  N():set(1, 1, "boxx") --> 3: no cell is called 'boxx' (did you mean 'box'?)
  N():count { "box", 7 } --> 1: expected a list of names
  G():count { "b", "" } --> 1: expected a character, got ''
  G():is(1, 1, 7) --> 3: string expected, got number
  G():find("b", 3, 1) --> 2: expected 1..2, got 3
  G():step(1, 1, "north") --> 3: invalid option 'north'
  G():fall "up-left" --> 1: expected up, down, left or right
  G():push(1, 3, "left") --> 2: expected 1..2, got 3
  G():slide(1, 1, "x") --> 3: invalid option 'x'
  G():squash("left", 7) --> 2: table expected, got number
  G():squash("left", "") --> 2: expected a character, got ''
  N():squash("left", "solids") --> 2: no cell is called 'solids' (did you mean 'solid'?)
  N():squash("left", "solid", {}) --> 3: expected for each kind an integer of 32 bits
  G():squash("left", "bo", { 1, 2 ^ 31 }) --> 3: expected for each kind an integer of 32 bits
  G():drop_piece(7, 1, "a") --> 1: tessera.grid expected, got number
  G():drop_piece(G(), 3, "a") --> 2: expected 1..2, got 3
  G():drop_piece(G(), 1, ".") --> 3: a piece cannot be of the empty kind
  G():drop_piece(grid.new(2, 2), 1, "a") --> 1: the shape has no cells
  G():shifts("b", "sideways") --> 2: invalid option 'sideways'
  N():shifts "bix" --> 1: no cell is called 'bix' (did you mean 'box'?)
  G():shift_piece(1, 3, "left") --> 2: expected 1..2, got 3
  G():shift_piece(1, 1, "up-left") --> 3: expected up, down, left or right
  G():shift_piece(1, 1, "up", 7) --> 4: invalid option '7'
  G():neighbours(1, 1, nil, "some") --> 4: invalid option 'some'
  G():neighbours(1, 1, nil, "six") --> 4: invalid option 'six'
  G():region(1, 1, nil, "six") --> 4: invalid option 'six'
  G():regions(nil, 6) --> 2: invalid option '6'
  G():distances() --> 1: string expected, got no value
  G():distances(3, 1, ".") --> 1: expected 1..2, got 3
  G():distances(1, 1) --> 3: string expected, got no value
  G():distances(1.5, 1, ".") --> 1: number has no integer representation
  G():distances("b") --> 2: string expected, got no value
  G():distances("b", ".", "six") --> 3: invalid option 'six'
  N():distances("boxx", "empty") --> 1: no cell is called 'boxx' (did you mean 'box'?)
  N():distances(1, 1, "emty") --> 3: no cell is called 'emty' (did you mean 'empty'?)
  G():path(1, 3, "b", ".") --> 2: expected 1..2, got 3
  G():path(1, 1, 1, 3, ".") --> 4: expected 1..2, got 3
  G():path(1, 1, 1, 2) --> 5: string expected, got no value
  G():path(1, 1) --> 3: string expected, got no value
  N():path(1, 1, "bix", "empty") --> 3: no cell is called 'bix' (did you mean 'box'?)
  N():path(1, 1, 1, 2, "emty") --> 5: no cell is called 'emty' (did you mean 'empty'?)
  G():path(1, 1, "b", ".", "some") --> 5: invalid option 'some'
  G():nearer(1, 1) --> 3: tessera.distances expected, got no value
  G():nearer(1, 1, G()) --> 3: tessera.distances expected, got tessera.grid
  G():nearer(1, 3, G():distances(1, 1, ".")) --> 2: expected 1..2, got 3
  G():nearer(1, 1, grid.new("..."):distances(1, 1, ".")) --> 3: expected distances of 2 x 2...
  N():nearer(1, 1, N():distances(1, 1, "box"), "bix") --> 4: no cell is called 'bix' (did...
  G():visible(3, 1, 2, "b") --> 1: expected 1..2, got 3
  G():visible(1, 1, -1, "b") --> 3: expected 0..2147483647, got -1
  G():visible(1, 1, 2) --> 4: string expected, got no value
  N():visible(1, 1, nil, "bix") --> 4: no cell is called 'bix' (did you mean 'box'?)
  G():fill("b", 7) --> 2: tessera.distances expected, got number
  G():fill("b", G():copy()) --> 2: tessera.distances expected, got tessera.grid
  G():distances(1, 1, ".").get(7) --> 1: tessera.distances expected, got number
  G():distances(1, 1, "."):get(1) --> 2: number expected, got no value
  G():distances(1, 1, "."):each("x") --> 1: number expected, got string
  G():lines("b", 0) --> 2: expected 1..4096, got 0
  G():lines("b", 2, "some") --> 3: invalid option 'some'
  G():row(3) --> 1: expected 1..2, got 3
  G():column(0) --> 1: expected 1..2, got 0
  G():set_row(1, 7) --> 2: table expected, got number
  G():set_row(1, { "b" }) --> 2: expected 2 cells, got 1
  G():set_row(1, { "b", 7 }) --> 2: string expected, got number
  G():set_column(1, { "b", "bb" }) --> 2: expected one kind, got 'bb'
  G():rotated(0.5) --> 1: number has no integer representation
  G():paste(7) --> 1: tessera.grid expected, got number
  G():paste(G(), 2, 1) --> 1: the grid does not fit there
  G():paste(N()) --> 1: the grid has another legend
  G():draw({}) --> 1: string expected, got table
  G().rows(7) --> 1: tessera.grid expected, got number
]])

misuse("reader", [[
  reader.new() --> 1: string expected, got no value
  reader.new {} --> 1: string expected, got table
  X():phrase("p", 5) --> 2: expected 1..4, got 5
  X():phrase("p", 0) --> 2: expected 1..4, got 0
  X():phrases() --> 1: string expected, got no value
  X():phrases("p", -1) --> 2: expected 0..2305843009213693951, got -1
  X():phrases("p", 1, 5) --> 3: expected 1..4, got 5
  X():tuples(0, "t") --> 1: expected 1..8, got 0
  X():tuples(9, "t") --> 1: expected 1..8, got 9
  X():tuples(1) --> 2: string expected, got no value
  X():pick(1) --> 1: there is no phrase
  X():skip(-1) --> 1: expected 0..9223372036854775807, got -1
  X():grid(0, 1, "ab") --> 1: expected 1..4096, got 0
  X():grid(1, 4097, "ab") --> 2: expected 1..4096, got 4097
  X():grid(1, 1, "a\0b") --> 3: too many characters
  X():grid(1, 1, ("a"):rep(101)) --> 3: too many characters
  X():grid(1, 1, "ab", "abcdefghi") --> 4: too many characters
  X():grid(1, 1, "ab", nil, "wide") --> 5: invalid option 'wide'
  X():boards(1, 257, "ab") --> 2: expected 1..256, got 257
  X():fail_board(1, "x") --> calling 'fail_board' on bad self (no board was read)
  X():fail() --> 1: string expected, got no value
  X():unknown("x") --> 2: string expected, got no value
  X():each_board(1, 1, "ab")(reader.new "a") --> 1: the reader is in no loop over boards
  X().word(7) --> 1: tessera.reader expected, got number
]])

misuse("rng", [[
  rng.new() --> 1: number expected, got no value
  rng.new(0.5) --> 1: number has no integer representation
  W():below(0) --> 1: expected 1..4294967295, got 0
  W():below(1 << 32) --> 1: expected 1..4294967295, got 4294967296
  W().next(7) --> 1: tessera.rng expected, got number
]])

misuse("searches", [[
  search_core.walk(7, {}, 1) --> 1: state of a game expected, got number
  search_core.walk(G(), {}, 1) --> 1: state of a game expected, got tessera.grid
  search_core.walk(T(), "x") --> 2: table expected, got string
  search_core.walk(T(), { nodes = "x" }) --> 2: nodes expected, got table
  search_core.shortest(T(), LIMITS, 7) --> 3: function expected, got number
  search_core.ida_star(T(), LIMITS, nil, 7) --> 4: function expected, got number
  search_core.ida_star(T(), LIMITS, nil, nil, nil, -1) --> 6: expected 0...
  search_core.ida_star(T(), LIMITS, nil, "own") --> 4: the game has none
  search_core.estimate(7) --> 1: state of a game expected, got number
  search_core.parallel(G()) --> 1: state of a game expected, got tessera.grid
  search_core.solve(T(), LIMITS, nil, nil, nil, nil, nil, nil, nil, 7) --> 10: function expecte...
  search_core.checksum() --> 1: string expected, got no value
  search_core.checksum("", "x") --> 2: number expected, got string
  search_core.best(T(), LIMITS, nil, "xyz") --> 4: invalid option 'xyz'
  H():winner(7) --> horizontally:winner: options: expected a value of type table, got 7
  H():winner { node = 1 } --> horizontally:winner: unknown key 'node' (did you mean 'nodes'?)
  H().winner(T()) --> 1: tessera.horizontally expected, got tessera.tower
  H():best_move { select = -1 } --> horizontally:best_move: select must be an integer of 0..214...
  R():plan(7) --> 1: expected 0..6, got 7
  R():plan(1, { seconds = -1 }) --> robots:plan: seconds must be a number of 0..1000000000, not -1
  R().plan(T()) --> 1: tessera.robots expected, got tessera.tower
  S():clear { memory = "x" } --> samegame:clear: memory must be an integer of 0..70368744177664...
  S():best { seed = 1.5 } --> samegame:best: seed must be an integer of -9223372036854775808..9...
  S():best { progress = 7 } --> samegame:best: progress: expected a value of type function, got 7
  S().best(T()) --> 1: tessera.samegame expected, got tessera.tower
]])

misuse("questions about states", [[
  states.is_state() --> 1: value expected
  states.is_game() --> 1: value expected
  states.is_scored(7) --> 1: state of a game expected, got number
  states.goal(G()) --> 1: state of a game expected, got tessera.grid
  states.outcomes(nil) --> 1: state of a game expected, got nil
  states.players {} --> 1: state of a game expected, got table
  states.listener(tower) --> 1: state of a game expected, got table
  states.method(T()) --> 2: string expected, got no value
]])

misuse("process", [[
  process.write(print) --> 1: string expected, got function
  process.is_terminal(-1) --> 1: expected 0..2147483647, got -1
  process.real_path() --> 1: string expected, got no value
  process.regular_file() --> 1: string expected, got no value
  process.die(65) --> 1: expected 1..64, got 65
  process.ask("", "text") --> 1: expected 1..32 bytes
  process.ask "name" --> 2: string expected, got no value
  process.plain("text", "html") --> 2: invalid option 'html'
  process.create "file" --> 2: string expected, got no value
  process.say {} --> 1: string expected, got table
]])

if require("tessera.process").fork then -- not in WebAssembly
  misuse("child processes", [[
    process.fork(1) --> 1: table expected, got number
    process.fork({}) --> 1: max_seconds: expected 1..1073741824
    process.keep(0) --> 2: string expected, got no value]])
end

misuse("games in Lua", [[
  L():apply "go" --> 1: 'go' is no action of lamps
  L():apply "go 2001" --> 1: 'go 2001' is no action of lamps
  L():chance(0) --> 1: expected 1..2147483647, got 0
  L():chance(1 << 31) --> 1: expected 1..2147483647, got 2147483648
  L():event() --> 1: string expected, got no value
  L():event("x", "ab") --> 2: expected one character
  L():event("x", "a", 0) --> 3: expected 1..2000, got 0
  L():event("x", "a", 1, 2001) --> 4: expected 1..2000, got 2001
  L().list[4] --> array 'list' has elements 1..3, not 4
  L().list.x --> array 'list' has elements 1..3, not x
  L().n = "x" --> field 'n': expected an integer of -1000000000000000..1000000000000000, got 'x'
  L().n = "5" --> field 'n': expected an integer of -1000000000000000..1000000000000000, got '5'
  L().n = 1.5 --> field 'n': expected an integer of -1000000000000000..1000000000000000, got 1.5
  L().list = {} --> field 'list' is an array: set its elements
  L().board = 1 --> layer 'board' is a grid: set its cells
  L().list[1] = 1e15 + 1 --> field 'list': expected an integer of -1000000000000000..1000000000...
  L().list[4] = 1 --> array 'list' has elements 1..3, not 4
  L().board:stepp(1, 1, "up") --> a grid has no method 'stepp' (did you mean 'step'?)
  L().board.width --> a grid has no method 'width'
  G():nighbours(1, 1) --> a grid has no method 'nighbours' (did you mean 'neighbours'?)
  L().nn = 1 --> lamps has no field or method 'nn' (did you mean 'n'?)
  lamps.new "x" --> lamps: map: line 1, column 1: unknown cell 'x' (expected one of * .)
  lamps.new(7) --> lamps: map: expected a value of type string or grid, got 7
  lua_game.define() --> 1: table expected, got no value
  lua_game.define { name = ("n"):rep(24) } --> name 'nnnnnnnnnnnnnnnnnnnnnnnn' has more than 23...
  lua_game.define { name = "n", players = 65 } --> players is out of range
]])
