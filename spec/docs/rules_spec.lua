--- Runs every block of docs/rules.md. A block of rules is a small game: its rules, then tries. A
--- block of conditions asks each of them of a board. The page's section "How to read a rule" says
--- how they are written, and what the characters of the boards are.

local document = require "spec.support.document"
local game = require "tessera.game"
local oracle = require "spec.oracle.rules"
local run = require "spec.support.run"

local page = "docs/rules.md"

-- What stands in the definition of every block, unless the block says it.
local function definition_of(number)
  return { name = "page" .. number, players = 2, layers = { "ground", "board" },
    legend = { ["."] = { board = "empty" }, ["#"] = { board = "wall" },
      ["@"] = { board = "player" }, ["$"] = { board = "box" }, ["*"] = { board = "gem" },
      o = { board = "rock" }, x = { board = "red" }, y = { board = "yellow" },
      A = { board = "A" }, B = { board = "B" }, ["^"] = { board = "fly_up" },
      [">"] = { board = "fly_right" }, v = { board = "fly_down" }, ["<"] = { board = "fly_left" },
      _ = { ground = "target", board = "empty" }, ["%"] = { ground = "target", board = "box" } },
    groups = { stone = { "red", "yellow" }, thing = { "box", "gem", "rock" }, car = { "A", "B" },
      fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } },
    pieces = { "red", "yellow" }, moves = { "wait" }, rules = {}, after = {} }
end

