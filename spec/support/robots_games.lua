--- Random positions of Robots: small and crowded ones, where robots meet, debris is pushed and
--- games are lost at the edge; and some on the board of the statement.

local games = {}

local function between(rng, low, high)
  return low + rng:below(high - low + 1)
end

local function random_place(rng, setup)
  return { between(rng, 1, setup.rows), between(rng, 1, setup.columns) }
end

-- A place that is not among `used`, or nil after a few tries.
local function free_place(rng, setup, used)
  for _ = 1, 8 do
    local at = random_place(rng, setup)
    local name = at[1] .. "," .. at[2]
    if not used[name] then
      used[name] = true
      return at
    end
  end
end

local function free_places(rng, setup, used, count)
  local places = {}
  for _ = 1, count do
    places[#places + 1] = free_place(rng, setup, used)
  end
  return places
end

-- The picture of a board with these robots and this debris.
local function draw(setup, robots, debris)
  local cells = {}
  for row = 1, setup.rows do
    cells[row] = {}
    for column = 1, setup.columns do
      cells[row][column] = "."
    end
  end
  local function put(places, what)
    for _, at in ipairs(places) do
      cells[at[1]][at[2]] = what
    end
  end
  put(robots, "+")
  put(debris, "*")
  put({ setup.player }, "@")
  for row, line in ipairs(cells) do
    cells[row] = table.concat(line)
  end
  return table.concat(cells, "\n")
end

--- The arguments of `new`: nil and options with sides, player and robots; or a map, if there is
--- debris. The options also have a list of teleports, in which some places come more than once.
---@param rng tessera.Rng
---@return string|nil map
---@return tessera.robots.Options options
function games.random(rng)
  local setup = { rows = between(rng, 1, 9), columns = between(rng, 1, 9) }
  if rng:below(60) == 0 then
    setup.rows, setup.columns = 31, 31
  end
  setup.player = rng:below(3) == 0 and { (setup.rows + 1) // 2, (setup.columns + 1) // 2 }
    or random_place(rng, setup)
  local used = { [setup.player[1] .. "," .. setup.player[2]] = true }
  local room = math.min(setup.rows * setup.columns, 60)
  local robots = free_places(rng, setup, used, between(rng, 0, room // between(rng, 2, 12)))
  local debris = free_places(rng, setup, used, rng:below(2) * between(rng, 0, room // 4))
  setup.teleports = {}
  for i = 1, rng:below(2) * rng:below(10) do
    setup.teleports[i] = random_place(rng, setup)
  end
  if #debris == 0 then
    setup.robots = robots
    return nil, setup
  end
  return draw(setup, robots, debris), { teleports = setup.teleports }
end

--- The arguments of `new` as one text, for messages.
---@param map string|nil
---@param options tessera.robots.Options
---@return string
function games.shown(map, options)
  local lists = {}
  for _, name in ipairs { "robots", "teleports" } do
    local places = {}
    for i, at in ipairs(options[name] or {}) do
      places[i] = ("{ %d, %d }"):format(at[1], at[2])
    end
    lists[#lists + 1] = ("%s = { %s }"):format(name, table.concat(places, ", "))
  end
  if map then
    return ("[[\n%s]], { %s }"):format(map, lists[2])
  end
  return ("nil, { rows = %d, columns = %d, player = { %d, %d },\n%s }"):format(options.rows,
    options.columns, options.player[1], options.player[2], table.concat(lists, ",\n"))
end

--- Different places on the board of the statement, none of them the player's.
---@param rng table
---@param count integer
---@return integer[][]
function games.places(rng, count)
  local used, all = { [15 * 32 + 15] = true }, {}
  while #all < count do
    local row, column = between(rng, 1, 31), between(rng, 1, 31)
    if not used[row * 32 + column] then
      used[row * 32 + column] = true
      all[#all + 1] = { row, column }
    end
  end
  return all
end

return games
