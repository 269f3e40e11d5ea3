--- Specifies a child process and its parent: what is written, in which order, and what is asked.

local run = require "spec.support.run"

-- Runs a script of plain Lua, which has `process` and small limits.
local function play(code, redirect)
  local head = ("package.cpath = '%s/tessera.so'\n"):format(run.build) .. [[
    local process = require "tessera.process"
    local limits = { max_seconds = 20, max_wall = 20, max_memory = 1000, max_output = 1 }
  ]]
  return run.shell(("lua5.4 -e %s %s"):format(run.quote(head .. code), redirect or ""))
end

describe("a child process", function()
  it("writes to both outputs in its order", function()
    local stdout = play([[
      if not process.fork(limits) then
        for i = 1, 200 do
          process.write("out ", i, "\n")
          process.say("say " .. i .. "\n")
        end
        os.exit(0)
      end]], "2>&1")
    local lines = {}
    for i = 1, 200 do
      lines[i] = ("out %d\nsay %d\n"):format(i, i)
    end
    assert.equal(table.concat(lines), stdout)
  end)

  it("gets the parent's answers, also long ones, and why something was not done", function()
    assert.equal("true 300000\nfalse no\nfalse nothing\ntrue 0\n", (play [[
      local function answer(name, text)
        if name == "double" then
          return text .. text
        elseif name == "empty" then
          return ""
        end
        return nil, name == "never" and "no" or "nothing"
      end
      if not process.fork(limits, answer) then
        local done, text = process.ask("double", ("x"):rep(150000))
        process.write(tostring(done), " ", #text, "\n")
        for _, name in ipairs { "never", "other" } do
          done, text = process.ask(name, "")
          process.write(tostring(done), " ", text, "\n")
        end
        done, text = process.ask("empty", "")
        process.write(tostring(done), " ", #text, "\n")
        os.exit(0)
      end]]))
  end)

  it("is ended by an error of the parent's function, which is raised in the parent", function()
    assert.equal("before\nfalse wrong\nfalse wrong\n", (play [[
      process.write "before\n"
      for _ = 1, 2 do -- the second child has nothing of the first
        local fine, err = pcall(process.fork, limits, function() error("wrong", 0) end)
        if fine then
          process.ask("what", "")
          process.write "the child goes on\n"
          os.exit(0)
        end
        process.write(tostring(fine), " ", err, "\n")
      end]]))
  end)

  it("counts what it asks as output", function()
    assert.equal("signal max_output\n", (play [[
      local how, _, limit = process.fork(limits, function() return "" end)
      if not how then
        process.ask("what", ("x"):rep(1 << 20))
        os.exit(0)
      end
      process.write(how, " ", tostring(limit), "\n")]]))
  end)

  it("has no file of its parent's but the standard ones", function()
    assert.equal("nil\n", (play [[
      local kept = io.open("README.md", "rb")
      if not process.fork(limits) then
        process.write(tostring(kept:read(1)), "\n")
        kept:close()
        os.exit(0)
      end]]))
  end)

  it("ends with a message if its output cannot be written", function()
    local _, stderr = play([[
      local fine, err = pcall(process.fork, limits)
      if fine then
        process.write "text"
        os.exit(0)
      end
      io.stderr:write(tostring(err), "\n")]], ">/dev/full")
    assert.matches("cannot write the output: No space left on device\n$", stderr)
  end)
end)
