--- Specifies the compiler of PuzzleScript rules: the rules that a line stands for, and what they
--- test and write.

local rules = require "spec.support.puzzlescript_rules"

-- Rules, and indented below each of them what it is compiled to.
local function check(examples)
  local lines, expected = {}, {}
  for line in examples:gmatch "[^\n]+" do
    if line:sub(1, 4) == "    " then
      expected[#lines] = (expected[#lines] and expected[#lines] .. "\n" or "") .. line:sub(5)
    else
      lines[#lines + 1] = line
    end
  end
  for i, line in ipairs(lines) do
    assert.are.equal(expected[i], rules.compiled(line), line)
  end
end

describe("the compiler of PuzzleScript rules", function()
  it("makes a rule for each direction, and turns up and left round", function()
    check [[
[ > a | b ] -> [ > a | > b ]
    down [ b | up a ] -> [ up b | up a ]
    down [ down a | b ] -> [ down a | down b ]
    right [ b | left a ] -> [ left b | left a ]
    right [ right a | b ] -> [ right a | right b ]
right up [ a | b ] -> [ a | ]
    right [ a | b ] -> [ a | ]
    down [ b | a ] -> [ | a ]
[ ^ a | v b ] -> [ | ]
    down [ right b | left a ] -> [ | ]
    down [ right a | left b ] -> [ | ]
    right [ up b | down a ] -> [ | ]
    right [ up a | down b ] -> [ | ]
]]
  end)

  it("keeps one direction of a rule that has none", function()
    check [[
[ a ] -> [ b ]
    down [ a ] -> [ b ]
horizontal [ a ] -> [ b ]
    right [ a ] -> [ b ]
right down [ a ] -> [ b ]
    right [ a ] -> [ b ]
[ > a ] -> [ a ]
    down [ up a ] -> [ a ]
    down [ down a ] -> [ a ]
    right [ left a ] -> [ a ]
    right [ right a ] -> [ a ]
]]
  end)

  it("keeps the last of rules that read the same", function()
    check [[
[ a | a ] -> [ b | b ]
    down [ a | a ] -> [ b | b ]
    right [ a | a ] -> [ b | b ]
]]
  end)

  it("does not turn round what has an ellipsis", function()
    check [[
[ > a | ... | b ] -> [ > a | ... | > b ]
    up [ up a | ... | b ] -> [ up a | ... | up b ]
    down [ down a | ... | b ] -> [ down a | ... | down b ]
    left [ left a | ... | b ] -> [ left a | ... | left b ]
    right [ right a | ... | b ] -> [ right a | ... | right b ]
right [ a | ... | ... | b ] -> [ | ... | ... | ]
    right [ a | ... | b ] -> [ | ... | ]
    warning: two '...' side by side are as good as one
]]
  end)

  it("makes a rule for each movement; the second cell varies slowest", function()
    check [[
[ parallel a | b ] -> [ parallel a | parallel b ]
    down [ b | up a ] -> [ up b | up a ]
    down [ b | down a ] -> [ down b | down a ]
    down [ up a | b ] -> [ up a | up b ]
    down [ down a | b ] -> [ down a | down b ]
    right [ b | left a ] -> [ left b | left a ]
    right [ b | right a ] -> [ right b | right a ]
    right [ left a | b ] -> [ left a | left b ]
    right [ right a | b ] -> [ right a | right b ]
right [ horizontal a | vertical b ] -> [ horizontal a | vertical b ]
    right [ left a | up b ] -> [ left a | up b ]
    right [ right a | up b ] -> [ right a | up b ]
    right [ left a | down b ] -> [ left a | down b ]
    right [ right a | down b ] -> [ right a | down b ]
right [ perpendicular a ] -> [ perpendicular b ]
    right [ up a ] -> [ up b ]
    right [ down a ] -> [ down b ]
]]
  end)

  it("finds on the left which movement the right means", function()
    check [[
right [ horizontal a | b ] -> [ horizontal a | horizontal b ]
    right [ left a | b ] -> [ left a | left b ]
    right [ right a | b ] -> [ right a | right b ]
right [ moving a ] -> [ moving b ]
    right [ up a ] -> [ up b ]
    right [ down a ] -> [ down b ]
    right [ left a ] -> [ left b ]
    right [ right a ] -> [ right b ]
    right [ action a ] -> [ action b ]
right [ a | b ] -> [ moving a | b ]
    fatal: 'moving a' on the right: nothing on the left says which direction is meant
right [ parallel a | b ] -> [ a | horizontal b ]
    fatal: 'horizontal b' on the right: nothing on the left says which direction is meant
right [ horizontal a | horizontal b | ] -> [ | | horizontal a ]
    right [ left a | left b | ] -> [ | | left a ]
    right [ right a | left b | ] -> [ | | right a ]
    right [ left a | right b | ] -> [ | | left a ]
    right [ right a | right b | ] -> [ | | right a ]
right [ horizontal a | horizontal a | ] -> [ | | horizontal a ]
    fatal: 'horizontal a' on the right: nothing on the left says which direction is meant
]]
  end)

  it("makes a rule for each object of a property where it has to", function()
    check [[
right [ > player | m ] -> [ > player | > m ]
    right [ right player | m ] -> [ right player | right m ]
right [ > player | n ] -> [ > player | > n ]
    right [ right player | a ] -> [ right player | right a ]
    right [ right player | c ] -> [ right player | right c ]
right [ m | ] -> [ | m ]
    right [ a | ] -> [ | stationary a ]
    right [ b | ] -> [ | stationary b ]
right [ m | m2 | ] -> [ m | m2 | m ]
    right [ a | m2 | ] -> [ a | m2 | stationary a ]
    right [ b | m2 | ] -> [ b | m2 | stationary b ]
right [ n | pm ] -> [ n | pm ]
    right [ a | player ] -> [ a | player ]
    right [ a | a ] -> [ a | a ]
    right [ c | player ] -> [ c | player ]
    right [ c | a ] -> [ c | a ]
right [ horizontal n ] -> [ horizontal n ]
    right [ left a ] -> [ left a ]
    right [ left c ] -> [ left c ]
    right [ right a ] -> [ right a ]
    right [ right c ] -> [ right c ]
right [ no n ] -> [ w ]
    right [ no a no c ] -> [ stationary w ]
right [ n b ] -> [ ]
    right [ c b ] -> [ ]
]]
  end)

  it("says what is wrong with properties", function()
    check [[
right [ m | m | ] -> [ m | m | m ]
    error: 'm' on the right: more than one place on the left says which of its objects is meant
[ a ] -> [ m ]
    error: 'm' on the right: nothing on the left says which of its objects is meant
]]
  end)

  it("puts the members of an aggregate into the cell", function()
    check [[
right [ > ac w ] -> [ ac player ]
    right [ right a w right c ] -> [ a stationary player c ]
]]
  end)

  it("adds 'stationary' to what comes out of nothing", function()
    check [[
right [ player | ] -> [ player | a ]
    right [ player | ] -> [ player | stationary a ]
right [ b ] -> [ a ]
    right [ b ] -> [ a ]
right [ no a ] -> [ a ]
    right [ no a ] -> [ a ]
late right [ player | ] -> [ player | a ]
    late right [ player | ] -> [ player | a ]
]]
  end)

  it("leaves out what nothing can match", function()
    check [[
right [ a b ] -> [ ]
    error: 'a' and 'b' are in one collision layer: a cell never has both
right [ a no m ] -> [ b ]
    warning: 'a' cannot be both there and not there: nothing matches this
right [ w ] -> [ w a b ]
    right [ w ] -> [ w stationary a stationary b ]
    error: 'b' on the right: something else of its collision layer is in the same cell
right [ w ] -> [ random a ]
    right [ w ] -> [ random a ]
    warning: 'random a': there is nothing to choose from
right [ n b | n ] -> [ | ]
    right [ c b | a ] -> [ | ]
    right [ c b | c ] -> [ | ]
]]
  end)

  it("prints prefixes and commands", function()
    check [[
late random right [ a ] -> [ b ] again message Well Done
    late random right [ a ] -> [ b ] again message Well Done
[ player ] -> win
    down [ player ] -> win
]]
  end)

  it("bounds what a line may stand for", function()
    local moving = (" | moving a"):rep(20):sub(3)
    local line = ("right [ %s ] -> [ %s ]"):format(moving, moving)
    assert.are.equal("error: this rule stands for more than 1000000 rules", rules.compiled(line))
  end)

  it("bounds how many cells all rules have together", function()
    local moving = (" | moving a"):rep(8):sub(3)
    assert.are.equal([[
down [ a ] -> [ b ]
error: the rules up to here stand for more than can be compiled]],
      rules.compiled(("[ a ] -> [ b ]\n[ %s ] -> [ %s ]"):format(moving, moving)))
  end)
end)

describe("a compiled cell of PuzzleScript", function()
  it("clears and sets objects and movements", function()
    assert.are.equal([[
has player, moving player:right -> clear layers player, set player, move_clear player:right
has a -> clear a, clear layers a/b, set b]], rules.cells "right [ > player | a ] -> [ player | b ]")
  end)

  it("empties a layer of which the right does not speak", function()
    assert.are.equal([[
has a -> clear a, clear layers a/b, move_clear a/b:all, reset a/b
-> clear layers a/b, set a, move_clear a/b:all, reset a/b]], rules.cells "right [ a | ] -> [ | a ]")
    assert.are.equal("any a b -> clear layers a/b, move_clear a/b:all, reset a/b",
      rules.cells "[ m ] -> [ ]")
  end)

  it("stops what had a movement on the left alone, and moves what has one on the right", function()
    assert.are.equal("has a, moving a/b:right -> clear layers a/b, set a, move_clear a/b:right",
      rules.cells "right [ > a ] -> [ a ]")
    assert.are.equal("has a, still a/b -> clear layers a/b, set a, move_clear a/b:all, "
      .. "move_set a/b:action, reset a/b", rules.cells "[ stationary a ] -> [ action a ]")
    assert.are.equal("any a b, moving a/b:left -> move_clear a/b:left",
      rules.cells "left [ > m ] -> [ m ]")
  end)

  it("draws objects and directions", function()
    assert.are.equal("has a -> clear a, clear layers a/b, move_clear a/b:all, random a b, "
      .. "reset a/b", rules.cells "[ a ] -> [ random m ]")
    assert.are.equal("has player -> clear layers player, set player, move_clear player:all, "
      .. "directions player, reset player", rules.cells "[ player ] -> [ randomdir player ]")
  end)

  it("writes nothing where both sides are empty, or there is no right side", function()
    assert.are.equal("none a -> nothing", rules.cells "[ no a ] -> [ ]")
    assert.are.equal("has a -> nothing", rules.cells "[ a ] -> win")
  end)
end)

describe("the groups of a PuzzleScript program", function()
  local function groups(list)
    local parts = {}
    for i, group in ipairs(list) do
      parts[i] = ("%d%s%s%s"):format(#group.rules, group.random and " random" or "",
        group.rigid > 0 and " rigid " .. group.rigid or "",
        group.loop > 0 and " loop " .. group.loop or "")
    end
    return table.concat(parts, ", ")
  end

  it("keep normal and late rules apart, and number loops", function()
    local program = rules.program [[
[ a ] -> [ b ]
+ late [ b ] -> [ a ]
startloop
late [ a ] -> [ b ]
endloop
startloop
random [ a ] -> [ b ]
+ [ > a ] -> [ a ]
late [ b ] -> [ a ]
endloop
rigid [ > player ] -> [ player ]
]]
    assert.are.equal("1, 5 random loop 1, 4 rigid 1", groups(program.normal))
    assert.are.equal("1, 1 loop 1, 1 loop 2", groups(program.late))
    assert.are.equal(1, program.rigid_groups)
    assert.are.same({ rules = 10, late = 3 }, program.counts)
    assert.is_true(program.chance)
  end)

  it("have commands by number", function()
    local program = rules.program "[ a ] -> again message Yes\n[ b ] -> message Yes\n"
    assert.are.same({ { name = "again" }, { name = "message", text = "Yes" } }, program.commands)
    assert.are.same({ 1, 2 }, program.normal[1].rules[1].commands)
    assert.are.same({ 2 }, program.normal[2].rules[1].commands)
    assert.is_false(program.chance)
  end)
end)
