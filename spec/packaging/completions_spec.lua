--- Specifies the completions, in bash; `make test-completions` tries them in zsh and fish. Also
--- that the manual page has what --help has.

local completions = require "packaging.completions"
local games = require "spec.support.games"
local manual = require "packaging.manual"
local run = require "spec.support.run"

-- What bash offers for the last of these words, sorted, in a folder with the file mine.lua.
local function offered(...)
  local words, found = { "tessera", ... }, {}
  for i, word in ipairs(words) do
    words[i] = run.quote(word)
  end
  run.in_folder(function(folder)
    run.write_file(folder .. "/tessera.bash", completions.bash())
    run.write_file(folder .. "/script", ([[
      source ./tessera.bash && mkdir files && cd files && touch mine.lua || exit 1
      COMP_WORDS=(%s) COMP_CWORD=%d
      _tessera
      printf '%%s\n' "${COMPREPLY[@]}"]]):format(table.concat(words, " "), #words - 1))
    local stdout, stderr, status = run.shell("cd " .. run.quote(folder)
      .. " && LD_PRELOAD= bash --norc --noprofile script")
    assert.same({ "", 0 }, { stderr, status })
    for line in stdout:gmatch "[^\n]+" do
      found[#found + 1] = line
    end
  end)
  table.sort(found)
  return found
end

describe("the completions for bash", function()
  it("have the commands", function()
    assert.same({ "play" }, offered "pl")
    local names = {}
    for name in (run { "list" }):gmatch "([%w_]+) +[^\n]+\n" do
      names[#names + 1] = name
    end
    names[#names + 1] = "list"
    table.sort(names)
    assert.same(names, offered "")
  end)

  it("have the options of each command", function()
    assert.same({ "--help", "--version", "-h", "-v" }, offered "-")
    assert.same({ "--trace" }, offered("tower", "--tr"))
    assert.same({ "--mutate" }, offered("check", "tower", "--mu"))
    assert.same({}, offered("tower", "--mu"))
  end)

  it("have no hidden options", function()
    assert.same({}, offered("study", "--worker"))
    assert.same({ "--slice", "--slurm" }, offered("study", "--sl"))
  end)

  it("have the values of an option that has few", function()
    assert.same({ "alpha-beta", "best-reply", "mcts", "random" }, offered("play", "--against", ""))
  end)

  it("have games and files where a command wants a game", function()
    local both = { "mine.lua", table.unpack(games) }
    table.sort(both)
    for _, command in ipairs { "play", "check", "solve" } do
      assert.same({ "tower" }, offered(command, "to"))
      assert.same({ "mine.lua" }, offered(command, "mi"))
      assert.same(both, offered(command, ""))
    end
    assert.same({}, offered("tower", "to"))
  end)
end)

describe("the manual page", function()
  local page
  setup(function()
    page = manual.make(run.read_file "docs/tessera.1.md", run.read_file "CHANGELOG.md")
  end)

  it("has each command with all of its options", function()
    local count = 0
    for name, summary in (run { "list" }):gmatch "([%w_]+) +([^\n]+)\n" do
      local part = page:match("\n## " .. name .. "\n(.-)\n#+ ")
      assert.truthy(part, name)
      part = part:gsub("\\", "")
      assert.truthy(part:find(summary, 1, true), name)
      local options = run({ name, "--help" }):match "\nOptions:\n(.-)\n\n"
      for option in options:gmatch "\n   (%-%-[%w-]+)" do
        assert.truthy(part:find("\n**" .. option .. "**", 1, true), option)
        count = count + 1
      end
    end
    assert.is_true(count > 80)
  end)

  it("has the version and its date, and calls the program by its name", function()
    assert.matches("^%% TESSERA%(1%) Tessera %d+%.%d+%.%d+ | User Commands\n"
      .. "%%\n%% 20%d%d%-%d%d%-%d%d\n", page)
    assert.is_nil(page:find("{{", 1, true))
    assert.is_nil(page:gsub("\\", ""):find("run.lua", 1, true))
  end)
end)
