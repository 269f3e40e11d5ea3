--- Writes completions for bash, zsh and fish, made by argparse from the commands' own options:
--- `lua5.4 packaging/completions.lua FOLDER`. What argparse does not know is added: arguments that
--- are the name of a game or a file.

local builtin = require "tessera.builtin"
local options = require "tessera.run.options"

local completions = {}

-- Replaces text that must be there; otherwise this argparse writes something else.
local function replace(text, from, to)
  local first, last = text:find(from, 1, true)
  assert(first, "the completions of argparse have changed: " .. from)
  return text:sub(1, first - 1) .. to .. text:sub(last + 1)
end

-- The parser without hidden options, and the names of the commands that take a game.
local function described()
  local parser, players = options.parsers "./", {}
  for _, command in ipairs(parser._commands) do
    for i = #command._options, 1, -1 do
      if command._options[i]._hidden then
        table.remove(command._options, i)
      end
    end
    for _, argument in ipairs(command._arguments) do
      if argument._name == "game" then
        argument:choices(builtin.games)
        players[#players + 1] = command._name
      end
    end
  end
  return parser, players
end

--- The completions for bash. A game is completed where it follows the command.
---@return string
function completions.bash()
  local parser, players = described()
  local text = parser:get_bash_complete()
  return replace(text, '    if [[ "$cur" = -* ]]; then', ([=[
    if [[ "$prev" = "$cmd" && "$cur" != -* ]]; then
        case "$cmd" in
            %s)
                compopt -o filenames 2>/dev/null
                IFS=$'\n'
                COMPREPLY=($(compgen -W "%s" -- "$cur") $(compgen -f -- "$cur"))
                return 0
                ;;
        esac
    fi

    if [[ "$cur" = -* ]]; then]=]):format(table.concat(players, "|"),
    table.concat(builtin.games, "\n")))
end

--- The completions for zsh.
---@return string
function completions.zsh()
  local parser, players = described()
  local text = parser:get_zsh_complete()
  local games = table.concat(builtin.games, " ")
  for _ = 1, #players do
    text = replace(text, '": :(' .. games .. ')"', '": :_tessera_games"')
  end
  text = replace(text, '_describe "command" commands\n', [[
_describe "command" commands
  _files -g "*.(lua|txt)"
]])
  return replace(text, "\n_tessera_cmds() {", ([[

_tessera_games() {
  _alternative "games:game:(%s)" "files:file:_files"
}

_tessera_cmds() {]]):format(games))
end

--- The completions for fish.
---@return string
function completions.fish()
  local parser, players = described()
  -- A file may stand in the place of a command.
  local text, count = parser:get_fish_complete():gsub("(_tessera_using_command' )%-xa", "%1-a")
  assert(count > 0)
  local lines = {}
  for _, name in ipairs(players) do
    lines[#lines + 1] = ("complete -c tessera -n '__fish_tessera_using_command %s; and test"
      .. " (count (commandline -poc)) -eq 2' -a '%s' -d 'Game'\n"):format(name,
      table.concat(builtin.games, " "))
  end
  return text .. "\n" .. table.concat(lines)
end

if ... ~= "packaging.completions" then
  for file, make in pairs { ["tessera.bash"] = completions.bash, _tessera = completions.zsh,
    ["tessera.fish"] = completions.fish } do
    local out <close> = assert(io.open(arg[1] .. "/" .. file, "w"))
    assert(out:write(make()))
  end
end

return completions
