--- The names of the formats of levels that come with the engine, each of a file in levels/formats/.
--- `formats` of a game is checked against them; the paragraphs are taken by every game.

return { "xsb" }
