local csv = require "tessera.report.render.csv"
local gnuplot = require "tessera.report.render.gnuplot"
local markdown = require "tessera.report.render.markdown"
local numbers = require "tessera.report.render.numbers"
local page = require "tessera.report.render.page"
local terminal = require "tessera.report.render.terminal"
local picture = require("spec.support.studies").picture

-- The texts of one column of cells.
local function column(cells, exact)
  local rows, texts = {}, {}
  for i, cell in ipairs(cells) do
    rows[i] = { cell }
  end
  local columns = { { name = "x", exact = exact } }
  for i, row in ipairs(numbers.texts { columns = columns, rows = rows }) do
    texts[i] = row[1]
  end
  return texts
end

local function interval(value, low, high)
  return { value = value, low = low, high = high }
end

local block = {
  title = "Two ways",
  text = { "How they do." },
  columns = { { name = "way" }, { name = "size", align = "right", exact = true },
    { name = "mean x", align = "right" } },
  rows = { { "beam", 6, interval(0.75, 0.5, 0.875) }, { "walk", 10, nil },
    { true, 0.125, 2 } },
  notes = { "x: 2 of 3 points have it." },
  files = { { name = "levels.txt", text = "###\n#.#\n" } },
}

-- Everything that could mean something to somebody.
local hostile = "=1+`id`|<b>&\27[31m\"',\n# *x* _y_ [z](http://x) www.x.de a@b \xE2\x80\xAE\xFF"
local hostile_block = {
  title = hostile, text = { hostile }, notes = { hostile },
  columns = { { name = hostile } }, rows = { { hostile } },
  files = { { name = hostile, text = "```\n" .. hostile } },
}

describe("numbers of a report", function()
  it("have the decimals that their intervals justify", function()
    assert.are.same({ "0.912 (0.899-0.925)" }, column { interval(0.912, 0.899, 0.925) })
    assert.are.same({ "0.91 (0.89-0.93)" }, column { interval(0.9123, 0.8911, 0.9312) })
    assert.are.same({ "1523 (1501-1546)" }, column { interval(1523.4, 1500.9, 1545.9) })
    assert.are.same({ "-5 (-12 to 3)" }, column { interval(-4.6, -12.3, 3.4) })
    assert.are.same({ "17 (15-18)" }, column { interval(17.0, 15.0, 18.0) })
  end)

  it("have the same decimals in a column, unless they differ much", function()
    assert.are.same({ "5.31 (5.27-5.35)", "17.10 (16.60-17.60)" },
      column { interval(5.31, 5.27, 5.35), interval(17.1, 16.6, 17.6) })
    assert.are.same({ "8 (7-9)", "1360 (1092-1505)" },
      column { interval(8.0, 7.0, 9.0), interval(1359.6, 1092.4, 1505.0) })
    assert.are.same({ "0.84 (0.71-0.92)", "0.99 (0.98-1.00)" },
      column { interval(0.84, 0.7149, 0.9166), interval(0.99, 0.978, 0.999) })
    assert.are.same({ "0.0012 (0.0009-0.0015)", "1200 (1100-1300)" },
      column { interval(0.0012, 0.0009, 0.0015), interval(1200.2, 1100.1, 1300.1) })
  end)

  it("have four digits, if nothing says how many count", function()
    assert.are.same({ "0.3333", "0.5000" }, column { 1 / 3, 0.5 })
    assert.are.same({ "0.25", "0.50" }, column { 0.25, 0.5 })
    assert.are.same({ "55.63", "60.29" }, column { 55.6281, 60.2949 })
    assert.are.same({ "3", "-7", "0" }, column { 3, -7.0, -0.0 })
    assert.are.same({ "123456" }, column { 123456.4 })
  end)

  it("that name groups have all of theirs", function()
    assert.are.same({ "0.125", "6", "1e+20", "10000000000000000" },
      column({ 0.125, 6, 1e20, 10000000000000000 }, true))
  end)

  it("are written for programs with every digit", function()
    assert.are.same({ "0.1", "0.30000000000000004", "6", "1e+300" },
      { numbers.full(0.1), numbers.full(0.1 + 0.2), numbers.full(6), numbers.full(1e300) })
  end)

  it("may be as large or as odd as they like", function()
    for _, value in ipairs { math.huge, -math.huge, 0 / 0, 1e308, 5e-324, math.maxinteger,
      math.mininteger } do
      assert.are.equal("string", type(column({ value })[1]))
      assert.are.equal("string", type(column({ interval(value, value, value) })[1]))
      assert.are.equal("string", type(column({ interval(0, -value, value), 1 })[1]))
    end
  end)
end)

