--- Each word and sign of the table that the compiler of rules uses (src/patterns/words.h), in
--- each place where the notation allows it: the compiler takes it there, random rules have it
--- there, and the engine agrees with its twin on them.

local differences = require "spec.support.rule_differences"
local lua_game = require "tessera.lua_game"
local seeds = require "spec.support.seeds"
local sentences = require "spec.support.rule_sentences"
local tessera = require "tessera"

-- Texts in which `W` is a word: if the compiler takes one of them, the word may stand there.
local fronts = { "W", "W right", "W orthogonal", "right W up", "W of fly", "ahead W fly", "W fly" }
local lefts = { "W", "W box", "box W gem", "stone | W", "W | box", "stone / W", "stone W a",
  "W 2 box", "near W box", "near 1 W box", "near 2 box W 2", "stone W to gem",
  "stone way W gem", "stone way W box to gem", "stone way to W" }
local rights = { "W", "W box", "W stone", "box W gem", "fly W left", "fly turned W",
  "box W or gem 50%", "box keys W or gem", "W | box", "W / box", "stone W a" }
local rules = {
  front = { "W [ box | gem ] -> [ | gem ]", "W [ fly | gem ] -> [ fly | ]" },
  left = { "right [ box | L ] -> [ gem | ]", "[ L | box ] -> [ | gem ]", "[ L ] -> [ gem ]",
    "[ box | gem ] -> [ | ]", "[ box / gem ] -> [ / ]", "[ L | box ] -> [ | a ]" },
  right = { "[ thing | stone as a ] -> [ R | a ]", "[ fly | stone ] -> [ R | stone ]",
    "[ box | stone ] -> [ R | stone ]",
    "[ ? ] -> [ R ]", "[ 2+ box | gem ] -> [ W box | gem ]", "[ box | gem ] -> [ | ]",
    "[ box / gem ] -> [ / ]" },
}
local conditions = {
  front = { "F [ box | gem ]", "F [ fly | gem ]" },
  left = { "right [ box | L ]", "[ L | box ]", "[ L ]", "[ box | gem ]", "[ box / gem ]" },
  cell = { "some L", "count L = 1" },
  term = { "W", "W box", "W box on gem", "all box W gem", "some box W gem", "box W row 1",
    "box at W 1", "W box = 1", "keys W 1", "line W box", "W 2 box", "some box W some gem",
    "W red from top to gem", "joined red W top to gem", "joined red from top W gem",
    "joined red from W to gem", "count W = 1", "keys = W", "keys W 1 = 1", "W keys = 1 )",
    "( keys = 1 W", "( keys = 1 ) W ( keys = 2 )" },
}

