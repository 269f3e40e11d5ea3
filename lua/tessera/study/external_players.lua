--- Programs as players: those that the command line allows, and how one plays with them by lines of
--- text, as docs/studies.md describes it.

local errors = require "tessera.base.errors"
local optional = require "tessera.userfile.optional"
local external_starter = require "tessera.study.external_starter"
local wording = require "tessera.base.wording"

local external_players = {}

local allowed = {}

--- Allows the players of these names to be programs. Only the command line says which; a user's
--- file cannot reach this.
---@param commands table<string, string> for sh
function external_players.allow(commands)
  allowed = commands
end

--- Whether the command line has named the program of a player.
---@param name string
---@return boolean
function external_players.is_allowed(name)
  local why = allowed[name] and optional.missing("luv",
    "tournament: programs need luv: install lua-luv")
  if why then
    errors.fail("%s", why)
  end
  return allowed[name] ~= nil
end

--- Raises an error if the command line names a program that is none of these players.
---@param names string[]
function external_players.check(names)
  for _, name in ipairs(wording.sorted(allowed)) do
    if not wording.one_of(name, names) then
      errors.fail("tournament: --program %s: no player of this name is \"program\"%s", name,
        errors.hint(name, names))
    end
  end
end

--- How the commands of results differ from others, as an end of "these results were made ...".
---@param kept any the commands of the results, by the names of players; nil: none
---@param others any
---@return string|nil text such as "with --program bot='a', not 'b'"; nil if they are the same
function external_players.difference(kept, others)
  kept, others = type(kept) == "table" and kept or {}, type(others) == "table" and others or {}
  local names = {}
  for _, commands in ipairs { kept, others } do
    for name in pairs(commands) do
      names[name] = true
    end
  end
  for _, name in ipairs(wording.sorted(names)) do
    local old, new = kept[name], others[name]
    if old ~= new then
      return ("%s --program %s='%s'%s"):format(old and "with" or "without", name,
        wording.line(tostring(old or new)), old and new and (", not '%s'"):format(wording.line(
        tostring(new))) or "")
    end
  end
end

local function block(word, text)
  local lines = text:gsub("\n$", "")
  local _, ends = lines:gsub("\n", "")
  return ("%s %d\n%s\n"):format(word, ends + 1, lines)
end

--- Starts a program for one game.
---@param name string of the player
---@param think number seconds for a move
---@param number integer which player it is
---@param state tessera.State the first state, as it may see it
---@return table seat as in `tessera.tournament.players`
function external_players.seat(name, think, number, state)
  local program, faulty = external_starter.start(name, allowed), false
  program:send(("tessera 1\ngame %s\nplayer %d\nthink %g\n%s"):format(state:game(), number, think,
    block("start", state:save())))
  return {
    move = function(_, now)
      program:send(("%s%sgo\n"):format(block("board", tostring(now)),
        block("actions", table.concat(now:actions(), "\n"))))
      local line, reason, message = program:ask(think)
      faulty = not line
      return line, reason, message
    end,
    told = function(_, player, action)
      program:send(("play %d %s\n"):format(player, action))
    end,
    leave = function(_, text)
      program:send(("end %s\n"):format(text))
      program:stop(not faulty)
    end,
  }
end

return external_players
