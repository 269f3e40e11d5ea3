--- Specifies tessera.draw.colours.

local colours = require "tessera.draw.colours"

describe("a colour", function()
  it("is a name or #rrggbb", function()
    assert.equal("#ffd23f", colours.hex "yellow")
    assert.equal("#a0b1c2", colours.hex "#A0B1C2")
    for _, wrong in ipairs { "yelow", "#fff", "#12345g", "", 12, false, {} } do
      assert.is_nil(colours.hex(wrong))
    end
  end)

  it("has parts of 0..255", function()
    assert.same({ 255, 16, 1 }, { colours.rgb "#ff1001" })
  end)

  it("has a name in the sorted list of names", function()
    local names = colours.names()
    assert.equal("black", names[1])
    assert.equal("yellow", names[#names])
    for i, name in ipairs(names) do
      assert.matches("^#%x%x%x%x%x%x$", colours.hex(name))
      assert.is_true(i == 1 or names[i - 1] < name)
    end
  end)

  it("is mixed with another one", function()
    assert.equal("#804000", colours.mix("#000000", "#ff8000", 0.5))
    assert.equal("#ffd23f", colours.mix("yellow", "black", 0))
    assert.equal("#14171c", colours.mix("yellow", "black", 1))
  end)
end)

describe("contrast", function()
  it("is that of WCAG, 1..21", function()
    assert.equal("21.0", ("%.1f"):format(colours.contrast("#000000", "#ffffff")))
    assert.equal("1.0", ("%.1f"):format(colours.contrast("#123456", "#123456")))
    assert.equal("4.5", ("%.1f"):format(colours.contrast("#767676", "#ffffff")))
  end)

  it("decides whether a colour stays, or goes nearer to black or white", function()
    assert.equal("#ffd23f", colours.readable("#ffd23f", "#20252d"))
    assert.equal("#4c6388", colours.readable("#22406f", "#20252d"))
    assert.equal("#a18731", colours.readable("#ffd23f", "#f4f1ea"))
  end)
end)

describe("a terminal's colour", function()
  local cases = {
    { "truecolor", "\27[38;2;229;72;77m", "\27[48;2;229;72;77m" },
    { "256", "\27[38;5;167m", "\27[48;5;167m" },
    { "16", "\27[31m", "\27[41m" },
    { "none", "", "" },
  }
  for _, case in ipairs(cases) do
    it("is written for " .. case[1], function()
      assert.equal(case[2], colours.ansi("#e5484d", case[1]))
      assert.equal(case[3], colours.ansi("#e5484d", case[1], true))
    end)
  end

  it("is the nearest one: of 256 also a grey, of 16 also a bright one", function()
    assert.equal("\27[38;5;244m", colours.ansi("#808080", "256"))
    assert.equal("\27[38;5;196m", colours.ansi("#ff0000", "256"))
    assert.equal("\27[91m", colours.ansi("#ff0000", "16"))
    assert.equal("\27[107m", colours.ansi("#ffffff", "16", true))
  end)
end)
