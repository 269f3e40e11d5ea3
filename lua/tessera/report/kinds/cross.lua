--- The kind `cross`: won-drawn-lost games of each player against each other one.

local ratings = require "tessera.report.kinds.ratings"
local scores = require "tessera.report.scores"

local kind = { check = ratings.check }

local columns_max = 40

function kind.compute(entry, rows)
  local counted = scores.count(rows)
  if counted.games == 0 then
    return nil
  end
  local players = ratings.players(counted)
  local block = { title = entry.title or "Who against whom",
    columns = { { name = "player", align = "left" } }, rows = {},
    notes = { "Won-drawn-lost, as the player of the row sees it." } }
  for i = 1, math.min(#players, columns_max) do
    block.columns[i + 1] = { name = players[i].name, align = "right" }
  end
  if #players > columns_max then
    block.notes[2] = ("Only the best %d have a column."):format(columns_max)
  end
  for i, player in ipairs(players) do
    block.rows[i] = { player.name }
    for j = 1, #block.columns - 1 do
      local won, drawn, lost = scores.between(counted, player.name, players[j].name)
      block.rows[i][j + 1] = won + drawn + lost > 0 and ("%d-%d-%d"):format(won, drawn, lost) or ""
    end
  end
  return block
end

return kind
