--- Specifies what a parent writes for a child that plays at the terminal: plays and solved levels
--- that could be those of a person, and no others. The child may be native code.

local run = require "spec.support.run"


local head = [[
  local broker = require "tessera.userfile.broker"
  local requests = require "tessera.run.requests"
  local errands = { paths = {}, plays = true }
  local answer = broker.answers(errands, requests.answers)
  local play = "tessera play 1\ntessera g 1\n...\n> go\n< ok\ntessera g 1\no..\n"
  -- Asks, and prints the answer, or why there is none.
  local function ask(name, ...)
    local done, why = answer(name, broker.packed { ... })
    print(name, done == "" and "done" or done or why)
  end
]]

-- Runs a parent in a folder. Returns what it prints and the names of the files that it has written.
local function parent(code)
  local out, err, files
  run.in_folder(function(folder)
    run.write_file(folder .. "/parent.lua", head .. code)
    out, err = run.shell(("cd %s && XDG_STATE_HOME=$PWD/state %s lua5.4 parent.lua"):format(
      run.quote(folder), run.paths))
    assert.equal("", err)
    files = run.shell(("cd %s && rm parent.lua && find . -type f | sort; cat state/*/* 2>/dev/null")
      :format(run.quote(folder)))
  end)
  return out, files
end

describe("the parent of a game at the terminal", function()
  it("saves plays, and no text that is none", function()
    assert.same({ [[
save	g-1.play
save	g-2.play
save	'../g' is no name of a game
save	'G' is no name of a game
save	'ggggggggggggggggggggggggggggggg' is no name of a game
save	it is no play of h
save	it is no play of g
save	the play has control characters
save	the play has control characters
save	the play has control characters
save	the play has control characters
save	the play has more than 64 MB
save	'' is no name of a game
]], "./g-1.play\n./g-2.play\n" }, { parent [[
      ask("save", "g", play .. "end\n")
      ask("save", "g", play .. "> say \u{E9}\t.\n< ok\nend\n")
      ask("save", "../g", play)
      ask("save", "G", play)
      ask("save", ("g"):rep(31), play)
      ask("save", "h", play)
      ask("save", "g", "#!/bin/sh\n")
      for _, control in ipairs { "\27[2J", "\r", "\u{9B}", "\xFF" } do
        ask("save", "g", play .. control)
      end
      ask("save", "g", play .. ("x"):rep(64 << 20))
      ask("save")]] })
  end)

  it("saves a hundred plays", function()
    local out, files = parent [[
      for _ = 1, 101 do
        ask("save", "g", play)
      end]]
    assert.matches("save\tg%-100%.play\nsave\t100 plays were saved already\n$", out)
    assert.equal(100, select(2, files:gsub("%.play\n", "")))
  end)

  it("notes solved levels, and no other lines, nor too many", function()
    local out, files = parent [[
      ask("note", "g 00ff 3")
      ask("note", "g 00ff 3\nrm -rf")
      ask("note", "\27[2J")
      ask("note", "g " .. ("0"):rep(100) .. " 3")
      errands.notes = 4999
      ask("note", "g 00ff 2")
      ask("note", "g 00ff 1")]]
    assert.equal([[
note	done
note	STATE cannot be written
note	STATE cannot be written
note	STATE cannot be written
note	done
note	too many levels were solved in this play
]], (out:gsub("/%S*/tessera/progress", "STATE")))
    assert.equal("./state/tessera/progress\ng 00ff 3\ng 00ff 2\n", files)
  end)

  it("saves what was kept of a play whose rule cannot be stopped, once", function()
    assert.same({ [[
stuck	the request is damaged
stuck	done
nil	g.lua:1: the rule apply	 (level 1)	g-1.play	nil
stuck	a rule is stuck already
stuck	done
\x1B[2Jthe goal	nil	nil
stuck	done
the goal	nil	it is no play of h
stuck	nobody plays
]], true }, { parent [[
      ask "stuck"
      ask("stuck", "g.lua:1: the rule apply", " (level 1)", ("<s4"):pack "g" .. play)
      local stuck = errands.stuck
      print(errands.fault, stuck.rule, stuck.about, stuck.path, stuck.fault)
      ask("stuck", "the rule apply", "", ("<s4"):pack "g" .. play)
      for _, name in ipairs { "g", "h" } do
        errands.stuck = nil
        ask("stuck", name == "g" and "\27[2Jthe goal" or "the goal", "",
          ("<s4"):pack(name) .. (name == "h" and play or ""))
        print(errands.stuck.rule, errands.stuck.path, errands.stuck.fault)
      end
      errands.plays = false
      ask("stuck", "the goal", "", ("<s4"):pack "g")]], true })
  end)

  it("does so for nobody who does not play", function()
    assert.equal("save\tnobody plays\nnote\tnobody plays\n", (parent [[
      errands.plays = nil
      ask("save", "g", play)
      ask("note", "g 00ff 3")]]))
  end)
end)
