--- Specifies which files --update writes, and that a hostile file writes no other.

local run = require "spec.support.run"

local TOWER = 'game = "tower", map = ".....G/SI...#/#IIII#", play = { "PUSH RIGHT" }'

-- A file with one scenario of the ice that slides to the right.
local function ice(expect)
  return ('local tessera = require "tessera"\n\nreturn tessera.scenario {\n  name = "ice", %s,\n'
    .. "  expect = { %s },\n}\n"):format(TOWER, expect)
end

-- The state of a file: its permissions, when it was changed, and its number.
local function stat(path)
  return (run.shell("stat -c '%a %Y.%y %i' " .. run.quote(path)))
end

describe("a file that is updated", function()
  it("keeps its permissions, and is not touched if nothing changes", function()
    run.in_folder(function(folder)
      local path = folder .. "/s.lua"
      run.write_file(path, ice "moves = 2")
      run.shell("chmod 640 " .. path)
      local old = stat(path)
      assert.equal(0, (select(3, run { path, "--update" })))
      local new = stat(path)
      assert.not_equal(old, new)
      assert.equal("640", new:match "^%d+")
      assert.equal(0, (select(3, run { path, "--update" })))
      assert.equal(new, stat(path))
    end)
  end)

  it("may be a symbolic link in its folder, and not out of it", function()
    run.in_folder(function(folder)
      run.shell(("cd %s && mkdir in out && cd in && ln -s real.lua s.lua"
        .. " && ln -s ../out/far.lua f.lua"):format(folder))
      run.write_file(folder .. "/in/real.lua", ice "moves = 2")
      run.write_file(folder .. "/out/far.lua", ice "moves = 2")
      assert.equal(0, (select(3, run { folder .. "/in/s.lua", "--update" })))
      assert.equal(ice "moves = 1", run.read_file(folder .. "/in/real.lua"))
      assert.equal("real.lua\n", (run.shell(("readlink %s/in/s.lua"):format(folder))))
      local _, stderr, status = run { folder .. "/in/f.lua", "--update" }
      assert.same({ ("run.lua: %s/in/f.lua is not updated: it is a symbolic link out of its"
        .. " folder\n"):format(folder), 1 }, { stderr, status })
      assert.equal(ice "moves = 2", run.read_file(folder .. "/out/far.lua"))
    end)
  end)

  it("may have a long path", function()
    run.in_folder(function(folder)
      local deep = folder .. ("/" .. ("long"):rep(20)):rep(2)
      run.shell("mkdir -p " .. deep)
      run.write_file(deep .. "/s.lua", ice "moves = 2")
      assert.same({ "", 0 }, { select(2, run { deep .. "/s.lua", "--update" }) })
      assert.equal(ice "moves = 1", run.read_file(deep .. "/s.lua"))
    end)
  end)

  it("is the one that was run", function()
    run.in_folder(function(folder)
      local path = folder .. "/s.lua"
      run.write_file(path, "os.execute('echo >> ' .. arg[0])\n" .. ice "moves = 2")
      local _, stderr, status = run { path, "--update", "--trust" }
      assert.same({ ("run.lua: %s is not updated: it has changed meanwhile\n"):format(path), 1 },
        { stderr, status })
    end)
  end)

  it("stays as it is if the new text cannot be written beside it", function()
    run.in_folder(function(folder)
      local path = folder .. "/" .. ("long"):rep(62) .. ".lua" -- no longer name may be beside it
      run.write_file(path, ice "moves = 2")
      local _, stderr, status = run { path, "--update" }
      assert.same({ ("run.lua: cannot write %s: File name too long\n"):format(path), 1 },
        { stderr, status })
      assert.equal(ice "moves = 2", run.read_file(path))
    end)
  end)
end)

