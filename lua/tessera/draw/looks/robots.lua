--- The look of Robots, by the characters of its maps.

return {
  palette = { l = "light_grey", d = "dark_grey", r = "red", k = "black", s = "sand", n = "brown",
    b = "blue", o = "orange", t = "stone" },
  ["."] = { "·", "dark_grey", label = "empty" },
  ["@"] = { "@", "yellow", label = "player",
    sprite = "..nnnn../..nssn../...ss.../.bbbbbb./s.bbbb.s/..bbbb../..b..b../.nn..nn." },
  ["+"] = { "+", "red", label = "robot",
    sprite = "...rr.../.llllll./.lrllrl./.llllll./..dddd../lddddddl/l.dddd.l/..kk.kk." },
  ["*"] = { "*", "stone", label = "debris",
    sprite = "......../......../..o...../...t.l../.t.dtd../.tdltdt./tdtdtdtd/dkdkdkdd" },
}
