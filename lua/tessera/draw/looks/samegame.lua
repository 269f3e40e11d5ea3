--- The look of SameGame: a value has a colour and a sign of its own.

local signs = { ["0"] = "........", ["1"] = "...ll...", ["2"] = "..l..l..", ["3"] = "..llll..",
  ["4"] = ".l.ll.l." }
local colours = { ["0"] = "red", ["1"] = "blue", ["2"] = "yellow", ["3"] = "green",
  ["4"] = "purple", ["5"] = "orange", ["6"] = "cyan", ["7"] = "pink", ["8"] = "white",
  ["9"] = "brown" }

local look = { palette = { l = "white", d = "black" }, ["."] = { " ", "grey", label = "empty" } }
for value, colour in pairs(colours) do
  look.palette[value] = colour
  local sign = (signs[value] or "........"):gsub("%.", value)
  local middle = value .. sign:sub(2, 7) .. "d"
  look[value] = { value, "black", back = colour, label = "block " .. value,
    sprite = table.concat({ value:rep(7) .. ".", value .. value:rep(6) .. "d", value
      .. value:rep(6) .. "d", middle, middle, value .. value:rep(6) .. "d",
      value .. value:rep(6) .. "d", "." .. ("d"):rep(7) }, "/") }
end

return look
