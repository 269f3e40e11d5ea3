--- Specifies tessera.draw.page and tessera.draw.report by their text; spec/pages opens pages in a
--- browser.

local drawn = require "spec.support.drawn"
local page = require "tessera.draw.page"
local report = require "tessera.draw.report"
local tessera = require "tessera"

local function data_of(text)
  return text:match '<script type="application/json" id="data">(.-)</script>'
end

describe("a page", function()
  local text = page.of((drawn.walk()))

  it("is whole: no mark of its frame is left, and nothing is fetched", function()
    assert.is_nil(text:find "%%%u+%%")
    assert.is_nil(text:find "https?://[^w]")
    assert.is_nil(text:find '<link rel="stylesheet"')
    assert.is_nil(text:find '<script src')
  end)

  it("has the film as data", function()
    assert.equal('{"films":[{"back":"#20252d","cells":[1,1,2,1,2,3],"columns":3,'
      .. '"lines":["..o",".o@"],"result":[],"rows":2,"status":[],"steps":['
      .. '{"action":"left","cells":[5,3,6,1],"events":["moved @ from row 2, column 3 to row 2,'
      .. ' column 2","became o to . at row 2, column 2"],"lines":[[2,".@."]],"status":[]},'
      .. '{"action":"right","cells":[],"events":[],"lines":[],"status":[],'
      .. '"why":"right: there is no dot"},'
      .. '{"action":"up","cells":[],"events":[],"lines":[],"status":[],'
      .. '"why":"up: there is no dot"}],"title":"a \\u003cwalk\\u003e"}],"first":1,'
      .. '"tiles":["floor","dot","you \\u0026 me"]}', data_of(text))
  end)

  it("has its title escaped, and a board for people without scripts", function()
    assert.truthy(text:find("<title>a &lt;walk&gt;</title>", 1, true))
    assert.truthy(text:find("<pre>..o\n.o@</pre></noscript>", 1, true))
  end)

  it("has a symbol with a background for each tile", function()
    local _, count = text:gsub('<symbol id="t%d" viewBox="0 0 16 16"><rect ', "")
    assert.equal(3, count)
  end)

  it("may begin with another film and have another title", function()
    local reel = drawn.walk()
    reel:start("second", drawn.dots.new "oo")
    local two = page.of(reel, { title = "both", first = 2 })
    assert.truthy(two:find("<title>both</title>", 1, true))
    assert.truthy(two:find("<pre>oo</pre></noscript>", 1, true))
    assert.truthy(data_of(two):find('"first":2', 1, true))
  end)
end)

describe("a report", function()
  local state = tessera.tower.new "..../S#.G/####"

  it("has the facts of a level and its positions by depth", function()
    assert.same({ facts = {
      { "can be solved", "yes" }, { "shortest solution", "2 actions" },
      { "solutions of this length", "1" }, { "positions that can be reached", 22 },
      { "actions in a position, on average", "2.9" },
      { "positions without a way to the goal", "27.3 %" },
    }, depths = { 1, 3, 4, 6, 3, 2, 3 } }, report.of(state))
  end)

  it("says what is not known within the limits", function()
    local found = report.of(state, nil, { nodes = 1 })
    assert.same({ { "can be solved", "not known" },
      { "not complete", "the limit of positions was reached" } }, found.facts)
    -- Beside breadth first the solver goes straight to the goal.
    found = report.of(state, nil, { nodes = 3 })
    assert.same({ { "can be solved", "yes" }, { "a solution", "2 actions" },
      { "not complete", "the limit of positions was reached" } }, found.facts)
  end)

  it("says why a level cannot be solved, whether or not its positions can be counted", function()
    local lost = dofile("samples/games/sokoban.lua").new "#######\n#$@ $.#\n#  .  #\n#######"
    local why = { "why", "the box at row 2, column 2 reaches no target" }
    for _, nodes in ipairs { 5, 1000 } do
      local facts = report.of(lost, nil, { nodes = nodes }).facts
      assert.same({ { "can be solved", "no" }, why }, { facts[1], facts[2] })
    end
  end)

  it("has a page with the solution", function()
    local data = data_of(report.page(state, { title = "small" }))
    assert.truthy(data:find('"report":{"depths":[1,3,4,6,3,2,3]', 1, true))
    assert.truthy(data:find('"action":"move to column 3".*"action":"climb right"'))
  end)
end)
