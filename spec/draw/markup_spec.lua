--- Specifies tessera.draw.markup: no text of a game can end a text, a tag or a script.

local markup = require "tessera.draw.markup"

describe("a text of SVG and HTML", function()
  it("has no character that means something there", function()
    assert.equal("&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39;",
      markup.text [[<b> &amp; "x" 'y']])
  end)

  it("shows control characters, bidirectional ones and what is no UTF-8 as bytes", function()
    assert.equal([[a\x1B[2J\x00\x0Ab]], markup.text "a\27[2J\0\nb")
    assert.equal([[\xE2\x80\xAEabc]], markup.text "\u{202E}abc")
    assert.equal([[\xFF\xC3(]], markup.text "\xFF\xC3(")
    assert.equal([[\xED\xA0\x80]], markup.text "\xED\xA0\x80")
    assert.equal([[\xC2\x9B]], markup.text "\u{9B}")
  end)

  it("has no character that XML does not have", function()
    assert.equal([[a\xEF\xBF\xBE\xEF\xBF\xBFb]], markup.text "a\u{FFFE}\u{FFFF}b")
  end)

  it("keeps letters of all languages", function()
    assert.equal("häuser 家 🎲", markup.text "häuser 家 🎲")
  end)

  it("may have several lines", function()
    assert.equal("&lt;\n&gt;", markup.lines "<\n>\n")
  end)
end)

describe("JSON inside of a script", function()
  it("has texts, numbers, booleans, lists and records", function()
    assert.equal([=[{"list":[1,2,[]],"no":false,"text":"a"}]=],
      markup.json { text = "a", list = { 1, 2, {} }, no = false })
  end)

  it("cannot end the script or a text", function()
    assert.equal([["\u003c/script\u003e\u003c!--"]], markup.json "</script><!--")
    assert.equal([["\"\\\u0026"]], markup.json [["\&]])
    assert.equal([["\\x0A\\xE2\\x80\\xA8"]], markup.json "\n\u{2028}")
  end)

  it("is the same text every time", function()
    local value = {}
    for _, key in ipairs { "z", "a", "m", "b" } do
      value[key] = 1
    end
    assert.equal('{"a":1,"b":1,"m":1,"z":1}', markup.json(value))
  end)
end)
