--- Specifies how Sokoban's collections in XML are read.

local levels = require "tessera.levels.levels"
local lua_games = require "spec.support.lua_games"
local read = require "spec.support.read_levels"
local run = require "spec.support.run"

local sokoban = lua_games.sokoban

local two = [=[
<?xml version="1.0" encoding="UTF-8"?>
<SokobanLevels>
  <Title>Two rooms</Title>
  <Description><![CDATA[<L> is a row]]></Description>
  <LevelCollection Copyright="A &amp; B" MaxWidth="7" MaxHeight="3">
    <!-- <Level Id="none"><L>###</L></Level> -->
    <Level Id="One" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="&quot;T&#119;o&quot;" Copyright="C"><L>  #####</L><L>###.$@#</L>
      <L><![CDATA[#######]]></L></Level>
  </LevelCollection>
</SokobanLevels>
]=]

describe("collections in XML", function()
  it("have levels with titles, authors and places", function()
    local found = read(sokoban, two)
    assert.same({ "1 'One', line 7: #####/#@$.#/#####; ",
      "2 '\"Two\"', line 12:   #####/###.$@#/#######; " }, found)
    local source = levels.open(sokoban, levels.lines(two), error)
    assert.same({ "A & B", { 8, 9, 10 }, { 9, 9, 9 } }, (function(level)
      return { level.author, level.numbers, level.columns }
    end)(source.level()))
    assert.same({ "C", { 12, 12, 13 }, { 54, 68, 18 } }, (function(level)
      return { level.author, level.numbers, level.columns }
    end)(source.level()))
  end)

  it("may be written in other encodings, and as a part", function()
    local text = "<LevelCollection><Level Id='\xD6'><L>#@$.#</L></Level></LevelCollection>"
    for _, encoding in ipairs { "ISO-8859-1", "windows-1252" } do
      assert.same({ "1 'Ö', line 2: #@$.#; " },
        read(sokoban, ("<?xml version='1.0' encoding='%s'?>\r\n%s\r\n"):format(encoding, text)))
    end
    assert.same({ "1 '“Ö€”', line 2: #@$.#; " }, read(sokoban,
      "<?xml version='1.0' encoding='Windows-1252'?>\n" .. text:gsub("\xD6", "\x93\xD6\x80\x94")))
    local wide = two:gsub("UTF%-8", "UTF-16"):gsub(".", "%0\0")
    assert.same(read(sokoban, two), read(sokoban, "\xFF\xFE" .. wide))
  end)

  it("say where they are wrong, behind the levels in front of it", function()
    local function told(text)
      local source = levels.open(sokoban, levels.lines(text), function(line, column, message)
        error(("%d:%d: %s"):format(line, column, message), 0)
      end)
      local count = 0
      local _, message = pcall(function()
        for level in source.level do
          local state, wrong, line, column = levels.start(sokoban, level, {})
          if not state then
            error(("%d:%d: %s"):format(line, column, wrong), 0)
          end
          count = count + 1
        end
      end)
      return { count, message }
    end
    assert.same({ 1, "13:31: XML: mismatched tag" }, told((two:gsub("</L></Level>", "</Level>"))))
    assert.same({ 1, "12:75: unknown cell '%' (expected one of   # $ * + - . @ _)" },
      told((two:gsub("%.%$@", ".$@%%"))))
    assert.same({ 2, "14:21: XML: no element found" }, told((two:gsub("</SokobanLevels>\n", ""))))
    assert.same({ 0, "2:1: level 1 has no map" },
      told "<SokobanLevels>\n<LevelCollection><Level/></LevelCollection></SokobanLevels>")
  end)

  it("have no entities of their own and are not deep", function()
    local laughs = { "<!DOCTYPE SokobanLevels [", "<!ENTITY a0 'ha'>" }
    for i = 1, 40 do
      laughs[#laughs + 1] = ("<!ENTITY a%d '%s'>"):format(i, ("&a%d;"):format(i - 1):rep(20))
    end
    laughs[#laughs + 1] = "]>\n<SokobanLevels><Title>&a40;</Title></SokobanLevels>\n"
    local far = "<!DOCTYPE SokobanLevels [<!ENTITY f SYSTEM '/etc/passwd'>]>\n<SokobanLevels/>\n"
    local deep = "<SokobanLevels>\n" .. ("<a>\n"):rep(200000)
    for text, message in pairs {
      [table.concat(laughs, "\n")] = "line 2, column 13: entities of its own are not read",
      [far] = "line 1, column 57: entities of its own are not read",
      [deep] = "line 101, column 1: elements are more than 100 deep in each other",
    } do
      assert.error(function()
        read(sokoban, text)
      end, message)
    end
  end)

  it("say what is missing where LuaExpat is not installed", function()
    local lxp, cpath = package.loaded.lxp, package.cpath
    package.loaded.lxp, package.cpath = nil, ""
    local _, message = pcall(read, sokoban, two)
    package.loaded.lxp, package.cpath = lxp, cpath
    assert.equal("line 1, column 1: XML needs LuaExpat: install lua-expat (LuaRocks: luaexpat)",
      message)
  end)

  it("are read behind the wall", function()
    local output, message = run({ "check", "samples/games/sokoban.lua", "--levels", "-" }, two)
    assert.equal("", message)
    assert.matches("\n1 'One' .*\n2 '\"Two\"' .*\n2 levels, 2 as expected, 0 not\n$", output)
  end)
end)
