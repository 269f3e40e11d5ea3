--- Specifies searches whose positions lie in a temporary file.

local rng = require "tessera.rng"
local run = require "spec.support.run"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local tower = require "tessera.tower"

local megabyte = 1 << 20
local room = "....................\n....###............./...#.#.G....#......./S#B...##...I.I....../"
  .. "#ICII.I#..##.##...../#..#.#.#.##..#.#.##./.#..#.#..#..#.#.####"

-- What a search says of itself, but for bytes.
local function counts_of(info)
  return { info.ended, info.nodes, info.generated, info.positions, info.depth }
end

describe("positions in a file", function()
  it("are found again like those in memory", function()
    for seed = 1, 20 do
      local state = samegame.new((samegames.full(rng.new(seed), 4, 4, 3)))
      for name, question in pairs { walk = 100, shortest = false, report = false } do
        local here, info = search[name](state, question or nil)
        local there, away = search[name](state, question or nil, { disk = 64 * megabyte })
        assert.same(here, there)
        assert.same(counts_of(info), counts_of(away))
        assert.is_nil(info.disk)
        assert.is_true(away.disk > 0 and away.memory <= info.memory, name)
        assert.is_true(away.memory < info.memory or name == "report") -- whose edges take the most
      end
    end
  end)

  it("leave the memory to what is looked up: a third of it or less", function()
    local state = tower.new((room:gsub("\n", "/")))
    local limits = { nodes = 100000, disk = 256 * megabyte }
    local _, away = search.walk(state, 1000, limits)
    local _, info = search.walk(state, 1000, { nodes = 100000 })
    assert.same(counts_of(info), counts_of(away))
    assert.is_true(away.memory * 3 < info.memory, away.memory .. " of " .. info.memory)
    assert.equal("nodes", info.ended)
  end)

  it("end a search when the file is full", function()
    local state = tower.new((room:gsub("\n", "/")))
    for _, disk in ipairs { 1, 65535, megabyte } do
      local _, info = search.walk(state, 1000, { nodes = 100000, disk = disk })
      assert.equal("memory", info.ended)
      assert.is_true(info.disk <= disk)
    end
  end)

  it("leave no file behind, and need a folder for it", function()
    run.in_folder(function(folder)
      local code = ([[package.path, package.cpath = %q, %q
        local search, tower = require "tessera.search", require "tessera.tower"
        local _, info = search.shortest(tower.new "..../S#.G/####", nil, { disk = 1 << 20,
          progress = function() os.execute "ls $TMPDIR" end })
        print(info.ended)]]):format(package.path, package.cpath)
      run.write_file(folder .. "/code.lua", code)
      os.execute(("mkdir '%s/tmp'"):format(folder))
      local function output_in(tmp)
        return (run.shell(("TMPDIR='%s' lua5.4 '%s/code.lua' 2>&1"):format(tmp, folder)))
      end
      assert.equal("done\n", output_in(folder .. "/tmp"))
      assert.matches("code.lua:3: search.shortest: there is no temporary file for `disk`: "
        .. "No such file or directory", output_in(folder .. "/none"), 1, true)
    end)
  end)

  it("are refused to a script", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", [[local tower = require "tessera.tower"
        require("tessera.search").walk(tower.new "..../S#.G/####", 1, { disk = 1 })]])
      local _, message, status = run.shell(run.command { folder .. "/my.lua" })
      assert.matches("my.lua:2: the option disk of a search is refused to a script "
        .. "(--trust allows it)", message, 1, true)
      assert.equal(4, status)
      assert.equal(0, (select(3, run.shell(run.command { folder .. "/my.lua", "--trust" }))))
    end)
  end)
end)
