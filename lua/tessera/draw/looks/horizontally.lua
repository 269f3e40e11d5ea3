--- The look of Horizontally. A picture does not say whose block a field belongs to.

return {
  palette = { b = "blue", d = "dark_blue", c = "cyan", f = "#2a313b" },
  ["."] = { "·", "grey", label = "free",
    sprite = "......../.ffffff./.ffffff./.ffffff./.ffffff./.ffffff./.ffffff./........" },
  ["#"] = { "#", "white", back = "blue", label = "taken",
    sprite = "cccccccd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/dddddddd" },
}
