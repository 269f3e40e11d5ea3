--- Sounds that have a name in games in Lua, and their numbers, whose last two digits are the kind
--- (web/player/synth.js).

---@type table<string, integer>
return { blip = 27180706, boom = 77329102, coin = 12345600, fall = 77329104, fanfare = 90871303,
  hit = 48391104, hop = 60221405, step = 36772507, thud = 48391107, zap = 52207401 }
