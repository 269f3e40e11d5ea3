--- Whatever the text is, the parser and the compiler raise no error and end, in bounded time and
--- memory.

local compile = require "tessera.puzzlescript.compile"
local parse = require "tessera.puzzlescript.parse"
local program = require "spec.support.puzzlescript_program"
local puzzlescript = require "spec.support.puzzlescript"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local names = { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug", "tumble",
  "vault" }

local function sample(name)
  local file <close> = assert(io.open("samples/puzzlescript/" .. name .. ".txt", "rb"))
  return file:read "a"
end

-- Whether all rows of a sprite are equally long, and not too long.
local function sprite_fits(rows)
  local fits = #rows <= 64 and #rows[1] <= 64
  for _, row in ipairs(rows) do
    fits = fits and #row == #rows[1]
  end
  return fits
end

local function object_fits(game, object, id)
  return object.layer >= 0 and object.layer < game.layers and #object.colours > 0
    and (object.sprite == nil or sprite_fits(object.sprite))
    and game.names[object.name] == "object" and game.id_of[object.name] >= id - 1
end

local function rule_fits(rule)
  local fits = rule.loop ~= nil or #rule.left > 0 and #rule.directions > 0
    and (rule.right == nil or #rule.right == #rule.left)
  for i, row in ipairs(rule.left or {}) do
    fits = fits and #row > 0 and (rule.right == nil or #row == #rule.right[i])
  end
  return fits
end

-- Fails if the game is not as its readers expect it.
local function check(game)
  local wrong, errors = {}, 0
  for id, object in ipairs(game.objects) do
    wrong[#wrong + 1] = not object_fits(game, object, id) and object.name or nil
  end
  for _, kind in ipairs(game.playable and { game.aggregates, game.properties } or {}) do
    for name, list in pairs(kind) do
      for _, object in ipairs(list) do
        wrong[#wrong + 1] = not game.id_of[object] and name or nil
      end
    end
  end
  local made = compile(game)
  wrong[#wrong + 1] = made and not program.fits(made) and "program" or nil
  for _, rule in ipairs(game.rules) do
    wrong[#wrong + 1] = not rule_fits(rule) and rule.line or nil
  end
  for _, level in ipairs(game.levels) do
    local fits = level.message or #level.cells == level.rows * level.columns
    wrong[#wrong + 1] = not fits and level.line or nil
  end
  for _, message in ipairs(game.diagnostics) do
    errors = errors + (message.counted and 1 or 0)
    local fits = utf8.len(message.text) and not message.text:find "%c"
    wrong[#wrong + 1] = not fits and message.text or nil
  end
  assert.are.same({}, wrong)
  assert.are.equal(errors, game.errors)
end

describe("games that ship", function()
  it("are read without a message", function()
    for _, name in ipairs(names) do
      local game = parse(sample(name))
      assert.are.same({}, game.diagnostics, name)
      assert.is_true(#game.objects > 5 and #game.rules > 0 and #game.levels > 0)
      check(game)
    end
  end)
end)

describe("damaged games", function()
  local tokens = { "[", "]", "|", "->", "...", "(", ")", "=", "+", "late ", "random ", " no ", "> ",
    "message", "and", "or", "\n", "\n\n", "\0", "\xFF", "\xC3", "ü", "levels\n", "rules\n", " ",
    "player", "background", "crate", "startloop\n", "\r", "transparent", "0", "." }

  -- A text with some places changed: something left out, doubled, put in, or exchanged.
  local function damaged(random, text)
    for _ = 1, random:below(6) + 1 do
      local from = random:below(#text) + 1
      local to = math.min(#text, from + random:below(random:below(10) == 0 and 400 or 8))
      local kind = random:below(4)
      local piece = kind == 0 and "" or kind == 1 and text:sub(from, to):rep(2)
        or kind == 2 and tokens[random:below(#tokens) + 1] or string.char(random:below(256))
      text = text:sub(1, from - 1) .. piece .. text:sub(kind == 2 and from or to + 1)
    end
    return text
  end

  it("are read, as far as they are understood", function()
    local random = rng.new(20)
    local texts = {}
    for i, name in ipairs(names) do
      texts[i] = sample(name)
    end
    local with_errors, played = 0, 0
    for i = 1, seeds.part(1000) do
      local game = parse(damaged(random, texts[i % #texts + 1]))
      check(game)
      with_errors = with_errors + (game.errors > 0 and 1 or 0)
      played = played + (game.playable and 1 or 0)
    end
    assert.is_true(seeds.often(with_errors, 300, played, 300), with_errors .. " " .. played)
  end)

  it("may be bytes at random", function()
    local random = rng.new(21)
    for _ = 1, 200 do
      local bytes = {}
      for i = 1, random:below(400) do
        bytes[i] = string.char(random:below(256))
      end
      check(parse(table.concat(bytes)))
    end
  end)
end)

describe("very large files", function()
  local many = seeds.all and 100000 or 20000

  local function read(parts)
    local game = puzzlescript.game(parts)
    check(game)
    return game
  end

  it("may have long lines in every section", function()
    for _, piece in ipairs { "x", " ", "(", ")", "=", "a b ", "\xFF", "ü ", "[", "] ", "> ", "-> ",
      "no ", "...", "| ", "up ", "player ", "[ player | ", "win ", "message ", "crat ", ", " } do
      local line = piece:rep(many // 8 // #piece)
      for _, section in ipairs { "prelude", "objects", "legend", "sounds", "collisionlayers",
        "rules", "winconditions", "levels" } do
        read { [section] = line }
      end
      read { legend = "x = " .. line, sounds = "sfx0 " .. line, objects = "Cat\n" .. line,
        prelude = "title " .. line, rules = "[ " .. line .. " ] -> cancel" }
    end
    assert.are.equal(20 * many, #read({ prelude = "title " .. ("x"):rep(20 * many) }).title)
  end)

  it("may have very many levels, rules and names", function()
    local fifth, few = many // 5, many // 20
    assert.are.equal(fifth, #read({ levels = ("p*O\n\n"):rep(fifth) }).levels)
    assert.are.equal(fifth, #read({ levels = ("message x\n"):rep(fifth) }).levels)
    assert.are.equal(few, #read({ rules = ("[ > Player | Crate ] -> [ | Player ]\n"):rep(few) })
      .rules)
    local list = {}
    for i = 1, few do
      list[i] = ("n%d = crate\n"):format(i)
    end
    assert.are.equal("crate", read({ legend = table.concat(list) }).synonyms["n" .. few])
  end)

  it("may have long names", function()
    local name = ("n"):rep(many)
    local game = read { objects = name .. "\nred", collisionlayers = name, legend = "k = " .. name,
      rules = ("[ %s ] -> [ %sx ]"):format(name, name), levels = "k" }
    assert.are.equal(name, game.levels[1].cells[1][1])
    assert.are.equal(("'%s...' is not defined"):format(("n"):rep(40)), game.diagnostics[1].text)
  end)

  -- Each name stands for twice as many objects as the one above.
  it("may not have lists of lists without bound", function()
    for _, operator in ipairs { "or", "and" } do
      local list = { ("a0 = crate %s target\n"):format(operator) }
      for i = 1, 60 do
        list[#list + 1] = ("a%d = a%d %s a%d\n"):format(i, i - 1, operator, i - 1)
      end
      local game = read { legend = table.concat(list) }
      assert.is_false(game.playable)
      local fatal = {}
      for _, message in ipairs(game.diagnostics) do
        fatal[#fatal + 1] = message.fatal and message.text or nil
      end
      assert.are.same({ "the names of this game stand for more than 1000000 objects together" },
        fatal)
    end
    local game = read { legend = "big = crate" .. (" or crate"):rep(5000),
      collisionlayers = ("big\n"):rep(many) }
    assert.is_false(game.playable)
  end)

  -- A first row that is long, and many that are filled up to it.
  it("may not have maps without bound", function()
    local game = read { levels = ("#"):rep(many) .. "\n" .. ("p\n"):rep(many) }
    assert.is_false(game.playable)
    assert.are.equal("the levels have more than 2000000 cells together",
      game.diagnostics[#game.diagnostics].text)
  end)
end)
