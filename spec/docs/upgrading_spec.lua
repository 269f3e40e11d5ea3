--- Holds docs/upgrading.md to be true: the names of 0.2 that it says are gone are gone and no
--- others, what stands in for them does what they did, and what it says has stayed is there.

local grid = require "tessera.grid"
local run = require "spec.support.run"
local tessera = require "tessera"

local page = run.read_file "docs/upgrading.md"

-- The first column of the table of names that are gone.
local function gone()
  local names = {}
  for name in page:match "\n## Names that are gone\n(.-)\n## ":gmatch "\n| `%a+:([%w_]+)%(" do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

-- The functions that the page gives in place of methods.
local function instead()
  return assert(load(page:match "```lua\n(%-%- instead%.lua\n.-)```"))()
end

-- The long options that a help lists.
local function options(words)
  local stdout = run { table.unpack(words), "--help" }
  local listed = {}
  for option in stdout:gmatch "%-%-[%a-]+" do
    listed[option] = true
  end
  return listed
end

-- Why a game with this in its definition is refused; "" if it is not.
local function refusal(more)
  local definition = { name = "old", legend = { ["."] = "empty", ["@"] = "player", o = "stone" },
    moves = { "<direction>" },
    rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } } }
  for key, value in pairs(more) do
    definition[key] = value
  end
  local fine, err = pcall(tessera.game, definition)
  return fine and "" or tostring(err)
end

describe("upgrading from 0.2", function()
  it("names each function that is gone, and none that is there", function()
    local reference = require "docs.reference"
    local text, missing = reference.make(), {}
    for name in pairs(reference.released()) do
      local method = name:match "^%u%w*:([%w_]+)$" or name:match "^[%l_]+%.([%w_]+)$"
      if method and not text:find("\n#### " .. name .. "\n", 1, true) then
        missing[#missing + 1] = method
      end
    end
    table.sort(missing)
    assert.same(missing, gone())
    assert.equal(9, #missing)
  end)

  it("gives functions that do what the methods did", function()
    local old = instead()
    for _, name in ipairs(gone()) do
      assert.is_function(old[name], name)
    end
    local board = grid.new "@..#."
    local function text(changed)
      return (tostring(changed):gsub("\n$", ""))
    end
    assert.same({ 1, 4, "#", 3 }, { old.ray(board, 1, 1, "right", ".") })
    assert.same({ nil, 5 }, { old.ray(board, 1, 1, "right", ".#") })
    assert.equal("cd\nab", text(old.swap_rows(grid.new "ab/cd", 1, 2)))
    assert.equal("ba\ndc", text(old.swap_columns(grid.new "ab/cd", 1, 2)))
    assert.equal("dabc", text(old.shift_row(grid.new "abcd", 1, 1)))
    assert.equal("bcda", text(old.shift_row(grid.new "abcd", 1, -1)))
    assert.equal("c\na\nb", text(old.shift_column(grid.new "a/b/c", 1, 1)))
    assert.equal("cba", text(old.flipped(grid.new "abc", "left-right")))
    assert.equal("c\nb\na", text(old.flipped(grid.new "a/b/c", "up-down")))
    assert.equal("ad\nbe\ncf", text(old.transposed(grid.new "abc/def")))
    assert.same({ { 2, 2 } }, old.differences(grid.new "ab/cd", grid.new "ab/cx"))
    assert.same({ 1, 1, 2, 2 }, { old.extent(grid.new("aa./.a."):piece(1, 1)) })
  end)

  it("says what a game may not have any more", function()
    assert.equal("", refusal {})
    local counters = { counters = { ticks = 0 }, ends = { { "Over", "ticks = 6" } } }
    assert.matches("'ticks' is a counter", refusal(counters))
    assert.equal("", refusal { fields = { ticks = 0 }, ends = counters.ends })
    assert.matches("'next' means something else in rules",
      refusal { legend = { ["."] = "empty", ["@"] = "player", o = "next" } })
    assert.matches("it can never change anything",
      refusal { after = { "each [ stone ] -> [ stone ]" } })
    assert.matches("no cell of the pattern is on the board",
      refusal { after = { "each right [ edge | edge ] -> [ | ]" } })
  end)

  it("leaves commands and options as they were", function()
    local missing = {}
    for command, words in pairs {
      check = "actions coverage games least level levels max-memory max-mutants \z
        max-output max-seconds max-wall mutate nodes seed set tests trust",
      play = "against as level max-memory max-seconds max-wall nodes seed set trust",
      replay = "cast delay frame game gif html max-memory max-output max-seconds max-wall png \z
        svg svg-animated trust update",
      solve = "all-optimal disk html level limit max-memory max-output max-seconds max-wall \z
        memory method report seconds seed set trust",
      spec = "busted force game max-memory max-output max-seconds max-wall output trust update",
      study = "again array csv from html jobs jsonl keep levels markdown output parts \z
        program resume retry sbatch slice slurm status trust",
      horizontally = "columns fields html rows select trace",
      jewelry = "html trace",
      robots = "html max-moves trace",
      samegame = "html trace",
      tower = "html trace",
    } do
      local listed = options { command }
      for word in words:gmatch "%S+" do
        if not listed["--" .. word] then
          missing[#missing + 1] = command .. " --" .. word
        end
      end
    end
    assert.same({}, missing)
  end)

  it("leaves the targets of make as they were", function()
    local help, missing = run.shell "LD_PRELOAD=; MAKEFLAGS= make -s help", {}
    for target in ("build deps demo test reference bench lint mutants pictures sanitize coverage \z
      valgrind fuzz check32 format clean help wasm web npm site install uninstall rockspec dist \z
      archive man completions deb"):gmatch "%S+" do
      if not ("\n" .. help):find("\n" .. target .. " ", 1, true) then
        missing[#missing + 1] = target
      end
    end
    assert.same({}, missing)
  end)

  it("reads recordings of that form", function()
    assert.matches("^tessera play 1\n", run.read_file "samples/tower/cleared.play")
  end)
end)
