--- Specifies words for people.

local wording = require "tessera.base.wording"

describe("a number", function()
  for number, text in pairs { [0] = "0", [999] = "999", [-999] = "-999", [1000] = "1,000",
    [-1000] = "-1,000", [123456] = "123,456", [1234567] = "1,234,567",
    [math.mininteger] = "-9,223,372,036,854,775,808" } do
    it("has its thousands apart: " .. text, function()
      assert.equal(text, wording.number(number))
    end)
  end
end)
