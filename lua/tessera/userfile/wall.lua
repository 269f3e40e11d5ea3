--- The second wall: what a child that runs somebody's file may still ask of the kernel. It reads
--- the folder of the file, what the command line names, and the library; it writes to its parent
--- alone. src/bind/system/lwall.c says what that keeps out.

local console = require "tessera.base.console"
local process = require "tessera.process"

local wall = {}

--- What `--wall` may be.
wall.choices = { "on", "required", "off" }

-- What levels may need that is not Lua: behind the wall the kernel lets no code be loaded.
local native = { "lxp", "zlib" }

-- Where modules are loaded from: the scripts, the library, and the folders of Lua's own paths.
local function module_folders()
  local library = debug.getinfo(1, "S").source:match "^@(.*)tessera/userfile/wall%.lua$"
  local folders = { console.scripts, library }
  for place in (package.path .. ";" .. package.cpath):gmatch "[^;]+" do
    folders[#folders + 1] = place:match "^(/[^?]*/)[^/]*%?"
  end
  return folders
end

--- Puts this process behind the wall. What the kernel refuses is said, and the process goes on; if
--- the wall is required, it ends.
---@param paths string[] folders and files that may be read besides the modules
---@param options { wall?: "on"|"required"|"off", screen?: boolean, channel?: integer } screen: it
---has a terminal; channel: a descriptor that it may write to
function wall.enter(paths, options)
  local how = options.wall or "on"
  if how == "off" then
    return
  end
  for _, name in ipairs(native) do
    pcall(require, name)
  end
  local read = module_folders()
  table.move(paths, 1, #paths, #read + 1, read)
  read[#read + 1] = "/dev/null"
  local layers, lacks, refused = process.wall { read = read, screen = options.screen,
    channel = options.channel }
  if lacks and how == "required" then
    console.die("run.lua", ("--wall required: %s"):format(refused and "the kernel refuses " .. lacks
      or "there is none: " .. lacks), 1)
  elseif refused then
    local rest = layers == "" and "files run in the sandbox of Lua alone" or "the rest of it stands"
    console.say("run.lua",
      ("the kernel refuses %s of the wall: %s (--wall required runs none then)"):format(lacks,
        rest))
  end
end

--- Adds the option.
---@param parser table
function wall.add_option(parser)
  parser:option("--wall", "The kernel's wall around the file: on where there is one, required, or"
    .. " off (on)."):choices(wall.choices)
end

return wall
