--- The look of Robots, by the characters of its maps.

return {
  palette = { l = "light_grey", d = "dark_grey", r = "red", k = "black", s = "sand", n = "brown",
    b = "blue", o = "orange", t = "stone", f = "#333b46" },
  ["."] = { "·", "stone", label = "empty",
    sprite = "......../......../......../...ff.../...ff.../......../......../........" },
  ["@"] = { "@", "yellow", label = "player",
    sprite = "..nnnn../..nssn../...ss.../.bbbbbb./s.bbbb.s/..bbbb../..b..b../.nn..nn." },
  ["+"] = { "+", "red", label = "robot",
    sprite = "...rr.../.llllll./.lrllrl./.llllll./..dddd../lddddddl/l.dddd.l/..kk.kk." },
  ["*"] = { "*", "stone", label = "debris",
    sprite = "......../......../..o...../...t.l../.t.dtd../.tdltdt./tdtdtdtd/dkdkdkdd" },
}
