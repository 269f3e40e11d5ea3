--- Specifies the laws of the protocol, on random games of every game. A game takes part by
--- spec/conformance/NAME.lua, which returns a function from random numbers to a start;
--- a game without it fails.

local states = require "tessera.states"
local games = require "spec.support.games"
local lua_games = require "spec.support.lua_games"
local rng = require "tessera.rng"
local session = require "tessera.session"

local games_in_c, games_in_lua = 150, 30 -- random games of each
local actions_per_game = 25

-- Everything that can be observed of a state, as one string.
local function portrait(state)
  return table.concat({ state:save(), state:key(), tostring(state), state:hash(),
    tostring(state:outcome()), tostring(state:turn()), state:score() }, "\0")
end

-- Plays a random game from a random start; calls visit(state, actions) before each action.
-- Returns the start and the texts of the actions.
local function play(start, seed, visit)
  local random = rng.new(seed)
  local state = start(random)
  local root, done = state:clone(), {}
  for _ = 1, actions_per_game do
    local actions = state:actions()
    if visit then
      visit(state, actions, random)
    end
    if #actions == 0 then
      break
    end
    local action = actions[random:below(#actions) + 1]
    state:apply(action)
    done[#done + 1] = action
  end
  return root, done, state
end

local all = {}
for _, name in ipairs(games) do
  all[#all + 1] = { name = name, module = require("tessera." .. name) }
end
for _, game in ipairs(lua_games) do
  all[#all + 1] = game
end

for _, entry in ipairs(all) do
  local name, game = entry.name, entry.module
  describe("conformance of " .. name, function()
    local found, start = pcall(require, "spec.conformance." .. name)

    it("has a start in spec/conformance", function()
      assert.is_true(found, start)
    end)
    if not found then
      return
    end

    local games_per_game = lua_games[name] and games_in_lua or games_in_c
    local function each_position(visit)
      local positions = 0
      for seed = 1, games_per_game do
        play(start, seed, function(...)
          positions = positions + 1
          visit(...)
        end)
      end
      assert.is_true(positions > games_per_game)
    end

    it("lists exactly the actions that apply carries out", function()
      each_position(function(state, actions)
        local before = portrait(state)
        for _, action in ipairs(actions) do
          local copy = state:clone()
          local why = copy:why(action)
          local done, result, passed = copy:apply(action)
          assert.is_true(done or passed, action)
          if done then
            assert.is_nil(why)
            assert.are.equal(copy:outcome(), result)
          else
            assert.are.equal(why, result)
          end
          assert.are_not.equal(before, portrait(copy))
        end
        assert.are.equal(before, portrait(state))
      end)
    end)

    it("refuses all other actions and leaves the state unchanged", function()
      local pool, known = {}, {}
      each_position(function(state, actions, random)
        local offered = {}
        for _, action in ipairs(actions) do
          offered[state:code(action)] = true
          if not known[action] then
            known[action] = true
            pool[#pool + 1] = action
          end
        end
        local before = portrait(state)
        for k = 1, 12 do
          local action = k <= 6 and #pool > 0 and state:code(pool[random:below(#pool) + 1])
            or random:next() >> random:below(64)
          if not offered[action] then
            local why = state:why(action)
            local copy, silent = state:clone(), state:clone()
            local done, result, passed = copy:apply(action)
            local done_too, outcome, passed_too = silent:apply(action, false)
            assert.are.equal(done, done_too)
            assert.are.equal(done and result or nil, outcome)
            assert.are.equal(passed, passed_too)
            assert.is_true(silent == copy)
            if done then
              -- Another text of an action that is listed.
              assert.is_nil(why)
              local again = false
              for _, other in ipairs(actions) do
                local twin = state:clone()
                twin:apply(other)
                again = again or twin == copy
              end
              assert.is_true(again, state:text(action) .. " is not offered")
            elseif not passed then
              assert.are.equal(why, result)
              assert.is_true(#why > 0)
              assert.are.equal(before, portrait(copy))
              assert.is_true(copy == state)
            end
          end
        end
      end)
      assert.is_true(#pool > 0)
    end)

    it("lists no action when it is over, and has an outcome", function()
      each_position(function(state, actions)
        if state:outcome() then
          local known = states.outcomes(state)
          assert.is_true(not known or ("/" .. table.concat(known, "/") .. "/"):find(
            "/" .. state:outcome() .. "/", 1, true) ~= nil)
          assert.are.same({}, actions)
          assert.is_nil(state:turn())
        else
          assert.is_true(state:turn() >= 1)
        end
      end)
    end)

    it("knows its actions as texts and as codes", function()
      each_position(function(state, actions)
        local codes = state:codes()
        assert.are.equal(#actions, #codes)
        for i, action in ipairs(actions) do
          assert.are.equal(codes[i], state:code(action))
          assert.are.equal(action, state:text(codes[i]))
        end
      end)
    end)

    it("keeps clones apart", function()
      each_position(function(state, actions)
        local copy = state:clone()
        assert.is_true(copy == state)
        local before = portrait(state)
        assert.are.equal(before, portrait(copy))
        if actions[1] then
          copy:apply(actions[#actions])
          assert.are.equal(before, portrait(state))
          assert.is_false(copy == state)
        end
      end)
    end)

    it("loads the states that it has saved", function()
      each_position(function(state)
        local again = game.load(state:save())
        assert.is_true(again == state)
        assert.are.equal(portrait(state), portrait(again))
        assert.are.same(state:actions(), again:actions())
      end)
    end)

    it("gives equal hashes for equal keys only", function()
      local hash_of, key_of, met = {}, {}, 0
      for seed = 1, games_per_game do
        -- Each start twice, so that some positions occur again.
        for line = 0, 1 do
          local random = rng.new(seed * 2 + line)
          local state = start(rng.new(seed))
          for _ = 1, 8 do
            local key, hash = state:key(), state:hash()
            met = met + (hash_of[key] and 1 or 0)
            assert.are.equal(hash_of[key] or hash, hash)
            assert.are.equal(key_of[hash] or key, key)
            hash_of[key], key_of[hash] = hash, key
            local actions = state:actions()
            if #actions > 0 then
              state:apply(actions[random:below(#actions) + 1])
            end
          end
        end
      end
      assert.is_true(met > games_per_game)
    end)

    it("undoes all actions and redoes them", function()
      for seed = 1, games_per_game do
        local root, done, last = play(start, seed)
        local played = session.new(root)
        for _, action in ipairs(done) do
          played:apply(action)
        end
        assert.is_true(played:state() == last)
        for _ = 1, #done do
          assert.is_true(played:undo())
        end
        assert.is_true(played:state() == root)
        assert.are.equal(portrait(root), portrait(played:state()))
        assert.is_nil((played:undo()))
        for _ = 1, #done do
          assert.is_true(played:redo())
        end
        assert.is_true(played:state() == last)
      end
    end)

    it("plays the same game from the same seed", function()
      for seed = 1, games_per_game do
        local root, done, last = play(start, seed)
        local _, done_again, last_again = play(start, seed)
        assert.are.same(done, done_again)
        assert.are.equal(portrait(last), portrait(last_again))
        local text = session.record(root, done)
        local replayed, difference = session.replay(text)
        assert.is_nil(difference)
        assert.is_true(replayed == last)
      end
    end)

    it("scores every player, and no other", function()
      each_position(function(state)
        assert.are.equal("integer", math.type(state:score()))
        assert.are.equal(state:score(1), state:score())
        assert.has_error(function()
          state:score(0)
        end)
        assert.has_error(function()
          state:score(100)
        end)
      end)
    end)

    it("names a wrong action in the error", function()
      local state = start(rng.new(1))
      local ok, message = pcall(state.apply, state, "no such action")
      assert.is_false(ok)
      assert.is_truthy(message:find(("'no such action' is no action of %s"):format(name), 1, true))
      assert.has_error(function()
        state.apply({}, "no such action")
      end)
      assert.has_error(function()
        state:apply(nil)
      end)
    end)

    it("refuses damaged saves, and plays on from those that it loads", function()
      local taken, refused = 0, 0
      for seed = 1, games_per_game do
        local random = rng.new(seed)
        local _, _, state = play(start, seed)
        local saved = state:save()
        for _ = 1, 10 do
          local at = random:below(#saved) + 1
          local byte = ("0123456789-# .\nABGI\0\255"):sub(random:below(20) + 1):sub(1, 1)
          local damaged = saved:sub(1, at - 1) .. byte .. saved:sub(at + random:below(2))
          local ok, loaded = pcall(game.load, damaged)
          if ok then
            taken = taken + 1
            for _ = 1, 5 do
              local actions = loaded:actions()
              if #actions == 0 then
                break
              end
              loaded:apply(actions[random:below(#actions) + 1])
              assert.are.equal(loaded:save(), game.load(loaded:save()):save())
            end
          else
            refused = refused + 1
            assert.is_truthy(tostring(loaded):find "^line %d+, column %d+: ")
          end
        end
      end
      assert.is_true(taken > 0 and refused > 0)
    end)
  end)
end
