--- Specifies Jewelry Tips: the tips, rule by rule, and swaps with their cascades. In the pictures,
--- jewels that do not matter are small letters, each a different one.

local grid = require "tessera.grid"
local jewelry = require "tessera.jewelry"
local jewels = require "spec.support.jewels"
local oracle = require "spec.oracle.jewelry"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"

local STATEMENT = {
  { "Norm: B.DN@0,0", "BWPRORYY/GBRBGWWO/BPOOPPYP/BWGYGWBY/YGBYOBGR/RGPOGOOW/YBBYYOGW/PBRYGPPB" },
  { "Good: W.RT@1,4", "YWPRRWGR/WGGPWOWP/PGWYOWOY/YBWRGWPP/WRGOYGPG/GYPRWBBW/BGWOPOBW/ORRBBYPG" },
  { "Excl: O.RT@7,6", "GBWYPPOR/PPGWBYGP/OBORRWPR/RPGGOPOW/WBYYBBRP/GWPOWRGO/RPYOWPGO/RBWPGBOG" },
  { "Norm: P.RT@5,0", "YYBORBWG/RBPYRORY/WYGBYPBO/BBRPBGPW/PWPYROBP/PYYRYWWR/GPBYRYYG/PPWGOGPB" },
  { "Excl: G.DN@4,4", "GWOGWOGO/PWOPGWRY/PYBPBRRW/BOWGBBOG/GWROGPWG/PYPWBRRY/POGRGPOO/RYYOGBPW" },
  { "Game Over", "BOBWOPRP/YORPBGOW/WWGYWWGB/RBRBWBOW/YWWGGRWR/OGWRGBGB/BBPPWWOP/WWPBORPB" },
  { "Norm: O.UP@7,2", "OWBGYOYG/GGOYBGPW/WBPGRGWW/OPPWWRYP/YBORGOOP/WWOOWWRG/PPYBYPOG/RGOYPOWW" },
  { "Good: B.LT@3,4", "GGRBYWBB/RYWWOYWY/YYOBOPOP/WGBPBBYP/RWRBYWGW/BROBOYRB/OWGWPROP/RWGWPGOO" },
  { "Norm: B.LT@0,1", "YBOBBRPW/BGWYBGWG/BYORYORY/PBOOWPOY/GOROWBGP/GPBRBBYO/BWBOOWYB/PYPWROOB" },
}

