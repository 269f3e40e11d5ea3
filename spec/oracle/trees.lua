--- A slow twin of one tree of src/batch/trees.h, in plain Lua over the methods of states: PUCT,
--- with numbers rounded to 32 bits where the C has floats. Without chance it keeps states at its
--- nodes, with chance that of the root alone.

local random = require "spec.oracle.random"
local rng = require "tessera.rng"
local states = require "tessera.states"

local Twin = {}
Twin.__index = Twin

local function f(x)
  return (string.unpack("f", string.pack("f", x)))
end

-- What a state counts for player 1; nothing before the end if scores are those of ends.
local function worth(state)
  if not states.is_scored(state) then
    return 0.0
  elseif states.players(state) == 2 then
    return (state:score(1) - state:score(2)) / 2
  end
  return state:score(1) + 0.0
end

local function player_of(state)
  return not state:outcome() and state:turn() or nil
end

local function node_of(state)
  return { state = state, visits = 0, sum = 0.0, sent = 0, player = player_of(state) }
end

--- `actions` are the texts of the batch's actions; `scaled`: means are brought into -1 .. 1;
--- `chance`: the game has some; `seed` is that of this tree.
function Twin.new(state, actions, options)
  return setmetatable({ root = node_of(state), actions = actions, nodes = 1, most =
    options.nodes, leaves = options.leaves or 1, scaled = options.scaled, chance = options.chance,
    noise = f(options.noise or 0), alpha = f(options.alpha or 0.3),
    random = rng.new(random.mixed(options.seed or 0)),
    exploration = f(options.exploration or 1.25), discount = f(options.discount or 1) }, Twin)
end

-- The actions of a state, as a set.
local function possible_in(state)
  local possible = {}
  for _, text in ipairs(state:actions()) do
    possible[text] = true
  end
  return possible
end

