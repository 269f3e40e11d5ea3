--- A slow twin of one tree of src/batch/trees.h, in plain Lua over the methods of states: PUCT,
--- with numbers rounded to 32 bits where the C has floats. It keeps states at its nodes, and knows
--- no chance and no noise.

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

local function node_of(state, reward)
  return { state = state, reward = reward, visits = 0, sum = 0.0, sent = 0,
    player = not state:outcome() and state:turn() or nil }
end

--- `actions` are the texts of the batch's actions; `scaled`: means are brought into -1 .. 1.
function Twin.new(state, actions, options)
  return setmetatable({ root = node_of(state, 0.0), actions = actions, nodes = 1, most =
    options.nodes, leaves = options.leaves or 1, scaled = options.scaled,
    exploration = f(options.exploration or 1.25), discount = f(options.discount or 1) }, Twin)
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

function Twin:choose(node)
  local middle, scale = 0.0, self.scaled and 0.0 or 1.0
  if self.scaled and self.low and self.high > self.low then
    middle = f(f(self.low + self.high) / 2)
    scale = f(2 / f(self.high - self.low))
  end
  local side = node.player == 2 and -scale or scale
  local unknown = f(f(f(node.sum / node.visits) - middle) * side)
  local eager = f(self.exploration * root_of(node.sent + 1))
  local best, most
  for _, edge in ipairs(node.edges) do
    local here = edge.visits - edge.away
    local won = f(f(f(edge.sum - f(middle * here)) * side) - edge.away)
    local value = edge.visits > 0 and f(won / edge.visits) or unknown
    local promise = f(value + f(f(eager * edge.prior) / (1 + edge.visits)))
    if not best or promise > most then
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
      value = f(edge.child.reward + f(self.discount * value))
      edge.away, edge.sum = edge.away - 1, f(edge.sum + value)
      local mean = f(edge.sum / (edge.visits - edge.away))
      self.low, self.high = math.min(self.low or mean, mean), math.max(self.high or mean, mean)
      node = way[i].node
    end
  end
end

function Twin:walk()
  local way, node = {}, self.root
  while node.player and node.edges do
    local edge = self:choose(node)
    if not edge then
      break
    end
    if not edge.child then
      if self.nodes == self.most then
        return
      end
      local state = node.state:clone()
      local before = worth(state)
      state:apply(self.actions[edge.action])
      edge.child = node_of(state, f(worth(state) - before))
      if not states.is_scored(state) and states.players(state) == 1 and state:outcome() then
        local goal = states.goal(state)
        edge.child.reward = (goal == nil or goal == state:outcome()) and 1.0 or -1.0
      end
      self.nodes = self.nodes + 1
    end
    way[#way + 1] = { node = node, edge = edge }
    node = edge.child
  end
  if not node.player or node.edges then
    send(way)
    self:come_back(way, node, 0.0)
  elseif node.waits then
    return "meets"
  else
    node.waits = true
    send(way)
    return { way = way, node = node }
  end
end

--- The leaves, by their numbers from 1.
function Twin:select()
  self.found = {}
  for k = 1, self.leaves do
    local leaf = self:walk()
    if leaf == "meets" then
      break
    end
    self.found[k] = leaf
  end
  return self.found
end

--- Takes a value and a list of priors for each leaf.
function Twin:back(values, priors)
  for k = 1, self.leaves do
    local leaf = self.found[k]
    if leaf then
      local possible, sum, node = {}, 0.0, leaf.node
      for _, text in ipairs(node.state:actions()) do
        possible[text] = true
      end
      for a, text in ipairs(self.actions) do
        sum = sum + (possible[text] and f(priors[k][a]) or 0)
      end
      node.edges, node.waits = {}, nil
      for a, text in ipairs(self.actions) do
        node.edges[#node.edges + 1] = possible[text] and { action = a, visits = 0, away = 0,
          sum = 0.0, prior = f(f(priors[k][a]) / sum) } or nil
      end
      self:come_back(leaf.way, node, f(node.player == 2 and -values[k] or values[k]))
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
  if not root then
    root, self.low, self.high = node_of(state, 0.0), nil, nil
  end
  self.root, self.nodes = root, count(root)
end

return Twin
