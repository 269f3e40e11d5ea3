--- The look of Horizontally.

return {
  palette = { b = "blue", d = "dark_blue", c = "cyan" },
  ["."] = { "·", "grey", label = "free" },
  ["#"] = { "#", "white", back = "blue", label = "taken",
    sprite = "cccccccd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/cbbbbbbd/dddddddd" },
}
