--- Runs commands in processes of their own, as a user does: run.lua, or any shell script.

local run = {}

local here <close> = assert(io.popen "pwd")
--- The absolute path of the project's folder, where the specs are started.
run.root = here:read "l"

--- Quotes a word so that the shell takes it for one argument.
---@param word string
---@return string
function run.quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local quote = run.quote

local function write_file(path, bytes)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
end

local function read_file(path)
  local file = assert(io.open(path, "rb"))
  local bytes = assert(file:read "a")
  file:close()
  return bytes
end

run.write_file, run.read_file = write_file, read_file

--- Runs a script under sh, which is stopped if it takes ten minutes. It may call what is in
--- spec/support/processes.sh after `. "$PROCESSES"`.
---@param script string
---@param input? string its standard input; empty by default
---@return string stdout
---@return string stderr
---@return integer status the exit status, as in the shell's $?
function run.shell(script, input)
  local names = { os.tmpname(), os.tmpname(), os.tmpname() }
  write_file(names[1], input or "")
  local _, how, code = os.execute(
    ("PROCESSES=%s timeout --foreground -k 10 600 sh -c %s <%s >%s 2>%s"):format(
      quote(run.root .. "/spec/support/processes.sh"), quote(script), quote(names[1]),
      quote(names[2]), quote(names[3])))
  local stdout, stderr = read_file(names[2]), read_file(names[3])
  for _, name in ipairs(names) do
    os.remove(name)
  end
  return stdout, stderr, how == "signal" and 128 + code or code
end

local build = os.getenv "TESSERA_BUILD" or "build"

--- The absolute path of the folder with tessera.so.
run.build = build:find "^/" and build or run.root .. "/" .. build

--- Assignments for the shell, with which Lua finds Tessera as if it were installed.
run.paths = ("LUA_PATH=%s LUA_CPATH=%s"):format(quote(run.root .. "/lua/?.lua;;"),
  quote(run.build .. "/?.so;;"))

--- Starts busted under lua5.4. (The command `busted` may start under another Lua, and then loses
--- the quotes of its arguments.)
run.BUSTED = [[lua5.4 -e 'arg[0] = "busted"; require "busted.runner"({ standalone = false })']]

--- Runs a spec with busted in a folder, where Lua finds Tessera.
---@param folder string
---@param spec string its path
---@param env? string assignments in front of the command, quoted
---@return string stdout
---@return string stderr
---@return integer status
function run.busted(folder, spec, env)
  return run.shell(("cd %s && %s %s %s /dev/null -o TAP %s"):format(quote(folder), env or "",
    run.paths, run.BUSTED, quote(spec)))
end

---@class run.Options
---@field lua? string the Lua to start it with instead of lua5.4
---@field script? string the path of run.lua
---@field folder? string the folder to start in
---@field env? string assignments in front of the command, quoted

--- The shell command that starts run.lua with these arguments.
---@param args string[]
---@param options? run.Options
---@return string
function run.command(args, options)
  options = options or {}
  local words = { quote(options.lua or "lua5.4"), quote(options.script or "run.lua") }
  for _, arg in ipairs(args) do
    words[#words + 1] = quote(arg)
  end
  local command = table.concat(words, " ")
  if options.env then
    command = options.env .. " " .. command
  end
  if options.folder then
    command = "cd " .. quote(options.folder) .. " && " .. command
  end
  return command
end

--- Runs run.lua with these arguments: `run({ "tower", "--trace" }, input)`.
---@param args string[]
---@param input? string
---@param options? run.Options
---@return string stdout
---@return string stderr
---@return integer status
local function start(_, args, input, options)
  return run.shell(run.command(args, options), input)
end

--- Whether the shell finds a command of this name.
---@param name string
---@return boolean
function run.installed(name)
  return (os.execute("command -v " .. quote(name) .. " >/dev/null 2>&1")) == true
end

--- Calls `use` with a new, empty folder, and removes the folder afterwards.
---@param use fun(folder: string)
function run.in_folder(use)
  local pipe = assert(io.popen "mktemp -d")
  local path = pipe:read "l"
  pipe:close()
  local fine, err = pcall(use, path)
  os.execute("rm -rf " .. quote(path))
  if not fine then
    error(err, 0)
  end
end

--- Runs run.lua beside these files, for 200 seconds at most: an argument "@my.lua" is the path of
--- one. Their folder is cut out of what it prints.
---@param files table<string, string> texts by name
---@param args string[]
---@param input? string
---@return string stdout
---@return string stderr
---@return integer status
function run.with_files(files, args, input)
  local stdout, stderr, status
  run.in_folder(function(folder)
    for name, text in pairs(files) do
      run.write_file(folder .. "/" .. name, text)
    end
    local words = {}
    for i, arg in ipairs(args) do
      words[i] = arg:gsub("^@", folder .. "/")
    end
    stdout, stderr, status = run.shell(("printf %%s %s | timeout -k 5 200 %s"):format(
      quote(input or ""), run.command(words)))
    local place = folder:gsub("%p", "%%%0") .. "/"
    stdout, stderr = stdout:gsub(place, ""), stderr:gsub(place, "")
  end)
  return stdout, stderr, status
end

return setmetatable(run, { __call = start })
