--- The formats of levels that come with the engine, each of a file in levels/formats/, and the
--- options that it takes. `formats` of a game is checked against them; the paragraphs are taken by
--- every game.

---@type table<string, table<string, boolean>>
return {
  csv = { cells = true },
  rush = { cells = true },
  slc = {},
  spaced = { cells = true },
  tmj = { cells = true, layers = true },
  tmx = { cells = true, layers = true },
  xsb = {},
}
