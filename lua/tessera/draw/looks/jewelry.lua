--- The look of Jewelry: each letter is a jewel, with a shape and a colour of its own.

local shapes = {
  "...xx.../..xxxx../.xxxxxx./xxxxxxxx/xxxxxxxx/.xxxxxx./..xxxx../...xx...",
  ".xxxxxx./xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/.xxxxxx.",
  "...xx.../...xx.../..xxxx../..xxxx../.xxxxxx./.xxxxxx./xxxxxxxx/xxxxxxxx",
  "..xxxx../.xxxxxx./xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/.xxxxxx./..xxxx..",
  ".xx..xx./xxxxxxxx/xxxxxxxx/xxxxxxxx/.xxxxxx./..xxxx../..xxxx../...xx...",
  "..xxxx../..xxxx../xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/..xxxx../..xxxx..",
}
local jewels = { A = { "purple", 1 }, C = { "orange", 4 }, E = { "green", 2 }, M = { "cyan", 3 },
  O = { "white", 4 }, P = { "pink", 5 }, R = { "red", 1 }, T = { "yellow", 3 }, V = { "teal", 6 },
  Y = { "gold", 2 }, S = { "blue", 5 } }
local others = { "red", "blue", "green", "yellow", "purple", "orange", "cyan", "pink", "white" }

local look = { palette = { h = "white" }, ["."] = { " ", "grey", label = "empty" } }
for byte = ("A"):byte(), ("Z"):byte() do
  local letter = string.char(byte)
  local colour, shape = table.unpack(jewels[letter]
    or { others[byte % #others + 1], byte % #shapes + 1 })
  look.palette[letter] = colour
  local sprite = shapes[shape]:gsub("x", letter)
  look[letter] = { letter, colour, label = "jewel " .. letter, sprite = sprite }
end

return look
