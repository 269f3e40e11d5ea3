--- Specifies what the gallery of the pages shows of the games of the project.

local files = require "tessera.base.files"
local genres = require "tessera.base.genres"
local json = require "dkjson"
local maps = require "tessera.base.maps"
local run = require "spec.support.run"
local tessera = require "tessera"

local path = os.tmpname()
local _, stderr, status = run.shell("lua5.4 web/gallery.lua " .. path)
local gallery = status == 0 and json.decode(run.read_file(path)) or { games = {}, genres = {} }
os.remove(path)

-- The names of files in a folder, without their ending.
local function names_in(folder, ending)
  local names = {}
  for _, file in ipairs(files.list(folder)) do
    names[#names + 1] = file:match("^([^_]+)" .. ending .. "$")
  end
  return names
end

describe("the gallery", function()
  it("has every sample game, with its aim, its genre and what there is to decide", function()
    assert.equal("", stderr)
    local known, count = {}, 0
    for i, genre in ipairs(genres) do
      known[genre.name] = true
      assert.same({ genre.name, genre.title }, gallery.genres[i])
    end
    for _, list in ipairs { names_in("samples/games", "%.lua"),
      names_in("samples/puzzlescript", "%.txt"), files.list "src/games" } do
      for _, name in ipairs(list) do
        local game = gallery.games[name] or error("the gallery has no " .. name)
        count = count + 1
        assert.is_true(known[game.genre], name)
        assert.is_truthy(game.title:find "^[%u%d]" and game.aim:find "^%u.+[^.]$", name)
        assert.is_true(game.effort > 0 and #game.keys >= 3, name)
      end
    end
    local all = 0
    for _ in pairs(gallery.games) do
      all = all + 1
    end
    assert.is_true(count > 40)
    assert.equal(count, all)
  end)

  it("measures decisions: more of them, and more ways at each, are harder", function()
    local games = gallery.games
    assert.is_true(games.floes.effort < games.fifteen.effort) -- 3 steps, and 8 or more
    assert.is_true(games.connect4.effort < games.gomoku.effort) -- 7 columns, and 225 cells
  end)

  it("knows levels by the names under which a page keeps what is solved", function()
    local page = require "spec.support.page"
    local loaded = table.pack(page.talk(page.sample "sokoban", page.sample "2048",
      { call = "load", path = "vault.txt",
        source = run.read_file "samples/puzzlescript/vault.txt" },
      { call = "load", game = "tower" }))
    for i, name in ipairs { "sokoban", "2048", "vault", "tower" } do
      local game = gallery.games[name]
      assert.equal(game.game, loaded[i].game)
      assert.equal(#game.keys, #loaded[i].levels)
      for k, level in ipairs(loaded[i].levels) do
        assert.equal(level.key, game.game .. " " .. game.keys[k])
      end
    end
  end)
end)

describe("a genre", function()
  local function game(genre)
    return tessera.game { name = "some", legend = { ["."] = "empty", o = "stone" }, genre = genre,
      moves = { "<direction>" }, rules = { { "<direction>", "[ stone | empty ] -> [ | stone ]" } } }
  end

  it("is one of those that are known, or none", function()
    assert.equal("slide", maps.about(game "slide").genre)
    assert.is_nil(maps.about(game(nil)).genre)
    assert.has_error(function()
      game "slides"
    end, "game 'some': genre: there is no genre 'slides' (did you mean 'slide'?)")
    assert.has_error(function()
      game(3)
    end, "game 'some': genre: expected a value of type string, got 3")
  end)
end)
