--- Batches of players who act together, against a slow twin in plain Lua that plays the same
--- actions on states and builds each window by hand; and windows that can be checked by eye.

local batch = require "tessera.batch"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local session = require "tessera.session"
local tessera = require "tessera"

local headings = { "up", "right", "down", "left" }
local relative = { [0] = "ahead", "right", "behind", "left" }

-- By heading: the steps ahead and to the right.
local ahead = { up = { -1, 0 }, right = { 0, 1 }, down = { 1, 0 }, left = { 0, -1 } }
local right = { up = { 0, 1 }, right = { 1, 0 }, down = { 0, -1 }, left = { -1, 0 } }

local function definition(changes)
  local all = {
    name = "tag", players = 3, together = true,
    layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, ["#"] = { ground = "wall" },
      ["_"] = { ground = "home" }, a = { ground = "floor", things = "apple" } },
    groups = { avatar = { each = "player", facing = true, layer = "things",
      characters = { "^>v<", "nesw", "UCDZ" } }, open = { "floor", "home" } },
    fields = { away = { each = "player", timer = true }, left = { value = 40, timer = true } },
    window = { ahead = 3, behind = 1, left = 2, right = 1 },
    moves = { "forward", "left", "right", "zap", "wait" },
    rules = {
      { "forward", "ahead of mine [ mine | open no things ] -> [ | mine ]" },
      { "forward", "ahead of mine [ mine | open apple ] -> [ | mine no apple ]", reward = 2 },
      { "left", "[ mine ] -> [ mine turned left ]" },
      { "right", "[ mine ] -> [ mine turned right ]" },
      { "zap", "ahead of mine [ mine | theirs ] -> [ mine | ]",
        add = { away = { theirs = 3 } }, reward = { mine = -1, theirs = -5 } },
      { "wait" },
    },
    after = { { "random [ home no things ] -> [ home mine ]", each = "player",
      when = "away = 0 and no mine" } },
    ends = { { "Over", "left = 0" }, { "Eaten", "no apple" } },
  }
  for key, value in pairs(changes or {}) do
    all[key] = value ~= "none" and value or nil
  end
  return tessera.game(all)
end

local variants = {
  { order = "random" },
  { order = "at once", window = { ahead = 18, behind = 0, left = 4, right = 17 } },
  { window = "none" },
  { window = { ahead = 1, behind = 2, left = 0, right = 0 },
    groups = { avatar = { each = "player", layer = "things" }, open = { "floor", "home" } },
    rules = {
      { "forward", "up [ mine | open no things ] -> [ | mine ]" },
      { "left", "left [ mine | open no things ] -> [ | mine ]" },
      { "right", "right [ mine | open no things ] -> [ | mine ]" },
      { "zap", "orthogonal [ mine | theirs ] -> [ mine | ]", add = { away = { theirs = 2 } } },
      { "wait" },
    } },
}

-- Whose a kind is, and where it looks.
local function avatar_of(kind)
  local owner, heading = kind:match "^avatar(%d)_?(%a*)$"
  return tonumber(owner), heading
end

local function place_of(state, player)
  for row = 1, state.things:rows() do
    for column = 1, state.things:columns() do
      local owner, heading = avatar_of(state.things:get(row, column))
      if owner == player then
        return row, column, heading ~= "" and heading or "up"
      end
    end
  end
end

local function plane_of(kind, player, looks)
  local owner, heading = avatar_of(kind)
  if not owner then
    return kind
  end
  local name = owner == player and "avatar mine" or "avatar theirs"
  if heading == "" then
    return name
  end
  local at, own = 0, 0
  for i, one in ipairs(headings) do
    at, own = one == heading and i or at, one == looks and i or own
  end
  return name .. " " .. relative[(at - own) % 4]
end

-- What a player sees, as bytes.
local function seen(state, window, player, names, rows, columns)
  local top, first, looks = 1, 1, "up"
  local row, column
  if window then
    row, column, looks = place_of(state, player)
  end
  local planes = {}
  for i, name in ipairs(names) do
    planes[i] = { name = name }
    planes[name] = planes[i]
  end
  for k = 0, rows * columns - 1 do
    local r, c = top + k // columns, first + k % columns
    if window and row then
      local far, side = window.ahead - k // columns, k % columns - window.left
      r = row + far * ahead[looks][1] + side * right[looks][1]
      c = column + far * ahead[looks][2] + side * right[looks][2]
    end
    for _, plane in ipairs(planes) do
      plane[k + 1] = 0
    end
    if (window and not row) or r < 1 or c < 1 or r > state.things:rows()
      or c > state.things:columns() then
      if window then
        planes.outside[k + 1] = 1
      end
      r = nil
    else
      for _, layer in ipairs { "ground", "things" } do
        local plane = planes[plane_of(state[layer]:get(r, c), player, looks)]
        if plane then
          plane[k + 1] = 1
        end
      end
    end
    if window or r then
      planes.away[k + 1], planes.left[k + 1] = state.away[player], state.left
    end
  end
  local bytes = {}
  for i, plane in ipairs(planes) do
    bytes[i] = string.char(table.unpack(plane))
  end
  return table.concat(bytes)