describe("a block", function()
  it("is shown in a terminal", function()
    assert.are.equal(picture [[
      Two ways
      ========
      How they do.

      way    size            mean x
      ----  -----  ----------------
      beam      6  0.75 (0.50-0.88)
      walk     10
      true  0.125              2.00

      x: 2 of 3 points have it.

      levels.txt:
        ###
        #.#
    ]], terminal.all { block })
  end)

  it("is written as Markdown", function()
    assert.are.equal(picture [[
      # Two ways

      How they do.

      | way | size | mean x |
      | --- | ---: | ---: |
      | beam | 6 | 0.75 (0.50–0.88) |
      | walk | 10 |  |
      | true | 0.125 | 2.00 |

      x: 2 of 3 points have it.

      levels.txt:

      ```
      ###
      #.#
      ```
    ]], markdown.all { block })
  end)

  it("is written as CSV, with the columns of all blocks", function()
    local other = { title = "Another, one", columns = { { name = "size" }, { name = "n" } },
      rows = { { 6, 3 } } }
    assert.are.equal("table,way,size,mean x,mean x low,mean x high,n\r\n"
      .. "Two ways,beam,6,0.75,0.5,0.875,\r\nTwo ways,walk,10,,,,\r\n"
      .. "Two ways,true,0.125,2,,,\r\n\"Another, one\",,6,,,,3\r\n", csv.all { block, other })
  end)

  it("may have no rows, or a title alone", function()
    assert.are.equal("A\n=\n", terminal.all { { title = "A", columns = {}, rows = {} } })
    assert.are.equal("# A\n", markdown.all { { title = "A" } })
    assert.are.equal("table\r\n", csv.all { { title = "A" } })
  end)
end)