local function root_of(n)
  local bits = 0
  while n >> bits > 0 do
    bits = bits + 1
  end
  local r = f(1 << (bits + 1) // 2)
  for _ = 1, 4 do
    r = f(f(r + f(n / r)) / 2)
  end
  return r
end

-- `player` is to move, with chance in this state.
function Twin:choose(node, player, state)
  local possible = self.chance and possible_in(state)
  local middle, scale = 0.0, self.scaled and 0.0 or 1.0
  if self.scaled and self.low and self.high > self.low then
    middle = f(f(self.low + self.high) / 2)
    scale = f(2 / f(self.high - self.low))
  end
  local side = player == 2 and -scale or scale
  local unknown = f(f(f(node.sum / node.visits) - middle) * side)
  local eager = f(self.exploration * root_of(node.sent + 1))
  local best, most
  for _, edge in ipairs(node.edges) do
    local here = edge.visits - edge.away
    local won = f(f(f(edge.sum - f(middle * here)) * side) - edge.away)
    local value = edge.visits > 0 and f(won / edge.visits) or unknown
    local promise = f(value + f(f(eager * edge.prior) / (1 + edge.visits)))
    local can = not possible or possible[self.actions[edge.action]]
    if can and (not best or promise > most) then
      best, most = edge, promise
    end
  end
  return best
end

local function send(way)
  for _, step in ipairs(way) do
    step.node.sent = step.node.sent + 1
    step.edge.visits, step.edge.away = step.edge.visits + 1, step.edge.away + 1
  end
end

function Twin:come_back(way, node, value)
  for i = #way, 0, -1 do
    node.visits = node.visits + 1
    node.sum = f(node.sum + value)
    if i > 0 then
      local edge = way[i].edge
      value = f(way[i].reward + f(self.discount * value))
      edge.away, edge.sum = edge.away - 1, f(edge.sum + value)
      local mean = f(edge.sum / (edge.visits - edge.away))
      self.low, self.high = math.min(self.low or mean, mean), math.max(self.high or mean, mean)
      node = way[i].node
    end
  end
end

-- What playing an action in a state brings.
function Twin:play(state, action)
  local before = worth(state)
  state:apply(self.actions[action])
  local outcome = state:outcome()
  if not states.is_scored(state) and states.players(state) == 1 and outcome then
    local goal = states.goal(state)
    return (goal == nil or goal == outcome) and 1.0 or -1.0
  end
  return f(worth(state) - before)
end

-- Goes down an edge: the state there, and what that brings. Nil: the tree is full.
function Twin:go(node, edge, state)
  if edge.child and not self.chance then
    return edge.child.state, edge.child.reward
  elseif not edge.child and self.nodes == self.most then
    return nil
  end
  state = self.chance and state or node.state:clone()
  local reward = self:play(state, edge.action)
  if not edge.child then
    edge.child, self.nodes = node_of(state), self.nodes + 1
    edge.child.reward = reward
  end
  return state, reward
end

function Twin:walk()
  local way, node = {}, self.root
  local state = node.state
  if self.chance then
    state = random.reseeded(state, self.random:next())
  end
  local player = node.player
  while player and node.edges do
    node.player = player -- where other dice had ended the game
    local edge = self:choose(node, player, state)
    if not edge then
      break
    end
    local reward
    state, reward = self:go(node, edge, state)
    if not state then
      return
    end
    way[#way + 1] = { node = node, edge = edge, reward = reward }
    node, player = edge.child, player_of(state)
  end
  if not player or node.edges then
    send(way)
    self:come_back(way, node, 0.0)
  elseif node.waits then
    return "meets"
  else
    node.waits = true
    send(way)
    return { way = way, node = node, state = state, player = player }
  end
end

--- The leaves, by their numbers from 1.
function Twin:select()
  self.found = {}
  for k = 1, self.leaves do
    local leaf = self:walk()
    if leaf ~= "meets" then
      self.found[k] = leaf
    elseif not self.chance then
      break
    end
  end
  return self.found
end

function Twin:add_noise()
  local draws, sum = {}, 0.0
  for i in ipairs(self.noise > 0 and self.root.edges or {}) do
    draws[i] = random.gamma(self.alpha, self.random)
    sum = sum + draws[i]
  end
  for i, draw in ipairs(draws) do
    local edge = self.root.edges[i]
    edge.prior = f(f(f(1 - self.noise) * edge.prior) + f(self.noise * f(draw / sum)))
  end
end

--- Takes a value and a list of priors for each leaf.
function Twin:back(values, priors)
  for k = 1, self.leaves do
    local leaf = self.found[k]
    if leaf then
      local possible, sum, node = possible_in(leaf.state), 0.0, leaf.node
      for a, text in ipairs(self.actions) do
        sum = sum + (possible[text] and f(priors[k][a]) or 0)
      end
      node.edges, node.waits = {}, nil
      for a, text in ipairs(self.actions) do
        node.edges[#node.edges + 1] = (self.chance or possible[text]) and { action = a,
          visits = 0, away = 0, sum = 0.0, prior = f(f(priors[k][a]) / sum) } or nil
      end
      if node == self.root then
        self:add_noise()
      end
      self:come_back(leaf.way, node, f(leaf.player == 2 and -values[k] or values[k]))
    end
  end
end

--- The visits of the root, by action.
function Twin:visits()
  local list = {}
  for a = 1, #self.actions do
    list[a] = 0
  end
  for _, edge in ipairs(self.root.edges or {}) do
    list[edge.action] = edge.visits
  end
  return list
end

local function count(node)
  local nodes = 1
  for _, edge in ipairs(node.edges or {}) do
    nodes = nodes + (edge.child and count(edge.child) or 0)
  end
  return nodes
end

--- The game has gone on with an action, to this state.
function Twin:advance(action, state)
  local root
  for _, edge in ipairs(self.root.edges or {}) do
    root = edge.action == action and edge.child or root
  end
  if not root or state:outcome() then
    root, self.low, self.high = node_of(state), nil, nil
  end
  root.state, root.player = state, player_of(state)
  self.root, self.nodes = root, count(root)
  self:add_noise()
end

return Twin
