--- Specifies the place of an error in a game that plain Lua or busted has loaded: Lua drops the
--- line of `return tessera.game { ... }`.

local run = require "spec.support.run"

local game = [[
local tessera = require "tessera"

return tessera.game { name = "lost", legend = { ["."] = "empty", ["@"] = "player" },
  moves = { "<direction>" }, RULES
  rules = {
    { "<direction>", "[ player | empty ] -> [ | player ]" },
    { "<direction>", "[ player | PIECE ] -> [ | player ]" },
  } }
]]

-- The message of what these words in the game raise, if `load` loads it in lua5.4.
local function told(load, rules, piece)
  local message
  run.in_folder(function(folder)
    run.write_file(folder .. "/lost.lua", (game:gsub("RULES", rules):gsub("PIECE", piece)))
    local code = ("package.path = %q .. package.path local f = %s print(select(2, pcall(f, %q)))")
      :format(folder .. "/?.lua;", load, load == "dofile" and folder .. "/lost.lua" or "lost")
    local library = "LUA_PATH='lua/?.lua;;' LUA_CPATH=${TESSERA_BUILD:-build}/'?.so;;'"
    local command = "cd %s && %s lua5.4 -e %s"
    message = run.shell(command:format(run.quote(run.root), library, run.quote(code)))
      :gsub(folder:gsub("%p", "%%%0") .. "/", "")
  end)
  return message
end

describe("an error in a game that is returned", function()
  for _, load in ipairs { "require", "dofile" } do
    it("has the place of the rule in the game's file, loaded by " .. load, function()
      assert.matches("^lost.lua:7:34: game 'lost': rule 2: there is no kind 'emtpy'",
        told(load, "", "emtpy"))
    end)

    it("has the place of another entry, loaded by " .. load, function()
      assert.matches("^lost.lua:4:30: game 'lost': unknown key 'mvoes' %(did you mean 'moves'",
        told(load, "mvoes = 1,", "empty"))
    end)

    it("else that of `return`, loaded by " .. load, function()
      assert.matches("^lost.lua:3: game 'lost': unknown key 1", told(load, "1,", "empty"))
    end)
  end
end)