-- The columns of a line, between which two blanks stand or more.
local function columns_of(line)
  local columns = {}
  for column in (line .. "  "):gmatch "(.-)  +" do
    columns[#columns + 1] = column
  end
  return columns
end

-- "right, down   @.   ..   keys = 1": what the last column says, with the other three.
local function read_try(line)
  local columns = columns_of(line)
  assert(columns[3] and not columns[5], line)
  local expected = assert(load("return {" .. (columns[4] or "") .. "}", line, "t", {}))()
  local try = { line = line, before = columns[2], after = columns[3], expected = expected,
    options = { chance = expected.chance }, actions = {} }
  expected.chance = nil
  for action in columns[1]:gmatch "[^,]+" do
    table.insert(try.actions, (action:match "^%s*(.-)$"))
  end
  return try
end

-- The definition and the tries of a block of rules.
local function read(block, number)
  local definition, tries = definition_of(number), {}
  local own, rest = block:match "^(%l+ = .-\n)\n(.*)$"
  if own then
    local given = {}
    assert(load(own, block, "t", given))()
    if given.players then
      definition.pieces = nil
    elseif given.geometry then
      definition.groups.fly = nil
    end
    for key, value in pairs(given) do
      definition[key] = value
    end
  end
  for line in (rest or block):gmatch "[^\n]+" do
    local action, rule = line:match "^([^%[]-):%s+(.*)$"
    if action then
      definition.moves[2] = action
      table.insert(definition.rules, { action, rule })
    elseif line:find "->" then
      table.insert(definition.after, line)
    else
      tries[#tries + 1] = read_try(line)
    end
  end
  assert(tries[1] and (own or definition.after[1] or definition.rules[1]), block)
  if definition.moves[1] == "wait" and not (own and own:find "%f[%l]rules = ") then
    table.insert(definition.rules, { "wait" })
  end
  return definition, tries
end

local questions = {
  outcome = function(state)
    return (state:outcome())
  end,
  score = function(state)
    return state:score(1)
  end,
  scores = function(state)
    return { state:score(1), state:score(2) }
  end,
  turn = function(state)
    return (state:turn())
  end,
}

-- What the last action of a try does: the board after it, or "refused"; and what holds then.
local function play(state, try)
  local found, last = {}, #try.actions
  for i = 1, last - 1 do
    assert(state:apply(try.actions[i]), try.line)
  end
  local events, action = {}, try.actions[last]
  if state.rule then
    found.rule = state:rule(action)
    found.why = (state:why(action) or ""):match ": (.*)$"
  end
  local done = state:apply(action, events)
  for i, event in ipairs(events) do
    events[i] = event.kind
  end
  found.events = events
  for key in pairs(try.expected) do
    if questions[key] then
      found[key] = questions[key](state)
    elseif found[key] == nil then
      found[key] = state[key]
    end
  end
  return done and tostring(state):gsub("\n", "/"):gsub(" ", ""):sub(1, -2) or "refused", found
end

-- What the twin does not tell.
local engine_only = { events = true, rule = true, why = true }

-- Plays each try of each block of rules with make(definition), which returns new(map, options).
local function check_rules(make, is_twin)
  local blocks, checked = 0, 0
  for kind, block in document.blocks(page) do
    if kind == "rules" then
      blocks = blocks + 1
      local definition, tries = read(block, blocks)
      local new = make(definition)
      for _, try in ipairs(tries) do
        local after, found = play((new(try.before, try.options)), try)
        assert.equal(try.after, after, block .. "-- " .. try.line)
        for key, value in pairs(try.expected) do
          if not (is_twin and engine_only[key]) then
            assert.same({ [key] = value }, { [key] = found[key] }, block .. "-- " .. try.line)
          end
        end
        checked = checked + 1
      end
    end
  end
  assert.is_true(blocks >= 40 and checked >= 80)
end

-- Asks each condition of each block of conditions when the first player acts.
local function check_conditions(make)
  local checked = 0
  for kind, block in document.blocks(page) do
    for line in (kind == "conditions" and block or ""):gmatch "[^\n]+" do
      local columns = columns_of(line)
      assert(columns[3] == "holds" or columns[3] == "fails", line)
      checked = checked + 1
      local definition = definition_of(checked)
      definition.fields, definition.rules = { keys = 2 }, { { "wait", when = columns[1] } }
      local done = make(definition)(columns[2]):apply "wait"
      assert.equal(columns[3], done and "holds" or "fails", line)
    end
  end
  assert.is_true(checked >= 40)
end

local function twin(definition)
  local made = oracle.new(definition)
  return function(map, options)
    return made:new(map, options)
  end
end

local function engine(definition)
  return game(definition).new
end

-- Kinds, groups and fields that stand as examples in the first column of tables.
local examples = {}
for word in ("box thing gem car player empty open target keys fly"):gmatch "%S+" do
  examples[word] = true
end

-- The words in code in the first column of the page's tables, except for those about events.
local function words_of_tables()
  local words, text = {}, run.read_file(page):gsub("\n## Events\n.-\n## ", "\n## ")
  for column in text:gsub("\\|", ""):gmatch "\n| (`[^|]*) |" do
    for code in column:gmatch "`([^`]+)`" do
      for word in code:gmatch "[^%s,()]+" do
        words[word] = not examples[word] or nil
      end
    end
  end
  return words
end

describe("the page about rules", function()
  it("shows what the twin does", function()
    check_rules(twin, true)
    check_conditions(twin)
  end)

  it("shows what the engine does", function()
    check_rules(engine)
    check_conditions(engine)
  end)

  it("has programs with their real output", function()
    local files, commands = document.run(page)
    assert.is_true(files >= 1 and commands >= 1)
  end)

  it("shows every word of its tables in a block that is run", function()
    local words = words_of_tables()
    assert.is_true(words.edge and words["<direction>"] and words.squash and words.stuck)
    for _, block in document.blocks(page) do
      for word in block:gmatch "[^%s,\"{}()]+" do
        words[word] = nil
      end
    end
    assert.same({}, words)
  end)

  it("has no block that is not run", function()
    local kinds = { rules = true, conditions = true, lua = true, console = true }
    local blocks, fences = 0, 0
    for kind, block in document.blocks(page) do
      assert.is_true(kinds[kind], block)
      blocks = blocks + 1
    end
    local text = "\n" .. run.read_file(page)
    for _ in text:gmatch "\n *```" do
      fences = fences + 1
    end
    assert.equal(2 * blocks, fences)
    assert.is_nil(document.indented(page))
  end)
end)
