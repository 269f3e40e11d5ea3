local rng = require "tessera.rng"
local studies = require "spec.support.studies"

local rows, block, picture = studies.rows, studies.block, studies.picture

-- The table as the terminal shows it, without its title and its notes.
local function table_of(entry, list)
  return studies.shown(entry, rows(list)):match "\n\n(.*)$":gsub("\n\n.*", "\n")
end

local function notes_of(entry, list)
  return block(entry, rows(list)).notes
end

local some = {
  { { size = 8, seed = 1 }, { solved = true, length = 9 } },
  { { size = 6, seed = 1 }, { solved = true, length = 4 } },
  { { size = 6, seed = 2 }, { solved = false } },
  { { size = 10, seed = 1 }, "time", "60 s" },
  { { size = 8, seed = 2 }, { solved = true, length = 12 } },
  { { size = 6, seed = 3 }, { solved = true, length = 6 } },
  { { size = 6, seed = 4 }, "error", "no" },
}

describe("a table of a report", function()
  it("groups by a parameter, sorted by its value, and counts what failed", function()
    assert.are.equal(picture [[
      size  points  failed    mean solved    mean length  median length
      ----  ------  ------  -------------  -------------  -------------
         6       3       1  0.7 (0.2-0.9)   5 (-8 to 18)            5.0
         8       2       0  1.0 (0.3-1.0)  10 (-9 to 30)           10.5
        10       0       1
    ]], table_of({ by = "size", mean = { "solved", "length" }, median = "length" }, some))
    assert.are.same({ "length: 4 of 5 points have it.",
      "In parentheses: the interval of 95 % confidence." },
      notes_of({ by = "size", mean = { "solved", "length" } }, some))
  end)

  it("has min, max, sum, deviation, count and quantiles", function()
    local list = {}
    for i = 1, 11 do
      list[i] = { { n = i }, { x = i * i } }
    end
    assert.are.equal(picture [[
      points  count x  x 10 %  x 50 %  x 90 %  min x  max x  sum x  deviation x
      ------  -------  ------  ------  ------  -----  -----  -----  -----------
          11       11       4      36     100      1    121    506        40.86
    ]], table_of({ count = "x", quantiles = { "x", 0.9, 0.1, 0.5 }, min = "x", max = "x", sum = "x",
      deviation = "x" }, list))
    assert.are.equal("x 25 %", block({ quantiles = "x" }, rows(list)).columns[2].name)
  end)

  it("shows the shares of a boolean and of each value of a text", function()
    local list = {}
    for i = 1, 20 do
      list[i] = { { n = i }, { won = i <= 5, ending = i <= 5 and "won" or i <= 8 and "drawn"
        or "lost" } }
    end
    assert.are.equal(picture [[
      points         share won    ending = drawn     ending = lost      ending = won
      ------  ----------------  ----------------  ----------------  ----------------
          20  0.25 (0.11-0.47)  0.15 (0.05-0.36)  0.60 (0.39-0.78)  0.25 (0.11-0.47)
    ]], table_of({ share = { "won", "ending" } }, list))
  end)

  it("groups by several names, also by fields of results, texts and booleans", function()
    local list = {
      { { way = "beam" }, { hard = true, n = 1 } },
      { { way = "beam" }, { hard = false, n = 2 } },
      { { way = 7 }, { hard = false, n = 3 } },
      { { way = "alpha" }, { n = 4 } },
      { { way = true }, { hard = true, n = 5 } },
      { { way = 7 }, "crash", "signal 11" },
    }
    assert.are.equal(picture [[
      way      hard  points  max n
      -----  ------  ------  -----
      7       false       1      3
      alpha  (none)       1      4
      beam    false       1      2
      beam     true       1      1
      true     true       1      5
    ]], table_of({ by = { "way", "hard" }, max = "n" }, list))
    assert.are.same({ "1 failed point cannot be grouped by a field of results.",
      "The plot leaves 1 point without 'hard' out." },
      notes_of({ by = { "way", "hard" }, max = "n" }, list))
  end)

  it("takes 6 and 6.0 for the same, and '6' for another value", function()
    local list = { { { n = 6 }, { x = 1 } }, { { n = 6.0 }, { x = 2 } },
      { { n = "6" }, { x = 3 } } }
    assert.are.equal(picture [[
      n  points  sum x
      -  ------  -----
      6       2      3
      6       1      3
    ]], table_of({ by = "n", sum = "x" }, list))
  end)

  it("shows all fields with a number or a boolean, if none is named", function()
    local list = { { { n = 1 }, { won = true, x = 1.5, who = "a" } },
      { { n = 2 }, { won = false, x = 2.5, who = "b" } } }
    assert.are.equal(picture [[
      points       mean won       mean x  median x
      ------  -------------  -----------  --------
           2  0.5 (0.1-0.9)  2 (-4 to 8)         2
    ]], table_of({ by = {} }, list))
  end)

  it("takes only the rows that are asked for", function()
    local function count(where)
      return block({ where = where, by = {} }, rows(some)).rows[1][1]
    end
    assert.are.equal(3, count { size = 6 })
    assert.are.equal(5, count { size = { 6, 8 } })
    assert.are.equal(2, count { length = { min = 5, max = 9 } })
    assert.are.equal(1, count { size = 6, solved = false })
    assert.are.same({ "`where` leaves no point." }, notes_of({ where = { size = "6" } }, some))
  end)

  it("averages the points of each unit first", function()
    -- board 1 has 10 and 20, board 2 has 40, board 3 has 30 and 50 and 70
    local list = {}
    local all = { { 1, 10, true, "won" }, { 1, 20, false, "lost" }, { 2, 40, true, "won" },
      { 3, 30, true, "won" }, { 3, 50, true, "won" }, { 3, 70, true, "drawn" } }
    for i, each in ipairs(all) do
      list[i] = { { board = each[1], n = i }, { x = each[2], won = each[3], ending = each[4] } }
    end
    assert.are.equal(picture [[
      points  units  count x  median x  x 50 %  min x  max x  sum x  deviation x
      ------  -----  -------  --------  ------  -----  -----  -----  -----------
           6      3        6        40      40     15     50    220        18.03
    ]], table_of({ unit = "board", count = "x", median = "x", quantiles = { "x", 0.5 }, min = "x",
      max = "x", sum = "x", deviation = "x" }, list))
    assert.are.equal(picture [[
      points  units          mean x       mean won      share won
      ------  -----  --------------  -------------  -------------
           6      3  35 (-10 to 80)  0.8 (0.1-1.0)  0.8 (0.1-1.0)
    ]], table_of({ unit = "board", mean = { "x", "won" }, share = "won" }, list))
    local made = block({ unit = "board", share = "ending" }, rows(list))
    local shares = {}
    for i = 3, 5 do
      shares[i - 2] = ("%s %.4f"):format(made.columns[i].name, made.rows[1][i].value)
    end
    assert.are.same({ "ending = drawn 0.1111", "ending = lost 0.1667", "ending = won 0.7222" },
      shares)
    assert.are.same({ "In parentheses: the interval of 95 % confidence.",
      "A unit is one board: its points are averaged first." }, made.notes)
  end)

  it("takes several names for a unit, and leaves points without it out", function()
    local list = { { { a = 1, b = 1 }, { x = 1 } }, { { a = 1, b = 2 }, { x = 2 } },
      { { a = 1, b = 2 }, { x = 4 } }, { { a = 1 }, { x = 9 } } }
    local made = block({ unit = { "a", "b" }, max = "x" }, rows(list))
    assert.are.same({ { 4, 2, 3.0 } }, made.rows)
    assert.are.same({ "x: 3 of 4 points have it.", "1 point without a and b is left out.",
      "A unit is one a and b: its points are averaged first." }, made.notes)
  end)

  it("has the interval of the units, which is wider where these differ", function()
    local list = {}
    for board = 1, 8 do
      for seed = 1, 6 do
        list[#list + 1] = { { board = board, seed = seed }, { x = 100 * board + seed, won = true } }
      end
    end
    -- the means are 103.5 ... 803.5: deviation 244.95, t of 7 degrees 2.3646
    local half = 2.3646 * 244.949 / math.sqrt(8)
    local cell = block({ unit = "board", mean = "x" }, rows(list)).rows[1][3]
    assert.is_true(math.abs(cell.value - 453.5) < 1e-9)
    assert.is_true(math.abs(cell.high - 453.5 - half) < 0.01)
    local plain = block({ mean = "x" }, rows(list)).rows[1][2]
    assert.is_true(cell.high - cell.low > 2.5 * (plain.high - plain.low))
    local share = block({ unit = "board", share = "won" }, rows(list)).rows[1][3]
    assert.are.same({ 1, "0.676", 1 }, { share.value, ("%.3f"):format(share.low), share.high })
  end)

  it("has shares that are exact in CSV", function()
    local list = {}
    for i = 1, 100 do
      list[i] = { { n = i }, { won = i <= 94 } }
    end
    assert.are.equal(0.94, block({ mean = "won" }, rows(list)).rows[1][2].value)
  end)

  it("guesses a name that no point has", function()
    assert.are.same({ "No point has a field 'lenght' (did you mean 'length'?)." },
      notes_of({ mean = "lenght" }, some))
  end)

  it("says so if no point has a name of `by` or `where`", function()
    local made = block({ by = "sice", where = { solvd = true }, mean = "length" }, rows(some))
    assert.are.same({ "by: no point has 'sice' (did you mean 'size'?).",
      "where: no point has 'solvd' (did you mean 'solved'?).", "`where` leaves no point." },
      made.notes)
    assert.are.same({ "by: no point has 'sice' (did you mean 'size'?).",
      "2 failed points cannot be grouped by a field of results." },
      notes_of({ by = "sice", max = "size" }, some))
    assert.are.same({}, notes_of({ by = "length", where = { solved = false }, max = "size" }, some))
  end)

  it("tells groups and `where` in its title", function()
    for title, entry in pairs {
      ["Max n, where solved"] = { where = { solved = true } },
      ["Max n by a and b, where not solved"] = { by = { "a", "b" }, where = { solved = false } },
      ["Max n by a, where 2 <= n <= 9 and size = 6 or 8"] =
        { by = "a", where = { size = { 6, 8 }, n = { min = 2, max = 9 } } },
      ["Max n, where n >= 2"] = { where = { n = { min = 2 } } },
      ["Max n, where n <= 2"] = { where = { n = { max = 2 } } },
      ["Max n, where n = 1 or 2 or 3 or 4 or ..."] = { where = { n = { 1, 2, 3, 4, 5, 6 } } },
      ["mine"] = { title = "mine", where = { n = 1 } },
    } do
      entry.max = "n"
      assert.are.equal(title, block(entry, rows(some)).title)
    end
  end)

  it("leaves texts out of means, and counts true as 1", function()
    local list = { { { n = 1 }, { x = 2 } }, { { n = 2 }, { x = "two" } },
      { { n = 3 }, { x = true } } }
    assert.are.same({ "x: 1 value is left out, which is no number." },
      notes_of({ max = "x" }, list))
    assert.are.equal(1.5, block({ mean = "x" }, rows(list)).rows[1][2].value)
  end)

  it("says so if there is nothing", function()
    assert.are.same({ "There are no points." }, notes_of({ mean = "x" }, {}))
    local failed = { { { n = 1 }, "error", "no" }, { { n = 2 }, "time", "60 s" } }
    assert.are.equal(picture [[
      points  failed  mean x
      ------  ------  ------
           0       2
    ]], table_of({ mean = "x" }, failed))
  end)

  it("has no interval of a single point", function()
    assert.are.same({ { 1, 5 } }, block({ mean = "x" }, rows { { { n = 1 }, { x = 5 } } }).rows)
  end)

  it("agrees with plain sums over random rows", function()
    local random, list, plain = rng.new(3), {}, {}
    for i = 1, 500 do
      local group, x = random:below(7), random:below(1000) / 8
      list[i] = { { group = group, n = i }, { x = x, won = x > 60 } }
      plain[group] = plain[group] or { n = 0, sum = 0, won = 0, list = {} }
      local of = plain[group]
      of.n, of.sum, of.won = of.n + 1, of.sum + x, of.won + (x > 60 and 1 or 0)
      table.insert(of.list, x)
    end
    local made = block({ by = "group", mean = { "x", "won" }, sum = "x", median = "x" }, rows(list))
    assert.are.equal(7, #made.rows)
    for i, row in ipairs(made.rows) do
      local of = plain[i - 1]
      table.sort(of.list)
      local middle = (of.list[(of.n + 1) // 2] + of.list[of.n // 2 + 1]) / 2
      assert.are.same({ i - 1, of.n, middle, of.sum }, { row[1], row[2], row[5].value, row[6] })
      assert.is_true(math.abs(row[3].value - of.sum / of.n) < 1e-9)
      assert.is_true(math.abs(row[4].value - of.won / of.n) < 1e-9)
    end
  end)

  it("leaves a table out that has one group, or more than `few`", function()
    assert.is_nil(block({ by = "seed", few = 3 }, rows(some)))
    assert.is_nil(block({ by = "seed", few = 3 }, rows { some[1], some[2] }))
    assert.are.equal(4, #block({ by = "seed", few = 4 }, rows(some)).rows)
  end)

  it("shows the first 10000 groups", function()
    local list = {}
    for i = 1, 10003 do
      list[i] = { { n = i }, { x = i } }
    end
    local made = block({ by = "n", sum = "x" }, rows(list))
    assert.are.equal(10000, #made.rows)
    assert.are.equal("Only the first 10000 groups are shown; 3 points belong to others.",
      made.notes[1])
    assert.are.same({}, made.plots)
  end)
end)

describe("the plots of a table", function()
  local list = {}
  for _, size in ipairs { 6, 8 } do
    for _, way in ipairs { "beam", "walk" } do
      for seed = 1, 10 do
        list[#list + 1] = { { size = size, way = way, seed = seed, colours = seed % 2 + 3 },
          { won = seed <= size, x = seed * size } }
      end
    end
  end

  local function plots(entry)
    local kinds = {}
    for i, plot in ipairs(block(entry, rows(list)).plots) do
      kinds[i] = ("%s: %s (%d)"):format(plot.kind, plot.title, #plot.series)
    end
    return table.concat(kinds, "; ")
  end

  it("fit the names in `by`", function()
    assert.are.equal("histogram: Histogram of x (1)", plots { mean = { "x", "won" } })
    assert.are.equal("line: Mean x by size (1); line: Mean won by size (1)",
      plots { by = "size", mean = { "x", "won" } })
    assert.are.equal("interval: Mean x by way (1)", plots { by = "way", mean = "x" })
    assert.are.equal("heatmap: Mean x by size and colours (1)",
      plots { by = { "size", "colours" }, mean = "x" })
    assert.are.equal("line: Mean x by size and way (2)",
      plots { by = { "size", "way" }, mean = "x" })
    assert.are.equal("", plots { by = { "size", "way", "colours" }, mean = "x" })
    assert.are.equal("", plots { by = "size", mean = "x", where = { size = 6 } })
  end)

  it("are those that the entry names", function()
    assert.are.equal("", plots { by = "size", mean = "x", plot = false })
    assert.are.equal("histogram: Histogram of x by size (2)",
      plots { by = "size", mean = "x", plot = "histogram" })
    assert.are.equal("scatter: Seed and x by way (2)",
      plots { by = "way", plot = "scatter", x = "seed", y = "x" })
    assert.are.equal("line: Mean x by size, way and colours (4)",
      plots { by = { "size", "way", "colours" }, mean = "x", plot = "line" })
    assert.are.equal("interval: Mean x by size (1)",
      plots { by = "size", mean = "x", plot = "interval" })
  end)

  it("show quantiles of a field together", function()
    assert.are.equal("line: Quantiles x by size (3)", plots { by = "size", quantiles = "x" })
  end)

  it("show every statistic if the entry says how", function()
    assert.are.equal("heatmap: Count x by size and colours (1)",
      plots { by = { "size", "colours" }, count = "x", plot = "heatmap" })
    assert.are.equal("line: Mean x by size (1); line: Max x by size (1)",
      plots { by = "size", mean = "x", max = "x", plot = "line" })
    assert.are.equal("line: Mean x by size (1)", plots { by = "size", mean = "x", max = "x" })
  end)

  it("leave points out that have no place on an axis", function()
    local made = block({ by = "length", mean = "size", log = "x" }, rows(some))
    assert.are.equal("line", made.plots[1].kind)
    assert.is_true(made.plots[1].x.log)
    assert.are.same({ 4, 6, 9, 12 }, { made.plots[1].series[1].points[1][1],
      made.plots[1].series[1].points[2][1], made.plots[1].series[1].points[3][1],
      made.plots[1].series[1].points[4][1] })
    assert.are.equal("The plot leaves 1 point without 'length' out.", made.notes[2])
  end)

  it("are points with intervals, with a note, where no line can be drawn", function()
    local made = block({ by = "way", mean = "x", plot = "line", log = "x" }, rows(list))
    assert.are.equal("interval", made.plots[1].kind)
    assert.is_false(made.plots[1].y.log)
    assert.are.equal("plot: no line is drawn, because no name in `by` is always a number.",
      made.notes[1])
    assert.is_true(block({ by = "way", mean = "x", log = "x" }, rows(list)).plots[1].y.log)
  end)

  it("have a note if an axis cannot be logarithmic", function()
    local zero = rows { { { n = 0 }, { x = 3 } }, { { n = 1 }, { x = 0 } } }
    local made = block({ by = "n", max = "x", log = "xy" }, zero)
    assert.is_false(made.plots[1].x.log or made.plots[1].y.log)
    table.sort(made.notes)
    assert.are.same({ "log: 'max x' has no logarithmic axis, because not all values are above 0.",
      "log: 'n' has no logarithmic axis, because not all values are above 0." }, made.notes)
  end)

  it("have the numbers of the table", function()
    local made = block({ by = { "colours", "size" }, mean = "won", x = "size" }, rows(list))
    local plot = made.plots[1]
    assert.are.same({ "size", "colours" }, { plot.x.label, plot.y.label })
    assert.are.same({ { 6, 8 }, { 3, 4 } }, { plot.x.values, plot.y.values })
    local cells = {}
    for i, point in ipairs(plot.series[1].points) do
      cells[i] = ("%d %d %.1f"):format(point[1], point[2], point[3])
    end
    assert.are.same({ "1 1 0.6", "2 1 0.8", "1 2 0.6", "2 2 0.8" }, cells)
  end)

  it("count each number in one bin", function()
    local random = rng.new(5)
    for round = 1, 60 do
      local values = {}
      for i = 1, 1 + random:below(80) do
        values[i] = { { n = i }, { x = round % 3 == 0 and random:below(10 ^ (round // 10))
          or random:below(100000) / 10.0 ^ (round % 7) } }
      end
      local plot = block({ max = "x", log = round % 2 == 0 and "x" or nil }, rows(values)).plots[1]
      local sum, to = 0, nil
      for _, bin in ipairs(plot.series[1].points) do
        sum = sum + bin[3]
        assert.is_true(to == nil or math.abs(to - bin[1]) <= math.abs(to) * 1e-9 + 1e-12)
        assert.is_true(bin[2] > bin[1])
        to = bin[2]
        for _, value in ipairs(values) do
          local x = value[2].x
          bin[3] = bin[3] - (x >= bin[1] and x < bin[2] and 1 or 0)
        end
        assert.is_true(plot.x.log or bin[3] == 0)
      end
      assert.are.equal(#values, sum)
      assert.is_true(#plot.series[1].points <= 45)
    end
  end)

  it("draw at most 2000 points by chance, always the same", function()
    local many = {}
    for i = 1, 5000 do
      many[i] = { { n = i }, { x = i } }
    end
    local entry = { plot = "scatter", x = "n", y = "x", count = "x" }
    local made = block(entry, rows(many))
    assert.are.equal(2000, #made.plots[1].series[1].points)
    assert.are.same(made, block(entry, rows(many)))
    assert.are.equal("The plot shows 2000 of 5000 points, drawn by chance.", made.notes[1])
  end)

  it("tell the first 8 series apart", function()
    local many = {}
    for i = 1, 40 do
      many[i] = { { way = ("way %02d"):format(i % 10), n = i // 10 }, { x = i } }
    end
    local made = block({ by = { "n", "way" }, plot = "line", max = "x" }, rows(many))
    assert.are.equal(8, #made.plots[1].series)
    assert.are.equal("The plot shows the first 8 of 10 series.", made.notes[1])
  end)
end)
