--- The random numbers of PuzzleScript: an RC4 key stream, seven bytes a number.

local chance = {}
chance.__index = chance

-- The bytes of the UTF-16 units of a text, each unit without leading zero bytes.
local function key_of(seed)
  local key = {}
  local function unit(value)
    if value > 255 then key[#key + 1] = value >> 8 end
    key[#key + 1] = value & 255
  end
  for _, code in utf8.codes(seed) do
    if code > 0xFFFF then
      unit(0xD800 + ((code - 0x10000) >> 10))
      unit(0xDC00 + ((code - 0x10000) & 0x3FF))
    else
      unit(code)
    end
  end
  return key
end

--- A generator; `draws` counts its numbers.
function chance.new(seed)
  local key, s = key_of(seed), {}
  for i = 0, 255 do s[i] = i end
  local j = 0
  for i = 0, 255 do
    j = (j + s[i] + (key[i % math.max(#key, 1) + 1] or 0)) % 256
    s[i], s[j] = s[j], s[i]
  end
  return setmetatable({ s = s, i = 0, j = 0, draws = 0 }, chance)
end

function chance:byte()
  local s = self.s
  self.i = (self.i + 1) % 256
  self.j = (self.j + s[self.i]) % 256
  s[self.i], s[self.j] = s[self.j], s[self.i]
  return s[(s[self.i] + s[self.j]) % 256]
end

--- A number from 0 to 1.
function chance:number()
  local out = 0.0
  for _ = 1, 7 do out = out * 256 + self:byte() end
  self.draws = self.draws + 1
  return out / 2.0 ^ 56
end

--- One of 0 .. n - 1.
function chance:below(n)
  return math.min(math.floor(self:number() * n), n - 1)
end

return chance
