--- How Skeleton is played with keys: the cursor, or a click, takes a coin.

return {
  legend = "HT.",
  forms = { "<row> <column>" },
  levels = {
    { "A row", "HTTHTTH" },
    { "A square", "HTH/THT/HTH" },
  },
}
