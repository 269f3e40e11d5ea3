--- Specifies how maps of Tiled are read, in XML and in JSON.

local levels = require "tessera.levels.levels"
local read = require "spec.support.read_levels"
local tessera = require "tessera"

local function game(options)
  return tessera.game { name = "walk", moves = { "right" }, apply = function() end,
    legend = { ["@"] = "player", ["."] = "floor", ["#"] = "wall", ["*"] = "gem" },
    formats = { { "tmx", cells = options.cells, layers = options.layers },
      { "tmj", cells = options.cells, layers = options.layers } } }
end

local tiles = game { cells = { [-1] = ".", [0] = "#", [1] = "@", [2] = "*" } }

local function message_of(module, text)
  local _, message = pcall(read, module, text)
  return message
end

-- A map of 3 x 2 tiles, with this data.
local function tmx(data, more)
  return ([[
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
 <tileset firstgid="1" name="walls" tilewidth="8" tileheight="8"><image source="w.png"/></tileset>
 <tileset firstgid="101" source="things/things.tsx"/>
 <layer id="1" name="Ground" width="3" height="2">
  %s
 </layer>%s
</map>
]]):format(data, more or "")
end

local csv = '<data encoding="csv">\n1,1,1,\n2,0,3\n</data>'

describe("a map of Tiled", function()
  it("has numbers of tiles, as text or packed", function()
    for _, data in ipairs { csv,
      '<data encoding="base64">\n AQAAAAEAAAABAAAAAgAAAAAAAAADAAAA\n</data>',
      '<data encoding="base64" compression="zlib">eJxjZGBgYIRiJgYIYAZiAAB4AAk=</data>',
      '<data><tile gid="1"/><tile gid="1"/><tile gid="1"/>\n'
        .. '<tile gid="2"/><tile/><tile gid="3"/></data>',
    } do
      assert.same({ "1, line 3: ###/@.*; " }, read(tiles, tmx(data)))
    end
  end)

  it("has tiles that are turned", function()
    local turned = 0x80000000 | 0x40000000 | 0x20000000 | 0x10000000
    assert.same({ "1, line 3: ###/@.*; " }, read(tiles, tmx(('<data encoding="csv">%d,1,%d,%d,0,3'
      .. "</data>"):format(turned | 1, 0x80000000 | 1, 0x20000000 | 2))))
  end)

  it("has layers, of which the upper one counts, and tilesets with numbers of their own", function()
    local upper = '\n <group id="5"><layer id="2" name="Things" width="3" height="2">'
      .. '<data encoding="csv">101,0,0,0,102,0</data></layer></group>\n'
    local things = { walls = { [0] = "#", [1] = "." }, things = { [0] = "@", [1] = "*" },
      [-1] = ".", [2] = "." }
    assert.same({ "1, line 3: @##/.*.; " }, read(game { cells = things }, tmx(csv, upper)))
    assert.same({ "1, line 3: @../.*.; " }, read(game { layers = { Things = { [-1] = ".",
      [0] = "@", [1] = "*" } } }, tmx(csv, upper)))
    assert.same({ "1, line 3: @##/.*.; " }, read(game { layers = { Ground = { [-1] = ".",
      [0] = "#", [1] = ".", [2] = "." }, Things = { [0] = "@", [1] = "*" } } }, tmx(csv, upper)))
    local hidden = upper:gsub('id="5"', 'id="5" visible="0"')
    assert.same({ "1, line 3: ###/...; " }, read(game { cells = things }, tmx(csv, hidden)))
  end)

  it("may be in chunks that lie anywhere", function()
    assert.same({ "1, line 3: #@../..*#; " }, read(tiles, tmx('<data encoding="csv">'
      .. '<chunk x="-2" y="-1" width="2" height="1">1,2</chunk>'
      .. '<chunk x="0" y="0" width="2" height="1">3,1</chunk></data>')))
  end)

  it("may be in JSON", function()
    local text = [[
{ "width": 3, "height": 2, "infinite": false,
  "tilesets": [{ "firstgid": 1, "name": "walls" }, { "firstgid": 101, "source": "things.tsx" }],
  "layers": [
    { "type": "tilelayer", "name": "Ground", "x": 0, "y": 0, "width": 3, "height": 2,
      "visible": true, "data": [1, 1, 1, 2, 0, 3] },
    { "type": "objectgroup", "name": "notes", "objects": [] },
    { "type": "tilelayer", "name": "Hidden", "x": 0, "y": 0, "width": 3, "height": 2,
      "visible": false, "data": [1, 1, 1, 1, 1, 1] }] }
]]
    assert.same({ "1, line 1: ###/@.*; " }, read(tiles, text))
    assert.same({ "1, line 1: ###/@.*; " }, read(tiles, (text:gsub("%[1, 1, 1, 2, 0, 3%]",
      '"AQAAAAEAAAABAAAAAgAAAAAAAAADAAAA", "encoding": "base64"'))))
    assert.same({ "1, line 1: #@; " }, read(tiles, '{"layers": [{"type": "tilelayer", "name": "a", '
      .. '"chunks": [{"x": 16, "y": 16, "width": 2, "height": 1, "data": [1, 2]}]}],'
      .. '"tilesets": [{"firstgid": 1, "name": "a"}]}'))
    -- The place is that of the layer where a key is written in another way.
    assert.matches("^line 1, column %d+: expected the number of a tile, got 'x'$",
      message_of(tiles, '{"layers": [{"type": "tilelayer", "name": "a", "width": 2, "height": 1, '
        .. '"d\\u0061ta": [1, "x"]}], "tilesets": [{"firstgid": 1, "name": "a"}]}'))
    for wrong, message in pairs {
      ["[1, 1, 5,"] = "39: layer 'Ground': no cell is tile 4 of 'walls'",
      ["[1, 1, \"],x\","] = "39: expected the number of a tile, got '],x'",
      ["[1, 1.5, 1,"] = "36: expected the number of a tile, got 1.5",
      ["[-1, 1, 1,"] = "33: expected the number of a tile, got -1",
      ["[1, 1, null,"] = "39: expected the number of a tile, got null",
      ["[1, 1, {\"data\": [1]},"] = "39: expected the number of a tile, got a table",
      ["[1, 1,"] = "1: expected 6 tiles, got 5" } do
      local line = message:find "^1:" and 1 or 5
      assert.equal(("line %d, column %s"):format(line, message),
        message_of(tiles, (text:gsub("%[1, 1, 1,", wrong, 1))))
    end
    assert.equal("line 2, column 26: expected the number of a tile, got true", message_of(tiles,
      '{"tilesets": [{"firstgid": 1, "name": "\\"a"}], "layers": [{"layers": [], "type": "group"},'
      .. '{"type": "group", "layers": [{"type": "tilelayer", "chunks": [{"width": 1, "height": 1, '
      .. '"data": [1]},\n{"width": 2, "data": [1, true], "height": 1}]}]}]}'))
    assert.equal("line 1, column 1: this is no JSON, or tables are more than 16 deep in it",
      message_of(tiles, (text:gsub("%] }\n$", "\n"))))
  end)

  it("is told from other texts", function()
    for _, text in ipairs { "@.\n", "#.\n", "@.*\n" } do
      assert.equal(1, #read(tiles, text))
    end
  end)

  it("says what is wrong, and where", function()
    local function packed(size, how)
      return tmx(('<data encoding="base64" compression="%s">%s</data>'):format(how, size))
    end
    for text, message in pairs {
      [tmx '<data encoding="csv">1,1,1,2,0</data>'] = "7, column 24: expected 6 tiles, got 5",
      [tmx '<data encoding="csv">1,1,1,2,0,x</data>'] =
        "7, column 24: expected the number of a tile, got 'x'",
      [tmx '<data encoding="csv">1,1,1,2,0,101</data>'] =
        "7, column 24: layer 'Ground': no cell is tile 9 of 'things'",
      [tmx '<data encoding="base64">A?==</data>'] = "7, column 27: the data is no base64",
      [packed("AAAA", "zstd")] = "7, column 46: data with the compression 'zstd' is not read: "
        .. "save it as CSV",
      [packed("AAAA", "zlib")] = "7, column 46: the data cannot be unpacked",
      [tmx '<data encoding="hex">00</data>'] =
        "7, column 24: data with the encoding 'hex' is not read",
      [tmx "" ] = "3, column 1: there is no layer with tiles",
      [(tmx(csv):gsub('width="3"', 'width="3000000"'))] =
        "3, column 1: the map has more than 2000 rows or columns",
      [(tmx(csv):gsub("</layer>", ""))] = "12, column 3: XML: mismatched tag",
      ["<a><map/></a>"] = "1, column 1: expected a map of Tiled, got <a>",
    } do
      if message:find "tile 9" then
        text = text:gsub("101<", "110<")
      end
      assert.equal("line " .. message, message_of(tiles, text))
    end
    local bare = game { cells = { [0] = "#", [1] = "@", [2] = "*" } }
    assert.equal("line 3, column 1: no cell is -1, and there are cells without a tile",
      message_of(bare, tmx(csv)))
  end)

  it("unpacks no more than the map has", function()
    local found, zlib = pcall(require, "zlib")
    if not found then
      pending "lua-zlib is not installed"
    end
    local bomb = zlib.deflate()(("\0"):rep(1 << 24), "finish")
    local digits, parts = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", {}
    bomb = bomb .. ("\0"):rep(-#bomb % 3)
    for a, b, c in bomb:gmatch "(.)(.)(.)" do
      local bits = a:byte() << 16 | b:byte() << 8 | c:byte()
      for shift = 18, 0, -6 do
        local k = (bits >> shift & 63) + 1
        parts[#parts + 1] = digits:sub(k, k)
      end
    end
    collectgarbage()
    local message = message_of(tiles, tmx(('<data encoding="base64" compression="zlib">%s</data>')
      :format(table.concat(parts))))
    assert.matches("line 7, column 46: expected 6 tiles, got %d+$", message)
    assert.is_true(tonumber(message:match "%d+$") < 1 << 19)
  end)

  it("says what is missing where lua-zlib is not installed", function()
    local zlib, cpath = package.loaded.zlib, package.cpath
    package.loaded.zlib, package.cpath = nil, ""
    local message = message_of(tiles, tmx '<data encoding="base64" compression="gzip">AAAA</data>')
    package.loaded.zlib, package.cpath = zlib, cpath
    assert.equal("line 7, column 46: compressed data needs lua-zlib: install it, or save the map "
      .. "with CSV", message)
  end)

  it("is one level, which begins where the map does", function()
    local source = levels.open(tiles, levels.lines(tmx(csv)), error)
    local level = source.level()
    assert.same({ 3, { 3, 3 } }, { level.line, level.numbers })
    assert.is_nil(source.level())
  end)
end)

describe("the options of Tiled's maps", function()
  it("are characters of the legend, by layers and tilesets", function()
    for message, options in pairs {
      ["layers: ['Ground']: [0]: expected a character of the legend (one of # * . @), got 'x'"] =
        { layers = { Ground = { [0] = "x" } } },
      ["cells: ['walls']: [0]: expected a character of the legend (one of # * . @), got '..'"] =
        { cells = { walls = { [0] = ".." } } },
    } do
      local _, err = pcall(game, options)
      assert.equal("game 'walk': formats: entry 1 (tmx): " .. message, (err:gsub("^.-:%d+: ", "")))
    end
  end)
end)
