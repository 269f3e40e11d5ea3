--- Specifies what is said where the system gives too little: few open files, no room for a file.

local run = require "spec.support.run"

local script = run.root .. "/run.lua"

local board = "return require('tessera').game { name = 'g', map = '@', moves = { 'go' },"
  .. " legend = { ['@'] = 'you' }, apply = function() end }"

-- Runs run.lua in a folder with g.lua and input, after `ulimit`. What it writes goes through pipes,
-- which have no size; what busted and make have open is closed. Returns stdout with stderr, and the
-- exit status.
local function short(limit, args, files)
  local out, status
  run.in_folder(function(folder)
    run.write_file(folder .. "/g.lua", board)
    run.write_file(folder .. "/input", "\ngo\n")
    for name, text in pairs(files or {}) do
      run.write_file(folder .. "/" .. name, text)
    end
    local command = run.command(args, { folder = folder, script = script })
    local closed = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; "
    out = run.shell((closed .. "{ (ulimit %s; %s) 2>&1; echo status=$?; } | cat"):format(limit,
      command))
    out, status = out:match "^(.*)status=(%d+)\n$"
  end)
  return out, tonumber(status)
end

describe("few open files", function()
  it("are named, and nothing else", function()
    local others = {}
    for _, count in ipairs { 4, 5, 6, 8, 10, 12, 16, 40 } do
      for _, args in ipairs { { "g.lua", "input", "--html", "x.html" }, { "list" },
        { "solve", "g.lua", "input" }, { "check", "g.lua", "--games", "2" },
        { "study", "study.lua", "--jobs", "1" } } do
        local out, status = short("-n " .. count, args, { ["study.lua"] = [[
          return require("tessera").study { name = "s", points = { a = { 1, 2 } },
            run = function(point) return { b = point.a } end }]] })
        if status ~= 0 and not out:lower():find "too many open files"
          and not out:find "there is no solution" then
          others[#others + 1] = ("%d: %s: %s"):format(count, table.concat(args, " "), out)
        end
      end
    end
    assert.same({}, others)
  end)

  it("are no module that is missing", function()
    local out, status = short("-n 4", { "g.lua", "input", "--html", "x.html" })
    assert.matches("Too many open files\n$", out)
    assert.is_nil(out:find "there is no")
    assert.equal(1, status)
  end)
end)

describe("a file that cannot grow", function()
  it("is named with the reason", function()
    for _, case in ipairs {
      { { "g.lua", "input", "--html", "x.html" }, "run%.lua: cannot write x%.html" },
      { { "tower", "input", "--html", "x.html" }, "tower: cannot write x%.html",
        { input = "4 6\n......\n......\nS#.#.G\n######\n0\n0 0\n" } },
      { { "g.lua", "--update" }, "run%.lua: cannot write [^\n]*g%.lua",
        { ["g.lua"] = "local game = (function() " .. board .. " end)()\nreturn require('tessera')"
          .. ".scenario { name = 'a', game = game, play = { 'go' }, expect = { moves = 5 } }" } },
    } do
      local args, message, files = table.unpack(case)
      local out, status = short("-f 0", args, files)
      assert.matches(message .. ": File too large\n$", out)
      assert.equal(1, status)
    end
  end)

  it("may be the output", function()
    run.in_folder(function(folder)
      local tower = run.command({ "tower" }, { script = script })
      local out = run.shell(("{ (ulimit -f 0; %s <samples/tower/statement.in >%s) 2>&1; echo $?; }"
        .. " | cat"):format(tower, run.quote(folder .. "/out")))
      assert.equal("tower: cannot write the output: File too large\n1\n", out)
    end)
  end)

  it("is not the limit of the sandbox, which is told as before", function()
    local out, status = short("-f unlimited", { "g.lua", "--max-output", "1" },
      { ["g.lua"] = "while true do print(('x'):rep(1000)) end" })
    assert.matches("xrun%.lua: g%.lua: stopped at 1 MB of output %(%-%-max%-output%)\n$", out)
    assert.equal(3, status)
  end)
end)
