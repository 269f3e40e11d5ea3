--- How Jewelry is played with keys: choose a jewel, then the side to which it is swapped.

return {
  legend = "ROYGBPW",
  forms = { "<row>,<column> <LT|UP|RT|DN>" },
  levels = {
    { "Eight by eight", "YYBORBWG/RBPYRORY/WYGBYPBO/BBRPBGPW/PWPYROBP/OWBRBPGO/WRYGOYWR/GPOWGRBY" },
    { "Another one", "OPOGOWBO/GGROBORG/GWWBOWPR/PPBORBOB/OPPGOOWR/WOGPBGGR/BWOOWPRP/WPGGROGB" },
    { "Five by five", "RRYRB/OYOBG/GPWYR/YGBOP/WORGY" },
  },
}