-- Templates of all parts, each with the texts that stand for F, L and R.
local function filled(list)
  local texts = {}
  for _, template in ipairs(list) do
    local part = template:match "[FLR]"
    local inner = part and ({ F = fronts, L = lefts, R = rights })[part] or { "" }
    for _, text in ipairs(inner) do
      texts[#texts + 1] = template:gsub("[FLR]", function() return text end)
    end
  end
  return texts
end

-- The places of an owner's texts: { front = texts, ... }.
local function parts_of(owner)
  local parts = {}
  for part, list in pairs((owner == "action" or owner == "step" or owner == "sweep") and rules
    or conditions) do
    parts[part] = filled(list)
  end
  return parts
end

local function stands_for(part, token)
  return token == "<direction>" and part ~= "front" and "<stone>" or token
end

-- Whether the compiler takes a token in a part of an owner's texts.
local function is_allowed(owner, part, texts, token)
  for _, text in ipairs(texts) do
    local tried = text:gsub("W", function() return stands_for(part, token) end)
    for _, before in ipairs { "", owner == "step" and "each " or nil } do
      if sentences.found(owner, before .. tried)[("%s: %s %s"):format(owner, part, token)]
        and sentences.accepted(owner, before .. tried) then
        return true
      end
    end
  end
  return false
end

-- The tokens that this run asks about.
local asked = {}
for n, token in ipairs(sentences.tokens) do
  asked[token] = seeds.takes(n)
end

local order = { "action", "step", "sweep", "when", "step's when", "sweep's when", "end" }

-- All places in which the compiler takes a token: { owner, part, token }.
local function allowed()
  local list = {}
  for _, owner in ipairs(order) do
    local parts = parts_of(owner)
    for _, part in ipairs { "front", "left", "right", "cell", "term" } do
      for _, token in ipairs(parts[part] and sentences.tokens or {}) do
        if asked[token] and is_allowed(owner, part, parts[part], token) then
          list[#list + 1] = { owner = owner, part = part, token = token,
            place = ("%s: %s %s"):format(owner, part, token) }
        end
      end
    end
  end
  return list
end

-- Words for the groups of players who act together, whom the sentences do not have: the twin plays
-- them in games of its own (spec/patterns/together_oracle_spec.lua).
local joint = { my = true, their = true }

-- Whether a game of such players is made with a rule.
local function is_joint(rule, condition)
  return (pcall(tessera.game, { name = "joint", players = 2, together = true, map = "1.a",
    legend = { ["."] = "empty" }, pieces = "head",
    groups = { head = { each = "player" }, tail = { each = "player", characters = { "a", "b" } } },
    fields = { gold = { each = "player", value = 0 } },
    moves = { "go", "wait" }, rules = { { "go", rule, when = condition }, { "wait" } } }))
end

local known_places

-- Found when they are first asked for, since that takes seconds.
local function places()
  known_places = known_places or allowed()
  return known_places
end

describe("the table of the words of rules as pictures", function()
  it("says where the compiler takes each word", function()
    local taken = {}
    for _, place in ipairs(places()) do
      taken[(place.part == "cell" and "left" or place.part) .. " " .. place.token] = true
    end
    for _, word in ipairs(lua_game.words) do
      for _, part in ipairs(joint[word.text] and {} or { "front", "left", "right", "term" }) do
        assert.are.equal(asked[word.text] and word[part], taken[part .. " " .. word.text] or false,
          ("'%s' in %s"):format(word.text, part))
      end
    end
    assert.is_true(seeds.often(#places(), 300))
  end)

  it("says where the compiler takes those for players who act together", function()
    local plain = "[ mine | tail ] -> [ | tail ]"
    assert.is_true(is_joint(plain))
    local tried = 0
    for _, word in ipairs(lua_game.words) do
      if joint[word.text] then
        tried = tried + 1
        local of = word.text .. " tail"
        assert.equal(word.front, is_joint(of .. " [ mine | tail ] -> [ | tail ]"))
        assert.equal(word.left, is_joint(("[ mine | %s ] -> [ | mine ]"):format(of)))
        assert.equal(word.right, is_joint(("[ mine | empty ] -> [ mine | %s ]"):format(of)))
        assert.equal(word.term, is_joint("[ mine | theirs ] -> [ | mine ]",
          word.text .. " gold > gold"))
      end
    end
    assert.equal(2, tried)
  end)

  it("has no word twice, and each sign", function()
    local seen = {}
    for _, token in ipairs(sentences.tokens) do
      assert.is_nil(seen[token], token)
      seen[token] = true
    end
    for _, sign in ipairs { "(", ")", "+", "*", "%",
      "|", "/", "?", "=", "~=", "<", "<=", ">", ">=", "2+", "2..3", "50%",
      "1" } do
      assert.is_true(seen[sign], sign)
    end
  end)
end)

describe("docs/rules.md", function()
  it("has each word in the first column of a table, from where editors take them", function()
    local known = {}
    for line in io.lines "docs/rules.md" do
      for code in (line:match "^| (`.-`) |" or ""):gmatch "`([^`]+)`" do
        for token in code:gmatch "[^%s,]+" do
          known[token] = true
        end
      end
    end
    for _, word in ipairs(lua_game.words) do
      assert.is_true(known[word.text], word.text)
    end
  end)
end)

-- Programs for each place of a word, with seeds of their own. A place without a program fails.
local each = 2

describe("random rules have each word in each place where it may stand, and agree with their twin:",
  function()
    for _, owner in ipairs(order) do
      it(owner, function()
        for n, place in ipairs(places()) do
          for seed = 1, place.owner == owner and each or 0 do
            local program = sentences.program(1000 * n + seed, owner, place.place)
            assert(program, "no random rule has " .. place.place)
            differences.check(("%s, seed %d"):format(place.place, 1000 * n + seed), program)
          end
        end
      end)
    end

    it("rules that are put together freely", function()
      for seed in seeds(400) do
        differences.check("seed " .. seed, sentences.program(seed))
      end
    end)
  end)