describe("a hostile text", function()
  it("is one line without control characters in a terminal", function()
    local shown = terminal.all { hostile_block }
    assert.is_nil(shown:find "[%z\1-\9\11-\31\127]")
    assert.is_truthy(utf8.len(shown))
    assert.is_nil(shown:find "\xE2\x80\xAE")
    assert.are.equal("=1+`id`|<b>&\\x1B[31m\"',\\x0A# *x* _y_ [z](http://x) www.x.de a@b"
      .. " \\xE2\\x80\\xAE\\xFF", shown:match "^[^\n]*")
  end)

  it("means nothing in Markdown", function()
    local text = markdown.all { hostile_block }
    assert.are.equal([[# \=1+\`id\`\|&lt;b&gt;&amp;\\x1B\[31m"',\\x0A# \*x\* \_y\_ \[z\](http:\//]]
      .. [[x) www\.x.de a\@b \\xE2\\x80\\xAE\\xFF]], text:match "^[^\n]*")
    local lines = {}
    for line in text:gmatch "[^\n]+" do
      lines[#lines + 1] = line
    end
    assert.are.equal(lines[1]:sub(3), lines[2])
    assert.are.equal("| " .. lines[2] .. " |", lines[3])
    assert.are.equal("| --- |", lines[4])
    assert.are.equal(lines[3], lines[5])
    assert.are.equal("````", lines[8]) -- a fence of three is in the file
    assert.are.equal("````", lines[#lines])
  end)

  it("is one field of CSV, and no formula", function()
    assert.are.equal('"\'' .. hostile:gsub('"', '""') .. '"\r\n',
      csv.all { hostile_block }:match ',("\'.-"\r\n)')
    for text, field in pairs { ["-1"] = "'-1", ["@x"] = "'@x", ["+1"] = "'+1", ["\tx"] = "'\tx",
      [" x"] = '" x"', ["a,b"] = '"a,b"', ["1"] = "1" } do
      assert.are.equal("table,c\r\nA," .. field .. "\r\n",
        csv.all { { title = "A", columns = { { name = "c" } }, rows = { { text } } } })
    end
    assert.are.equal("table,c\r\nA,-1\r\n",
      csv.all { { title = "A", columns = { { name = "c" } }, rows = { { -1 } } } })
  end)

  it("does not get into a script for gnuplot", function()
    local axis = { label = hostile, values = { hostile, hostile } }
    for kind, point in pairs { line = { 1, 2, 1, 3 }, interval = { hostile, 1, 0, 2 },
      histogram = { 1, 2, 3 }, heatmap = { 1, 2, 0.5 }, scatter = { 1, 2 } } do
      local script = gnuplot.script { kind = kind, title = hostile, x = axis, y = axis,
        value = hostile, series = { { name = hostile, points = { point } },
          { name = hostile, points = { point } } } }
      assert.is_nil(script.text:find "[`%z\1-\9\11-\31]", kind)
      assert.is_nil(script.text:find("id`", 1, true))
      assert.is_nil(script.text:find("31m", 1, true))
      for word in script.text:gmatch '"([^"\n]*)"' do -- placeholders, a colour, the font
        assert.is_truthy(word:find "^[\xD0-\xDF][\x80-\xBF\xDF]+$" or word:find "^#%x+$"
          or word == "sans,13", word)
      end
    end
  end)
end)

describe("a script for gnuplot", function()
  local function script(plot)
    return gnuplot.script(plot).text
  end

  it("leaves numbers out that cannot be drawn", function()
    local text = script { kind = "line", x = { label = "a" }, y = { label = "b" }, series = { {
      points = { { 1, 2 }, { 2, math.huge }, { 3, 0 / 0 }, { 4, 5 } } } } }
    assert.are.equal("$d1 << EOD\n1 2 2 2\n4 5 5 5\nEOD\n", text:match "%$d1.-EOD\n.-EOD\n"
      or text:match "%$d1.-\nEOD\n")
  end)

  it("has a logarithmic axis only for numbers above 0", function()
    local function plot(low)
      return script { kind = "line", x = { label = "a" }, y = { label = "b", log = true },
        series = { { points = { { 1, low }, { 2, 20 } } } } }
    end
    assert.is_truthy(plot(1):find("set logscale y", 1, true))
    assert.is_nil(plot(0):find("set logscale y", 1, true))
    assert.is_nil(plot(-1):find("set logscale y", 1, true))
  end)

  it("cuts an interval at the axis where that is logarithmic", function()
    local text = script { kind = "line", x = { label = "a" }, y = { label = "b", log = true },
      series = { { points = { { 1, 8, -2, 20 }, { 2, 10, 5, 15 } } } } }
    assert.is_truthy(text:find("set logscale y", 1, true))
    local floor = text:match "set yrange %[([%d.]+):"
    assert.is_true(tonumber(floor) > 3.5 and tonumber(floor) < 4) -- below the half of 8
    assert.is_truthy(text:find("\n1 8 " .. floor .. " 20\n2 10 5 15\n", 1, true))
  end)

  it("has ranges near the data, and shares within 0 and 1", function()
    local function ranges(points, share, kind)
      local made = script { kind = kind or "line", x = { label = "a" }, y = { label = "b",
        share = share }, series = { { points = points } } }
      local found = {}
      for axis, low, high in made:gmatch "set ([xy])range %[(%S+):(%S+)%]" do
        found[#found + 1] = ("%s %.4g %.4g"):format(axis, low, high)
      end
      table.sort(found)
      return table.concat(found, ", ")
    end
    assert.are.equal("x 0 104, y 49.6 60.4", ranges { { 1, 50 }, { 100, 60 } })
    assert.are.equal("x -0.04 1.04, y 0 31.12", ranges { { 0, 2 }, { 1, 20, 10, 30 } })
    assert.are.equal("x 0.96 2.04, y -5.4 5.4", ranges { { 1, -5 }, { 2, 5 } })
    assert.are.equal("x 0.96 2.04, y 0.38 0.92", ranges({ { 1, 0.5, 0.4, 0.6 }, { 2, 0.9 } }, true))
    assert.are.equal("x 0.96 2.04, y 0.5944 1", ranges({ { 1, 0.61 }, { 2, 1 } }, true))
    assert.are.equal("x 0.96 2.04, y 0 1", ranges({ { 1, 0 }, { 2, 0.8 } }, true))
    assert.are.equal("x 0.584 1, y 2.6 0.4", ranges({ { "p", 0.6 }, { "q", 1 } }, true, "interval"))
    assert.are.equal("x 4.75 5.25, y 6.65 7.35", ranges({ { 5, 7 } }, nil, "scatter"))
  end)

  it("draws error bars for few points and a band for many", function()
    local function plot(count)
      local points = {}
      for i = 1, count do
        points[i] = { i, i, i - 1, i + 1 }
      end
      return script { kind = "line", x = { label = "a" }, y = { label = "b" },
        series = { { points = points } } }
    end
    assert.is_truthy(plot(12):find("yerrorbars", 1, true))
    assert.is_nil(plot(12):find("filledcurves", 1, true))
    assert.is_truthy(plot(13):find("filledcurves", 1, true))
    assert.is_nil(plot(13):find("yerrorbars", 1, true))
  end)

  it("tells series apart without colour", function()
    local series = {}
    for i = 1, 8 do
      series[i] = { name = "s" .. i, points = { { 1, i }, { 2, i } } }
    end
    local seen = {}
    for dash, sign in script { kind = "line", x = { label = "a" }, y = { label = "b" },
      series = series }:gmatch "dt (%S+) pt (%d+)" do
      assert.is_nil(seen[dash] or seen[sign])
      seen[dash], seen[sign], seen[#seen + 1] = true, true, true
    end
    assert.are.equal(8, #seen)
  end)
end)

describe("the page of a report", function()
  it("has a policy: it may show itself, and fetch, run and send nothing", function()
    for _, made in ipairs { block, hostile_block } do
      local html = page.all { made, made, made, made }
      local head = html:match "<head>(.-)</head>"
      assert.are.equal("default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action"
        .. " 'none'; base-uri 'none'", head:match
        '<meta http%-equiv="Content%-Security%-Policy" content="([^"]*)">')
      -- It stands before all that it is for, and only once.
      assert.is_true(head:find("Content-Security-Policy", 1, true) < head:find("<link", 1, true))
      assert.are.equal(1, select(2, html:gsub("http%-equiv", "")))
      assert.is_nil(html:lower():find "<script" or html:find " on%l+=" or html:find "javascript:")
      for link in html:gmatch '[hs][re][ec]f?="([^"]*)"' do
        assert.matches("^[#d]", link) -- a part of the page, or data:
      end
    end
  end)
end)
