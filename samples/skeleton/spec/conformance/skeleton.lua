--- A random board for the conformance spec and for the twin.

local skeleton = require "tessera.skeleton"

return function(rng)
  local lines, columns = {}, 1 + rng:below(4)
  for row = 1, 1 + rng:below(4) do
    lines[row] = ""
    for _ = 1, columns do
      local i = 1 + rng:below(4)
      lines[row] = lines[row] .. ("HHT."):sub(i, i)
    end
  end
  return (skeleton.new(table.concat(lines, "\n")))
end