-- The letters of a board as colours.
local function colours_of(board)
  local seen, letters = {}, {}
  for letter in board:gmatch "%a" do
    if not seen[letter] then letters[#letters + 1] = letter end
    seen[letter] = true
  end
  return table.concat(letters)
end

local function new(board, drops)
  return jewelry.new(board, { colours = colours_of(board .. (drops or "")), drops = drops })
end

-- All tips of a board, in the form of the rules page.
local function tips(board)
  local state, texts = new(board), {}
  for i, tip in ipairs(state:tips()) do texts[i] = oracle.text(tip) end
  local kind, colour, direction, row, column = state:tip()
  assert.equal(texts[1], kind and oracle.text {
    kind = kind, colour = colour, direction = direction, row = row, column = column })
  return texts
end

describe("the tips", function()
  for _, example in ipairs(STATEMENT) do
    it("of the examples: " .. example[1], function()
      assert.equal(example[1], tips(example[2])[1] or "Game Over")
      assert.equal(example[1], oracle.new(example[2]):tip())
    end)
  end

  it("that the statement names are among them", function()
    local function has(example, text)
      for _, tip in ipairs(tips(STATEMENT[example][2])) do
        if tip == text then return true end
      end
      return false
    end
    assert.is_true(has(1, "Good: O.DN@4,4"))
    assert.is_true(has(1, "Norm: O.RT@5,3"))
    assert.is_true(has(2, "Excl: W.DN@0,5"))
    assert.is_true(has(3, "Excl: G.LT@7,7"))
    assert.is_false(has(1, "Norm: G.UP@1,0"))
  end)

  it("name row and column from 0, from the top left, before the swap (rule 1)", function()
    assert.same({ "Norm: R.DN@0,1" }, tips [[
      aRb
      RcR
      def ]])
    assert.same({ "Norm: R.RT@3,1" }, tips [[
      abcd
      efRg
      hiRj
      kRlm ]])
  end)

  it("are Norm for a line of 3 (rule 2)", function()
    assert.same({ "Norm: R.LT@0,3" }, tips [[
      RRaR
      bcde
      fghi ]])
    assert.same({ "Norm: R.UP@3,2" }, tips [[
      abR
      cdR
      efg
      hiR ]])
  end)

  it("are Good for a line of 4 (rule 2)", function()
    assert.same({ "Norm: R.LT@1,3", "Good: R.DN@0,2" }, tips [[
      abRc
      RRdR
      efgh ]])
  end)

  it("are Excl for a line of 5 (rule 2)", function()
    assert.same({ "Norm: R.RT@1,1", "Norm: R.LT@1,3", "Excl: R.DN@0,2" }, tips [[
      abRcd
      RReRR
      fghij ]])
  end)

  it("are Excl for an L, a T or a + (rule 2)", function()
    assert.same({ "Norm: R.LT@2,2", "Good: R.DN@1,1", "Excl: R.RT@2,0" }, tips [[
      aRbc
      dRef
      RgRR
      hijk ]])
    assert.same({ "Norm: R.UP@2,2", "Good: R.RT@1,1", "Good: R.LT@1,3", "Excl: R.DN@0,2" }, tips [[
      abRcd
      eRfRg
      hiRjk
      lmRno ]])
  end)

  it("are Excl for a line of each of the two jewels, named both ways (rules 2, 3)", function()
    assert.same({ "Excl: G.RT@2,0", "Excl: R.LT@2,1" }, tips [[
      RGa
      RGb
      GRc ]])
  end)

  it("count 4 and 3 of both jewels as two lines (rule 2)", function()
    assert.same({ "Norm: G.UP@3,1", "Excl: G.RT@2,0", "Excl: R.LT@2,1" }, tips [[
      RGa
      RGb
      GRc
      dGe ]])
  end)

  it("name only a jewel that completes a line itself (rule 3)", function()
    local state = new [[
      aRb
      RcR
      def ]]
    assert.equal(1, #state:tips())
    assert.is_true(state:swap(2, 2, "UP"))
  end)

  it("prefer Norm to Good to Excl, whatever the place (rule 4)", function()
    assert.same({ "Good: R.LT@1,2", "Good: R.UP@2,1", "Excl: R.DN@0,1", "Excl: R.RT@1,0" },
      tips [[
        aRbc
        RdRR
        eRfg
        hRij ]])
  end)

  it("prefer the upper row, then the left column (rule 4)", function()
    assert.same({ "Norm: R.LT@0,3", "Norm: S.RT@0,4", "Norm: T.LT@2,3" }, tips [[
      RRcRSaSS
      cdeabcde
      TTbTdeab ]])
  end)

  it("prefer LT, UP, RT, DN of one jewel, in this order (rule 4)", function()
    assert.same({ "Norm: R.LT@3,3", "Norm: R.UP@3,3", "Norm: R.RT@3,3", "Norm: R.DN@3,3" },
      tips [[
        abcReab
        cdeRbcd
        eabcdea
        RRdRaRR
        deabcde
        abcReab
        cdeRbcd ]])
  end)

  it("are none where no two equal jewels are near each other", function()
    assert.same({}, tips [[
      abcdeab
      cdeabcd
      eabcdea ]])
  end)

  it("are found in each of the 64 rows and columns", function()
    -- Each row is the one above, shifted by two places: no equal letters are near each other.
    local function board_with(cells)
      local rows = {}
      for row = 1, 64 do
        local letters = {}
        for column = 1, 64 do
          local number = (column + 2 * row) % 5 + 1
          letters[column] = cells[row .. "," .. column] or ("abcde"):sub(number, number)
        end
        rows[row] = table.concat(letters)
      end
      return jewelry.new(table.concat(rows, "/"), { colours = "abcdeR" })
    end
    for place = 1, 64 do
      local first = math.min(place, 61)
      local state = board_with { [place .. "," .. first] = "R", [place .. "," .. first + 1] = "R",
        [place .. "," .. first + 3] = "R" }
      assert.same({ "Norm", "R", "LT", place, first + 3 }, { state:tip() })
      assert.same({ ("%d,%d RT"):format(place, first + 2) }, state:actions())
      state = board_with { [first .. "," .. place] = "R", [first + 2 .. "," .. place] = "R",
        [first + 3 .. "," .. place] = "R" }
      assert.same({ "Norm", "R", "DN", first, place }, { state:tip() })
      assert.same({ ("%d,%d DN"):format(first, place) }, state:actions())
    end
  end)
end)

describe("a swap", function()
  local BOARD = [[
    aRRb
    RccR
    defg ]]

  -- By its text, by the method of its name, and with events.
  local function refused(board, text, why)
    local state = new(board)
    local before = state:clone()
    local row, col, dir = text:match "^(%d+),(%d+) (%u+)$"
    row, col = math.tointeger(tonumber(row)), math.tointeger(tonumber(col))
    assert.equal(why, state:why(text))
    assert.same({ nil, why, n = 2 }, table.pack(state:apply(text)))
    assert.same({ nil, why, n = 2 }, table.pack(state:apply(text, {})))
    if row < state:rows() and col < state:columns() then
      assert.same({ nil, why, n = 2 }, table.pack(state:swap(row, col, dir, {})))
    end
    assert.is_true(state == before)
    assert.equal(before:save(), state:save())
  end

  it("must make a line", function()
    refused(BOARD, "2,1 DN", "2,1 DN: the R at 2,1 and the d at 3,1 make no line")
    refused(BOARD, "3,1 UP", "2,1 DN: the R at 2,1 and the d at 3,1 make no line")
    refused(BOARD, "3,3 RT", "3,3 RT: the f at 3,3 and the g at 3,4 make no line")
  end)

  it("exchanges two colours", function()
    refused(BOARD, "1,2 RT", "1,2 RT: the R at 1,2 and the R at 1,3 have the same colour")
  end)

  it("stays on the board", function()
    refused(BOARD, "1,1 LT", "1,1 LT: the board ends at 1,1")
    refused(BOARD, "1,2 UP", "1,2 UP: the board ends at 1,2")
    refused(BOARD, "2,4 RT", "2,4 RT: the board ends at 2,4")
    refused(BOARD, "3,4 DN", "3,4 DN: the board ends at 3,4")
  end)

  it("names cells of the board", function()
    refused(BOARD, "4,1 RT", "4,1 RT: the board has no such cell")
    refused(BOARD, "1,5 DN", "1,5 DN: the board has no such cell")
    refused(BOARD, "10000,10000 DN", "10000,10000 DN: the board has no such cell")
    refused(BOARD, "4,1 UP", "3,1 DN: the board ends at 3,1")
    refused(BOARD, "1,5 LT", "1,4 RT: the board ends at 1,4")
  end)

  it("is refused when the game is over", function()
    refused("abc/def/ghi", "1,1 RT", "1,1 RT: the game is over (Game Over)")
    refused("abc/def/ghi", "1,1 LT", "1,1 LT: the game is over (Game Over)")
  end)

  it("is one action, whichever of its jewels is named", function()
    local state = new(BOARD)
    for _, pair in ipairs { { "1,1 RT", "1,2 LT" }, { "1,1 DN", "2,1 UP" },
      { "1,3 RT", "1,4 LT" }, { "64,63 RT", "64,64 LT" } } do
      assert.equal(state:code(pair[1]), state:code(pair[2]))
      assert.equal(pair[1], state:text(pair[2]))
      assert.equal(pair[1], state:text(state:code(pair[1])))
    end
    local one, two, three = state:clone(), state:clone(), state:clone()
    assert.is_true(one:apply "1,1 DN")
    assert.is_true(two:apply "2,1 UP")
    assert.is_true(three:swap(2, 1, "UP"))
    assert.is_true(one == two and two == three)
    assert.is_false(one == state)
  end)

  it("is listed once, by its left or upper cell, in the order of the cells", function()
    assert.same({ "1,1 DN", "1,4 DN" }, new(BOARD):actions())
    assert.same({ "1,1 RT", "2,2 RT", "3,3 RT", "3,4 DN", "4,4 RT" }, new([[
      aRbcd
      RbTec
      RcbTe
      eTTaT ]]):actions())
  end)

  it("has no other text", function()
    local state = new(BOARD)
    for _, text in ipairs { "", "6", "6,1", "6,1RT", "6,1 rt", "6,1 R", "6,1 RTX", " 6,1 RT",
      "6,1 RT ", "6, 1 RT", "06,1 RT", "6,01 RT", "-1,1 RT", "+1,1 RT", "0,1 RT", "1,0 RT",
      "10001,1 RT", "1,10001 RT", "99999999999999999999,1 RT", "6;1 RT", ",1 RT", "1, RT" } do
      assert.equal(("bad argument #1 to 'apply' ('%s' is no action of jewelry)"):format(text),
        raised(function() state:apply(text) end))
    end
    assert.equal("bad argument #1 to 'apply' ('1,1\\x09RT' is no action of jewelry)",
      raised(function() state:apply "1,1\tRT" end))
    assert.equal("bad argument #1 to 'apply' ('1,1 DN\\x00' is no action of jewelry)",
      raised(function() state:apply "1,1 DN\0" end))
    assert.equal(("bad argument #1 to 'apply' ('%s...' is no action of jewelry)"):format(
      ("9"):rep(80)), raised(function() state:apply(("9"):rep(100000)) end))
    for _, code in ipairs { -1, 0, 1, 2, 4, math.mininteger, math.maxinteger, 1 << 40 } do
      assert.equal("?", state:text(code))
      assert.same({ nil, "?: there is no such swap" }, { state:apply(code) })
      assert.equal("?: there is no such swap", state:why(code))
      assert.equal("?", state:text(code))
    end
  end)
end)

describe("a move", function()
  -- Plays one swap; returns the state, and its events as lines.
  local function play(board, drops, row, col, dir)
    local state, events, lines = new(board, drops), {}, {}
    assert.is_true(state:swap(row, col, dir, events))
    local function place(at)
      return at and at[1] .. "," .. at[2] or "-"
    end
    for i, e in ipairs(events) do
      lines[i] = ("%s %s %s %s"):format(e.kind, e.what, place(e.from), place(e.to))
    end
    return state, lines
  end

  it("removes the line, lets jewels drop and new ones fall in, column by column", function()
    local state, events = play([[
      aRb
      RcR
      def ]], "xyz", 1, 2, "DN")
    assert.equal(picture [[
      xyz
      acb
      def ]], tostring(state))
    assert.same({
      "swapped R 1,2 2,2", "swapped c 2,2 1,2",
      "removed R 2,1 -", "removed R 2,2 -", "removed R 2,3 -",
      "fell a 1,1 2,1", "appeared x - 1,1",
      "fell c 1,2 2,2", "appeared y - 1,2",
      "fell b 1,3 2,3", "appeared z - 1,3",
    }, events)
    assert.equal(30, state:score())
    assert.equal(1, state:moves())
  end)

  it("fills a column from its lowest empty cell upward", function()
    local state, events = play([[
      abc
      Rde
      fRg
      Rhi
      Rjk ]], "wxyz", 3, 2, "LT")
    assert.equal(picture [[
      zbc
      yde
      xfg
      whi
      ajk ]], tostring(state))
    assert.same({
      "swapped f 3,1 3,2", "swapped R 3,2 3,1",
      "removed R 5,1 -", "removed R 4,1 -", "removed R 3,1 -", "removed R 2,1 -",
      "fell a 1,1 5,1",
      "appeared w - 4,1", "appeared x - 3,1", "appeared y - 2,1", "appeared z - 1,1",
    }, events)
    assert.equal(40, state:score())
  end)

  it("removes the lines of both jewels", function()
    local state = play([[
      RGa
      RGb
      GRc ]], "uvwxyz", 3, 1, "RT")
    assert.equal(picture [[
      wza
      vyb
      uxc ]], tostring(state))
    assert.equal(60, state:score())
  end)

  it("counts a jewel of two lines once", function()
    local state = play([[
      aRbc
      dRef
      RgRR
      hijk ]], "uvwxy", 3, 1, "RT")
    assert.equal(picture [[
      awxy
      dvbc
      guef
      hijk ]], tostring(state))
    assert.equal(50, state:score())
  end)

  it("goes on while there are lines; each step scores more than the one before", function()
    local state, events = play([[
      aRb
      RcR
      def ]], "SSSRxSRySRzw", 1, 2, "DN")
    -- Step 1 leaves SSS/acb/def, step 2 RxS/acb/def.
    assert.equal(picture [[
      RxS
      acb
      def ]], tostring(state))
    assert.equal(3 * 10 * 1 + 3 * 10 * 2, state:score())
    assert.equal(1, state:moves())
    assert.equal("removed S 1,1 -", events[12])
  end)

  it("finds the lines that falling jewels make", function()
    local state = play([[
      aSSb
      RRcS
      deRf ]], "uvwxyz", 3, 3, "UP")
    -- Step 1 leaves uvwb/aSSS/decf.
    assert.equal(picture [[
      uxyz
      avwb
      decf ]], tostring(state))
    assert.equal(30 + 60, state:score())
  end)

  it("ends the game when no swap makes a line any more", function()
    local state = new([[
      aRb
      RcR
      def ]], "xyz")
    assert.same({ true, "Game Over" }, { state:swap(1, 2, "DN") })
    assert.equal("Game Over", state:outcome())
    assert.is_nil(state:turn())
    assert.is_nil((state:tip()))
    assert.same({}, state:tips())
    assert.same({}, state:actions())
  end)

  it("ends the game when its cascade does not end", function()
    local state = new("aRb/RcR/def", ("R"):rep(4096))
    assert.same({ true, "Endless Cascade" }, { state:swap(1, 2, "DN") })
    -- RRR/acb/def, then only the upper row changes, a hundred times in all.
    assert.equal("RRR\nacb\ndef\n", tostring(state))
    assert.equal(30 * 100 * 101 // 2, state:score())
    assert.equal("Endless Cascade", state:outcome())
    assert.is_nil(state:turn())
    assert.is_nil((state:tip()))
    assert.same({}, state:tips())
    assert.same({}, state:actions())
    assert.equal("1,1 DN: the game is over (Endless Cascade)", state:why "1,1 DN")
    assert.is_true(jewelry.load(state:save()) == state)
  end)

  it("may take as many steps as are allowed", function()
    local state = new("aRb/RcR/def", ("R"):rep(99 * 3) .. "xyz")
    assert.same({ true, "Game Over" }, { state:swap(1, 2, "DN") })
    assert.equal("xyz\nacb\ndef\n", tostring(state))
    assert.equal(100, jewelry.cascade_max)
    state = new("aRb/RcR/def", ("R"):rep(100 * 3) .. "xyz")
    assert.same({ true, "Endless Cascade" }, { state:swap(1, 2, "DN") })
    assert.equal("RRR\nacb\ndef\n", tostring(state))
  end)
end)

describe("the jewels that fall in", function()
  local BOARD = "YYBORBWG/RBPYRORY/WYGBYPBO/BBRPBGPW/PWPYROBP/PYYRYWWR/GPBYRYYG/PPWGOGPB"

  -- Plays the first action n times; returns the boards on the way.
  local function boards(state, n)
    local seen = {}
    for i = 1, n do
      state:apply(state:actions()[1])
      seen[i] = tostring(state)
    end
    return table.concat(seen, "\n")
  end

  it("are the given drops, then numbers below the number of colours", function()
    local state = jewelry.new("aRb/RcR/def", { colours = "Rabcdefg", drops = "gf",
      seed = 42 })
    local random = rng.new(42)
    local number = random:below(8) + 1
    local third = ("Rabcdefg"):sub(number, number)
    assert.is_true(state:swap(1, 2, "DN"))
    assert.equal("gf" .. third .. "\nacb\ndef\n", tostring(state))
  end)

  it("follow from the seed", function()
    local function from(seed)
      return boards(jewelry.new(BOARD, { seed = seed }), 5)
    end
    assert.equal(from(7), from(7))
    assert.not_equal(from(7), from(8))
    assert.equal(boards(jewelry.new(BOARD), 5), from(0))
    assert.equal(from(math.mininteger), from(math.mininteger))
  end)

  it("are the same for a clone and for a loaded state", function()
    local state = jewelry.new(BOARD, { seed = 7, drops = "ROYGBPW" })
    boards(state, 1)
    local clone, loaded = state:clone(), jewelry.load(state:save())
    local expected = boards(state, 4)
    assert.equal(expected, boards(clone, 4))
    assert.equal(expected, boards(loaded, 4))
  end)

  it("are others after reseed, which removes the drops", function()
    local state = jewelry.new(BOARD, { seed = 7, drops = "RRR" })
    local other = state:clone()
    other:reseed(7)
    assert.is_false(other == state)
    assert.equal(state:key(), other:key())
    assert.equal(boards(jewelry.new(BOARD, { seed = 7 }), 5), boards(other, 5))
  end)

  it("are no part of the key", function()
    local a, b = jewelry.new(BOARD, { seed = 1 }), jewelry.new(BOARD, { seed = 2 })
    assert.equal(a:key(), b:key())
    assert.equal(a:hash(), b:hash())
    assert.is_false(a == b)
  end)
end)

describe("a game", function()
  it("is made from a picture or a grid", function()
    local from_picture = jewelry.new "RGB/GBR/BRG"
    assert.is_true(from_picture == jewelry.new(grid.new "RGB\nGBR\nBRG\n"))
    assert.is_true(from_picture == jewelry.new "\n RGB \n GBR\r\n BRG")
    assert.equal("RGB\nGBR\nBRG\n", tostring(from_picture))
    assert.same({ 3, 3, "ROYGBPW", "G", 0, 0 }, { from_picture:rows(), from_picture:columns(),
      from_picture:colours(), from_picture:cell(1, 2), from_picture:moves(),
      from_picture:score() })
    assert.same({ "ROYGBPW", 3, 64, 4096, 100 }, { jewelry.colours, jewelry.side_min,
      jewelry.side_max, jewelry.drops_max, jewelry.cascade_max })
  end)

  it("may be over before the first swap", function()
    assert.equal("Game Over", select(2, new "abc/def/ghi"))
    assert.equal(1, select("#", new "aRb/RcR/def"))
  end)

  it("may be 64 x 64, also of 3 colours", function()
    local picture_of = jewels.filled(rng.new(5), 64, 64, "RGB")
    local state = jewelry.new(picture_of, { colours = "RGB" })
    for _ = 1, 50 do
      assert.equal("Norm", (state:tip()))
      assert.is_true((state:apply(state:actions()[1])))
    end
    assert.equal(50, state:moves())
    assert.is_nil(jewelry.find_line(tostring(state), { colours = "RGB" }))
    assert.equal("Game Over", jewelry.new(jewels.quiet(rng.new(5), 3, 64)):outcome())
    assert.equal("Game Over", jewelry.new(jewels.quiet(rng.new(5), 64, 3)):outcome())
  end)

  it("is saved as text", function()
    local state = jewelry.new("aRb/RcR/def", { colours = "Rabcdefxyz", drops = "xyza", seed = -5 })
    assert.is_true(state:swap(1, 2, "DN"))
    assert.equal(table.concat({ "tessera jewelry 1", "rows 3", "columns 3", "colours 10",
      "drops 4", "colours", "Rabcdefxyz", "random -5", "score 30", "moves 1", "endless 0",
      "dropped 3", "drops", "xyza", "board", "xyz", "acb", "def", "" }, "\n"), state:save())
    assert.is_true(jewelry.load(state:save()) == state)
  end)

  it("is not loaded from a save that cannot be right", function()
    local saved = jewelry.new("aRb/RcR/def", { colours = "Rabcdef", drops = "abc" }):save()
    local function refused(from, to, message)
      local changed, count = saved:gsub(from, to, 1)
      assert.equal(1, count, from)
      assert.same({ message }, { raised(jewelry.load, changed) }) -- no place in Lua
    end
    local letters = "(expected one of R a b c d e f)"
    refused("rows 3", "rows 2", "line 2, column 6: the rows must be 3..64, not 2")
    refused("rows 3", "rows 65", "line 2, column 6: the rows must be 3..64, not 65")
    refused("columns 3", "columns 99999999999", "line 3, column 9: the columns must be 3..64, "
      .. "not 99999999999")
    refused("colours 7", "colours 2", "line 4, column 9: the colours must be 3..26, not 2")
    refused("colours 7", "colours 8", "line 7, column 8: the row has 7 cells, not 8")
    refused("drops 3", "drops 4097", "line 5, column 7: the drops must be 0..4096, not 4097")
    refused("drops 3", "drops 0", "line 13, column 1: expected 'board' here")
    refused("Rabcdef", "Rabcdea", "line 18, column 3: unknown cell 'f' "
      .. "(expected one of R a b c d e a)")
    refused("Rabcdef", "Rabcd1f", "line 7, column 6: unknown cell '1' (expected one of "
      .. "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z "
      .. "a b c d e f g h i j k l m n o p q r s t u v w x y z)")
    refused("score 0", "score -1", "line 9, column 7: the score must be "
      .. "0..1000000000000000, not -1")
    refused("moves 0", "moves 1000000000000001", "line 10, column 7: the moves must be "
      .. "0..1000000000000000, not 1000000000000001")
    refused("endless 0", "endless 2", "line 11, column 9: the endless must be 0..1, not 2")
    refused("endless 0", "endless 1", "line 18, column 4: an endless cascade leaves a line")
    refused("dropped 0", "dropped 4", "line 12, column 9: the dropped must be 0..3, not 4")
    refused("abc\nboard", "abx\nboard", "line 14, column 3: unknown cell 'x' " .. letters)
    refused("RcR", "RRR", "line 18, column 4: the board holds a line already")
    refused("RcR", "R.R", "line 17, column 2: unknown cell '.' " .. letters)
    refused("RcR\ndef\n", "RcR\nde\n", "line 18, column 3: the row has 2 cells, not 3")
    refused("RcR\ndef\n", "RcR\n", "line 18, column 1: the input ends where row 3 of 3 is expected")
  end)

  it("stops counting the score at the largest number that can be saved", function()
    local saved = jewelry.new("aRb/RcR/def", { colours = "Rabcdef", drops = "abc" }):save()
    local state = jewelry.load((saved:gsub("score 0", "score 999999999999999")
      :gsub("moves 0", "moves 1000000000000000")))
    assert.is_true((state:swap(1, 2, "DN")))
    assert.same({ 1000000000000000, 1000000000000000 }, { state:score(), state:moves() })
    assert.is_true(jewelry.load(state:save()) == state)
  end)

  it("does not start with a line on the board", function()
    local function wrong(board, words, colour, row, column, direction, length)
      words = "the board holds a line already: " .. words
      assert.equal("bad argument #1 to 'new' (" .. words .. ")",
        raised(function() jewelry.new(board, { colours = "Rabcdef" }) end))
      assert.same({ words, { colour = colour, row = row, column = column, direction = direction,
        length = length } }, { jewelry.find_line(board, { colours = "Rabcdef" }) })
    end
    wrong("RRR/abc/def", "3 R in row 1, columns 1..3", "R", 1, 1, "RT", 3)
    wrong("bac/dae/faf", "3 a in column 2, rows 1..3", "a", 1, 2, "DN", 3)
    wrong("abcde/fRRRR/abcde", "4 R in row 2, columns 2..5", "R", 2, 2, "RT", 4)
    -- Lines across come before lines down, upper ones first.
    wrong("aRRRb/cRdef/eRfaf", "3 R in row 1, columns 2..4", "R", 1, 2, "RT", 3)
    assert.is_nil(jewelry.find_line "RGB/GBR/BRG")
    -- The end of a row and the beginning of the next are no neighbours.
    assert.is_nil(jewelry.find_line("abRR/Rcde/fRab", { colours = "Rabcdef" }))
  end)

  it("names the wrong argument in its errors", function()
    local state = jewelry.new "RGB/GBR/BRG"
    local function misused(message, call, ...)
      local arguments = table.pack(...)
      assert.equal(message, raised(function() call(table.unpack(arguments, 1, arguments.n)) end))
    end
    local function new_with(options)
      return function() jewelry.new("RGB/GBR/BRG", options) end
    end
    misused("bad argument #1 to 'new' (the number of rows is 2, expected 3..64)",
      function() jewelry.new "RGB/GBR" end)
    misused("bad argument #1 to 'new' (the number of columns is 65, expected 3..64)",
      function() jewelry.new((("R"):rep(65) .. "/"):rep(3)) end)
    misused("bad argument #1 to 'new' (the number of rows is 65, expected 3..64)",
      function() jewelry.new(grid.new(65, 3, "R")) end)
    misused("bad argument #1 to 'new' (a jewel is none of the colours)",
      function() jewelry.new(grid.new(3, 3, "x")) end)
    misused("bad argument #1 to 'new' "
      .. "(line 1, column 2: unknown cell 'x' (expected one of R O Y G B P W))",
      function() jewelry.new "RxB/GBR/BRG" end)
    misused("bad argument #2 to 'new' (table expected, got string)", new_with "ROYG")
    local function misused_option(message, options)
      misused("bad argument #2 to 'new' (" .. message .. ")", new_with(options))
    end
    misused_option("unknown option 'colour' (did you mean 'colours'?)", { colour = "ROY" })
    misused_option("unknown option 'color' (expected one of colours drops seed)", { color = "ROY" })
    misused_option("unknown option 1 (expected one of colours drops seed)", { "ROY" })
    misused_option("option 'colours': there must be 3..26 colours", { colours = "RG" })
    misused_option("option 'colours': there must be 3..26 colours",
      { colours = "ABCDEFGHIJKLMNOPQRSTUVWXYZa" })
    misused_option("option 'colours': a colour stands twice", { colours = "RGBR" })
    misused_option("option 'colours': a colour is no letter", { colours = "RGB." })
    misused_option("option 'colours': a colour is no letter", { colours = "RGB\0" })
    misused_option("option 'colours': expected a value of type string, got 123", { colours = 123 })
    misused_option("option 'seed': expected a value of type integer, got '1'", { seed = "1" })
    misused_option("option 'seed': expected a value of type integer, got 1.5", { seed = 1.5 })
    misused_option("option 'drops': a drop is none of the colours", { drops = "Rx" })
    misused_option("option 'drops': a drop is none of the colours", { drops = "R\0" })
    misused_option("option 'drops': there may be 4096 drops at most", { drops = ("R"):rep(4097) })
    misused("bad argument #1 to 'swap' (expected 1..3, got 4)", function()
      state:swap(4, 1, "RT")
    end)
    misused("bad argument #2 to 'swap' (expected 1..3, got 0)", function()
      state:swap(1, 0, "RT")
    end)
    misused("bad argument #3 to 'swap' (expected LT, UP, RT or DN)", function()
      state:swap(1, 1, "LEFT")
    end)
    misused("bad argument #4 to 'swap' (table expected, got number)", function()
      state:swap(1, 1, "RT", 7)
    end)
    misused("bad argument #1 to 'cell' (expected 1..3, got 4)", function() state:cell(4, 1) end)
    misused("bad argument #1 to 'reseed' (number expected, got no value)", function()
      state:reseed()
    end)
    misused("calling 'tip' on bad self (tessera.jewelry expected, got table)", function()
      local thing = { tip = state.tip }
      thing:tip()
    end)
  end)
end)
