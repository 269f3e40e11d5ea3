--- The look of the Tower, by the characters of its maps.

local frail = "ooooooon/o..o..on/o.oo..on/o..oo.on/o...o.on/o..o..on/o.o...on/nnnnnnnn"

local function fragile(count)
  return { count, "black", back = "orange", sprite = (frail:gsub("%.", "s")),
    label = ("fragile block, %s left"):format(count) }
end

return {
  palette = { s = "sand", d = "dark_grey", l = "light_grey", t = "stone", i = "cyan", w = "white",
    b = "blue", g = "gold", y = "yellow", o = "orange", k = "black", r = "red", n = "brown",
    p = "purple", v = "dark_blue" },
  ["."] = { " ", "grey", label = "space" },
  ["#"] = { "#", "white", back = "stone", label = "block",
    sprite = "llllllld/lttttttd/lttttttd/lttttttd/lttttttd/lttttttd/lttttttd/dddddddd" },
  I = { "I", "dark_blue", back = "cyan", label = "ice block",
    sprite = "wwwwwwwb/wiiiiiib/wiwiiiib/wwiiiwib/wiiiwiib/wiiwiiib/wiiiiiib/bbbbbbbb" },
  G = { "G", "black", back = "yellow", label = "goal",
    sprite = "yyyyyyyo/yggggggo/ygyggygo/yggyyggo/yggyyggo/ygyggygo/yggggggo/oooooooo" },
  C = { "C", "white", back = "dark_grey", label = "fixed block",
    sprite = "kkkkkkkk/kdddddlk/kdlddldk/kddddddk/kddddddk/kdlddldk/klddddlk/kkkkkkkk" },
  B = { "B", "white", back = "purple", label = "block of another dimension",
    sprite = "pppppppv/pvvvvvpv/pvpppvpv/pvpvpvpv/pvpvvvpv/pvpppppv/pvvvvvvv/vvvvvvvv" },
  ["1"] = fragile "1", ["2"] = fragile "2", ["3"] = fragile "3",
  S = { "@", "red", label = "player",
    sprite = "...nn.../..nssn../...ss.../..rrrr../.s.rr.s./...rr.../..b..b../..n..n.." },
}