describe("a hostile file", function()
  -- Runs it with --update. All files of the folder but this one must stay as they are.
  local function attack(text)
    local victim = ice "moves = 2"
    local after, stdout, stderr, status
    run.in_folder(function(folder)
      run.write_file(folder .. "/victim.lua", victim)
      text = text:gsub("FOLDER", folder)
      run.write_file(folder .. "/s.lua", text)
      stdout, stderr, status = run({ "s.lua", "--update" }, nil,
        { folder = folder, script = run.root .. "/run.lua" })
      after = run.read_file(folder .. "/s.lua")
      assert.equal(victim, run.read_file(folder .. "/victim.lua"))
      assert.equal("s.lua\nvictim.lua\n", (run.shell("ls -A " .. folder)))
    end)
    return after, stdout, stderr, status, text
  end

  it("cannot name another file", function()
    for _, name in ipairs { "@victim.lua", "@./victim.lua", "@FOLDER/victim.lua",
      "@/etc/passwd" } do
      local after, stdout, _, status, text = attack(([[
local code = "\n\nlocal made = (...) { name = 'ice', game = 'tower',"
  .. " map = '...G/S.##/####', play = { 'MOVETO 2' }, expect = { moves = 2 } } return made"
return { (load(code, "%s")(require("tessera").scenario)) }
]]):format(name))
      assert.same({ text, 1 }, { after, status })
      assert.matches("not updated: ice %(.*%): it is defined in another file\n", stdout)
    end
  end)

  it("can forge a line of its own alone, and only where its name and its value stand", function()
    local code = [[
local forged = { name = "ice", expect = { moves = FORGED }, place = "victim.lua:4" }
local code = "local made = (...) { name = 'ice', game = 'tower', map = '.....G/SI...#/#IIII#',"
  .. " play = { 'PUSH RIGHT' }, expect = { moves = 3 } } return made"
return { (load(code, "@s.lua")(require("tessera").scenario)) }
]]
    local after, stdout, _, status, text = attack((code:gsub("FORGED", "2")))
    assert.same({ text, 1 }, { after, status })
    assert.matches("expect.moves is not written there as a literal\n$", stdout)
    after, _, _, status, text = attack((code:gsub("FORGED", "3")))
    assert.same({ (text:gsub("3", "1", 1)), 0 }, { after, status })
  end)

  it("cannot break out of the literal", function()
    local cells = [==[legend = { ["."] = "empty", ["]"] = "a", ['"'] = "b", ["\\"] = "c",
  ["'"] = "d", ["["] = "e" }]==]
    for _, literal in ipairs { "[[....]]", '"...."', "'....'" } do
      local before = ([==[
local wild = require("tessera").game { name = "wild", %s,
  moves = { "turn" }, apply = function(state)
    for i, kind in ipairs { "a", "a", "b", "d", "c" } do state.board:set(1, i, kind) end
  end }
return { { name = "x", game = wild, map = ".....", play = { "turn" }, expect = { board = %s } } }
]==]):format(cells, literal)
      local after, _, stderr, status = attack(before)
      assert.same({ "", 0 }, { stderr, status })
      local new = ({ ["[[....]]"] = "[=[]]\"'\\]=]", ['"...."'] = [=["]]\"'\\"]=],
        ["'....'"] = [=[']]"\'\\']=] })[literal]
      assert.equal(before:sub(1, -#literal - 8) .. new .. " } } }\n", after)
    end
  end)

  it("is refused while it runs", function()
    for _, wrong in ipairs { "require 'tessera.scenario.update'",
      "require 'tessera.userfile.rewrite'",
      "require('tessera').process.replace('victim.lua', '')" } do
      local after, _, _, status, text = attack(wrong .. "\n" .. ice "moves = 2")
      assert.equal(text, after)
      assert.truthy(status ~= 0)
    end
  end)
end)

describe("TESSERA_UPDATE=1 busted", function()
  it("updates the scenarios of a folder", function()
    run.in_folder(function(folder)
      run.shell("mkdir " .. folder .. "/plays")
      run.write_file(folder .. "/my_spec.lua", 'require("tessera.busted").scenarios "plays"\n')
      run.write_file(folder .. "/plays/a.lua", ice "moves = 2")
      local other = ice "moves = 2, refused = 1 + 1":gsub('"ice"', '"b"')
      run.write_file(folder .. "/plays/b.lua", other)
      local _, _, status = run.busted(folder, "my_spec.lua")
      assert.truthy(status ~= 0)
      assert.equal(ice "moves = 2", run.read_file(folder .. "/plays/a.lua"))
      local stdout
      stdout, _, status = run.busted(folder, "my_spec.lua", "TESSERA_UPDATE=1")
      assert.truthy(status ~= 0)
      assert.truthy(stdout:find("ok 1 - plays/a.lua ice\n--- plays/a.lua\n", 1, true), stdout)
      assert.truthy(stdout:find("not updated: b (plays/b.lua:3): expect.refused is not written",
        1, true), stdout)
      assert.equal(ice "moves = 1", run.read_file(folder .. "/plays/a.lua"))
      assert.equal((other:gsub("moves = 2", "moves = 1")),
        run.read_file(folder .. "/plays/b.lua"))
    end)
  end)
end)
