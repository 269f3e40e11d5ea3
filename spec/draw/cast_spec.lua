--- Specifies tessera.draw.cast: recordings of a terminal in asciinema's format.

local cast = require "tessera.draw.cast"
local drawn = require "spec.support.drawn"
local film = require "tessera.draw.film"

local function lines_of(reel)
  local lines = {}
  for line in cast.of(reel.films[1], reel.tiles, { delay = 0.5 }):gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  return lines
end

describe("a recording of a terminal", function()
  local lines = lines_of((drawn.walk()))

  it("begins with its version, its title and the size of the terminal", function()
    assert.equal('{"height":5,"title":"a \\u003cwalk\\u003e","version":2,"width":40}', lines[1])
  end)

  it("clears the screen and shows the board", function()
    local board = '[0.000,"o","\\u001b[?25l\\u001b[2J\\u001b[1;1H'
    assert.equal(board, lines[2]:sub(1, #board))
    assert.truthy(lines[2]:find(
      "\\u001b[48;2;74;140;240m\\u001b[38;2;67;60;35m@\\u003e\\u001b[0m", 1, true))
    assert.truthy(lines[2]:find("\\u001b[4;1H0/3  \\u001b[K", 1, true))
  end)

  it("writes only the lines that change", function()
    assert.equal('[1.000,"o","\\u001b[4;1H2/3  refused: right: there is no dot\\u001b[K"]',
      lines[4])
    assert.equal('[1.500,"o","\\u001b[4;1H3/3  refused: up: there is no dot\\u001b[K"]', lines[5])
    assert.is_nil(lines[3]:find("[1;1H", 1, true))
  end)

  it("ends three steps later with the cursor", function()
    assert.equal('[3.000,"o","\\u001b[?25h"]', lines[6])
    assert.equal(6, #lines)
  end)

  it("sends nothing that a game says to the terminal as it is", function()
    local reel = film.reel()
    reel:start("a\27]0;title\7", drawn.dots.new ".")
    reel:step("go\27[2J", nil, {}, drawn.dots.new ".")
    reel:step("\u{E01B}[2J\u{200B}", nil, {}, drawn.dots.new ".")
    local evil = lines_of(reel)
    assert.equal('{"height":4,"title":"a\\\\x1B]0;title\\\\x07","version":2,"width":40}', evil[1])
    assert.equal('[0.500,"o","\\u001b[3;1H1/2  go\\\\x1B[2J\\u001b[K"]', evil[3])
    assert.equal('[1.000,"o","\\u001b[3;1H2/2  \u{E01B}[2J\\\\xE2\\\\x80\\\\x8B\\u001b[K"]',
      evil[4])
  end)
end)