end

local function random_map(dice)
  local rows = {}
  local height, width = 3 + dice:below(17), 4 + dice:below(36)
  for r = 1, height do
    local cells = {}
    for c = 1, width do
      local n = dice:below(12)
      cells[c] = n < 1 and "#" or n < 3 and "a" or n < 4 and "_" or "."
    end
    rows[r] = cells
  end
  return rows
end

local function map_with(rows, characters)
  local lines = {}
  for i, character in ipairs(characters) do
    rows[1 + i % #rows][i + 1] = character
  end
  for r, cells in ipairs(rows) do
    lines[r] = table.concat(cells)
  end
  return table.concat(lines, "/")
end

-- What the masks, observations and rewards of environment i are, and should be.
local function alike(many, i, state, game)
  local names, rows, columns = many:planes()
  local size, actions = #names * rows * columns, many:actions()
  for player = 1, 3 do
    local at = (i - 1) * 3 + player - 1
    local expected = seen(state, game.window, player, names, rows, columns)
    local found = many:observations():sub(at * size + 1, (at + 1) * size)
    assert.is_true(expected == found, ("player %d\n%s"):format(player, tostring(state)))
  end
  if many:terminated()[i] or many:truncated()[i] then
    assert.falsy(many:masks():sub((i - 1) * 3 * #actions + 1, i * 3 * #actions):find "%Z")
    return
  end
  local copy = state:clone()
  for player = 1, 3 do
    local possible = {}
    for _, action in ipairs(copy:actions()) do
      possible[action] = true
    end
    for k, action in ipairs(actions) do
      local mask = many:masks():byte(((i - 1) * 3 + player - 1) * #actions + k)
      assert.equal(possible[("%d: %s"):format(player, action)] and 1 or 0, mask)
    end
    copy:apply "wait"
  end
end

-- Plays a random game beside its twins.
local function compare(changes, seed)
  local dice = rng.new(seed)
  local game = { module = definition(changes), window = changes.window ~= "none"
    and (changes.window or { ahead = 3, behind = 1, left = 2, right = 1 }) or nil }
  local shown = changes.groups and { "1", "2", "3" } or { "^", "w", "D" }
  local levels = { map_with(random_map(dice), shown), map_with(random_map(dice), shown) }
  local many = batch.new(game.module, { count = 3, levels = levels, masks = "exact",
    autoreset = "never", max_steps = 30, seed = seed })
  many:reset()
  local actions, twins = many:actions(), {}
  for i = 1, 3 do
    twins[i] = many:state(i)
    alike(many, i, twins[i], game)
  end
  for step = 1, 30 do
    local chosen = {}
    for i = 1, 3 do
      chosen[i] = {}
      for player = 1, 3 do
        chosen[i][player] = actions[1 + dice:below(#actions)]
      end
    end
    many:step(chosen)
    for i, twin in ipairs(twins) do
      local over = twin:outcome()
      for player = 1, over and 0 or 3 do
        assert.is_true(twin:apply(("%d: %s"):format(player, chosen[i][player])))
      end
      for player = 1, 3 do
        assert.equal((over or changes.rules) and 0 or twin.reward[player],
          many:rewards()[(i - 1) * 3 + player])
      end
      assert.equal(over and many:lengths()[i] or step, many:lengths()[i])
      assert.is_true(twin == many:state(i))
      assert.equal(twin:outcome() ~= nil, many:terminated()[i])
      alike(many, i, twin, game)
    end
  end
end

-- The planes of a player, by name, as rows of 0 and 1.
local function planes_of(many, player)
  local names, rows, columns = many:planes()
  local shown, cells = {}, rows * columns
  for i, name in ipairs(names) do
    local lines = {}
    for row = 1, rows do
      local from = ((player - 1) * #names + i - 1) * cells + (row - 1) * columns
      lines[row] = many:observations():sub(from + 1, from + columns):gsub(".", function(byte)
        return tostring(byte:byte())
      end)
    end
    shown[name] = table.concat(lines, "/")
  end
  return shown, names
end

local small = { window = { ahead = 2, behind = 0, left = 0, right = 1 } }

local function rows_of(state)
  return (tostring(state):gsub("\n$", ""):gsub("\n", "/"))
end

local function small_batch(options)
  options.levels = { options.map }
  options.map, options.masks = nil, "exact"
  local many = batch.new(definition(small), options)
  many:reset()
  return many
end

describe("a batch of players who act together", function()
  for number, changes in ipairs(variants) do
    it("does what states do, game " .. number, function()
      for seed in seeds(30, 4) do
        compare(changes, 100 * number + seed)
      end
    end)
  end

  it("goes on in the same step, from saved and copied positions, as states do", function()
    local module = definition(small)
    local function made()
      local many = batch.new(module, { levels = { "^a.a/.a_s/a.eU" }, count = 2, masks = "exact",
        autoreset = "same_step", max_steps = 4, seed = 3 })
      many:reset()
      return many
    end
    local one, two, dice = made(), made(), rng.new(5)
    local words, first = one:actions(), rows_of(one:state(1))
    local function chosen()
      local list = {}
      for i = 1, 2 do
        list[i] = { words[1 + dice:below(5)], words[1 + dice:below(5)], words[1 + dice:below(5)] }
      end
      return list
    end
    for _ = 1, 2 do
      one:step(chosen())
    end
    two:load(1, one:save(1))
    two:copy(2, one, 2)
    local twin, played = one:state(1), {}
    for step = 3, 4 do
      local actions = chosen()
      assert.equal(one:step(actions), two:step(actions))
      for player = 1, 3 do
        played[#played + 1] = ("%d: %s"):format(player, actions[1][player])
      end
      if step == 3 then
        local after = twin:clone()
        for _, action in ipairs(played) do
          after:apply(action)
        end
        assert.is_true(after == one:state(1) and after == two:state(1))
      end
      for _, name in ipairs { "observations", "masks", "rewards", "sums", "truncated" } do
        assert.same(one[name](one), two[name](two), name)
      end
    end
    -- It is cut, and has begun anew; what was seen last is that of the state at the end.
    assert.same({ true, true }, one:truncated())
    assert.same({ 4, 4 }, one:lengths())
    assert.equal(first, rows_of(one:state(1)))
    local names, rows, columns = one:planes()
    local text, last = session.record(twin, played)
    for player = 1, 3 do
      local size = #names * rows * columns
      assert.equal(seen(last, small.window, player, names, rows, columns),
        one:final_observations():sub((player - 1) * size + 1, player * size))
    end
    -- The recording of what it did plays alike, with the choices of all.
    assert.is_true(session.replay(text) == last)
    assert.equal(6, select(2, text:gsub("\n> ", "")))
  end)

  it("shows a window for each heading", function()
    -- .....a
    -- .a.#_.    X looks at what is in these two columns and three rows
    -- ..X..w
    -- #..a..
    for heading, expected in pairs {
      ["^"] = { wall = "00/01/00", apple = "00/00/00", home = "00/00/00" },
      [">"] = { wall = "00/00/00", apple = "00/01/00", home = "00/00/00" },
      v = { wall = "00/00/00", apple = "00/00/00", home = "00/00/00", outside = "11/00/00" },
      ["<"] = { wall = "00/00/00", apple = "00/01/00", home = "00/00/00" },
    } do
      local map = (".....a/.a.#_./..X..w/#..a../......"):gsub("X", heading)
      local shown = planes_of(small_batch { map = map }, 1)
      for name, plane in pairs(expected) do
        assert.equal(heading == "v" and name == "outside" and "00/00/00" or plane, shown[name],
          heading .. name)
      end
      assert.equal("00/00/10", shown["avatar mine ahead"])
      assert.equal("00/00/00", shown["avatar mine left"])
    end
  end)

  it("shows others as they look from there, and only what is outside without a piece", function()
    local many = small_batch { map = ".s./.^e/a.." }
    local shown, names = planes_of(many, 1)
    assert.are.same({ "floor", "home", "wall", "apple", "avatar mine ahead",
      "avatar mine behind", "avatar mine left", "avatar mine right", "avatar theirs ahead",
      "avatar theirs behind", "avatar theirs left", "avatar theirs right", "outside", "away",
      "left" }, names)
    assert.equal("11/00/00", shown.outside)
    assert.equal("00/10/00", shown["avatar theirs behind"])
    assert.equal("00/00/01", shown["avatar theirs right"])
    shown = planes_of(many, 3)
    assert.equal("11/11/11", shown.outside)
    assert.equal("00/00/00", shown.floor)
  end)

  it("takes an action of each, or none at all", function()
    local many = small_batch { map = ".../^.e/a..", count = 2 }
    assert.are.same({ "forward", "left", "right", "zap", "wait" }, many:actions())
    local function fails(text, actions)
      local fine, message = pcall(many.step, many, actions)
      assert.is_false(fine)
      assert.equal(text, (tostring(message):gsub("^.-:%d+: ", "")))
    end
    fails("environment 2: player 3: 'fly' is no action of tag",
      { { 1, 1, 1 }, { 1, 1, "fly" } })
    fails("environment 1: player 1: action 0 is not in 1..5", { { 0, 1, 1 }, { 1, 1, 1 } })
    fails("batch: the players act together: expected a list of actions for each environment",
      { 1, 2 })
    assert.equal(".../^.e/a..", rows_of(many:state(1)))
    many:step { { "forward", "left", "wait" }, { 1, 2, 5 } }
    assert.equal("^../..n/a..", rows_of(many:state(1)))
    assert.equal("^../..n/a..", rows_of(many:state(2)))
  end)

  it("is observed in planes, and has no trees", function()
    local function fails(text, ...)
      local fine, message = pcall(...)
      assert.is_false(fine)
      assert.truthy(tostring(message):find(text, 1, true), message)
    end
    fails("observation: what players see who act together are planes", small_batch,
      { map = "^a", observation = "bits" })
    fails("observer: of players who act together each is shown what he sees: leave it out",
      small_batch, { map = "^a", observer = 2 })
    fails("act together", tessera.trees.new, small_batch { map = "^a" }, { nodes = 9 })
  end)
end)
