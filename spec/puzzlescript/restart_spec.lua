--- Specifies that a restart of a session is undone wholly, also in a game with an undo of its own.

local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"
local samples = require "spec.support.puzzlescript"
local session = require "tessera.session"

-- Crates, checkpoints and dice, so that undos lead to boards that are no states of the history.
local module = assert(puzzlescript.read((samples.text { levels = "P..*..O\n.*.....\n",
  rules = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"
    .. "random [ > Player | no Wall no Crate no Player ] -> [ > Player | ]\n"
    .. "late [ Player | | | Crate ] -> [ Player | | | Crate ] checkpoint\n" })))

describe("a restart of a session in PuzzleScript", function()
  it("is undone to the very state before it, whatever was played and undone", function()
    local dice, restarts = rng.new(11), 0
    for seed = 1, 30 do
      local first = module.new(1, { seed = seed })
      local played = session.new(first)
      for _ = 1, 40 do
        local choice, before, count = dice:below(7), played:state():clone(), played:count()
        if choice == 0 then
          played:undo()
        elseif choice == 1 then
          played:redo()
        elseif choice == 2 and played:restart() then
          assert.is_true(first == played:state())
          assert.is_true(first == session.read(played:record()))
          assert.is_true(before:same_board(first) or played:undo())
          if not before:same_board(first) then
            assert.is_true(before == played:state())
            assert.equal(count, played:count())
            assert.is_true(played:redo())
            assert.is_true(first == played:state())
            restarts = restarts + 1
          end
        else
          local actions = played:state():actions()
          if actions[1] then
            played:apply(actions[1 + dice:below(#actions)])
          end
        end
      end
    end
    assert.is_true(restarts > 50, tostring(restarts))
  end)
end)
