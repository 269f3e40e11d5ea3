--- Says which players of a tournament have forfeited games.

local output = require "tessera.base.output"
local wording = require "tessera.base.wording"

local forfeits = {}

local lines_max = 20

-- By player and reason: how many games, the number of the first one, and its message, which SQLite
-- takes from the row of the minimum.
local query = [[SELECT CASE winner WHEN first THEN second ELSE first END AS player, reason,
  count(*) AS count, min(number) AS number, why FROM (SELECT number,
  json_extract(point, '$.first') AS first, json_extract(point, '$.second') AS second,
  json_extract(result, '$.winner') AS winner, json_extract(result, '$.reason') AS reason,
  json_extract(result, '$.why') AS why FROM points WHERE result IS NOT NULL)
  WHERE reason IN ('crash', 'illegal', 'time') AND winner IN (first, second)
  GROUP BY 1, 2 ORDER BY 1, 2]]

--- Prints a line for each player and each reason other than the rules.
---@param kept tessera.study.Results
function forfeits.say(kept)
  local lines = 0
  for row in kept:query(query) do
    lines = lines + 1
    if lines <= lines_max then
      output.write(wording.line(("  %s has lost %s by '%s'; point %d%s"):format(row.player,
        wording.count(row.count, "game"), row.reason, row.number,
        row.why and ": " .. row.why or "")), "\n")
    end
  end
  if lines > lines_max then
    output.write("  and ", lines - lines_max, " more\n")
  end
end

return forfeits
