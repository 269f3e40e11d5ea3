--- A worker: a process that loads a study's file in the sandbox and runs its points, one after
--- another. It reads the numbers of points and answers through a descriptor of its own, as
--- `tessera.study.protocol` says. What is printed in it goes there as well, as an answer of its own
--- kind; its standard input and output lead nowhere.
---
--- - **The parent never runs a line of the user's file.** A worker says what the study is; the
---   parent gives out numbers of points, and takes rows as text. So a study cannot reach luv,
---   SQLite or other files.
--- - **A worker runs many points,** because a process for each would cost more than a short point.
---   `process.renew` begins the limits anew for each. So that a result does not depend on what ran
---   before, chance is seeded by the point's key, globals are frozen, and a point at which a worker
---   that had run others ended is tried again alone in a fresh one.
--- - **All processes have the same points:** `math.random` is seeded before the file is loaded and
---   before each point that a function adds; a worker sends a mark of its lists, and the key of
---   each point. If they are not those of the others, that is an error.
--- - A worker's clock stands still while nobody reads its answers. ITIMER_PROF limits its CPU time,
---   because RLIMIT_CPU cannot be renewed; while one of them is set, Linux counts CPU time in ticks
---   of some milliseconds, so `seconds` of short points are rough.

local channels = require "tessera.channel"
local definitions = require "tessera.study.definitions"
local error_words = require "tessera.userfile.error_words"
local errors = require "tessera.base.errors"
local file = require "tessera.userfile.file"
local files = require "tessera.base.files"
local output = require "tessera.base.output"
local process = require "tessera.process"
local protocol = require "tessera.study.protocol"
local sandbox = require "tessera.userfile.sandbox"
local values = require "tessera.base.values"
local wall = require "tessera.userfile.wall"
local wording = require "tessera.base.wording"

local worker = {}

---@class tessera.study.Limits of a worker
---@field seconds integer CPU time for a point
---@field wall integer seconds on the clock for a point
---@field memory integer megabytes

---@class tessera.study.About what the file says of a study
---@field name string
---@field points integer how many
---@field parameters string[] the names in all points
---@field report table[]
---@field seconds integer
---@field memory integer
---@field seconds_given boolean the file has set its seconds
---@field memory_given boolean
---@field hash string of the file, of the files that it has read, and of its points
---@field digest string of the lists of points; "" if a function adds them

--- The descriptor of the channel to the parent.
worker.DESCRIPTOR = 3

local output_max = 1 -- megabyte; the standard output leads nowhere
local printed_max = 1000 -- characters of a line that the file prints

local running = 0 -- the number of the point; 0 between two of them
local about = false -- whether this worker only says what the study is

local send

-- Begins to answer on a channel.
local function answer_on(channel)
  local secret = channel:read()
  if not secret then
    os.exit(1)
  end
  function send(...)
    channel:write(protocol.line(secret, ...))
  end
end

-- Tells a line of the point that runs. What is printed outside of points is told by the one worker
-- that says what the study is.
local function tell_line(text)
  if running > 0 or about then
    send("print", running, wording.cut(text, printed_max))
  end
end

local function print_line(...)
  local words = table.pack(...)
  for i = 1, words.n do
    words[i] = tostring(words[i])
  end
  tell_line(table.concat(words, " ", 1, words.n))
end

local unended = "" -- what the library has printed since the last end of a line

-- Tells what the library prints, such as the traces of scenarios, line by line.
local function write(text)
  unended = unended .. text
  for line in unended:gmatch "([^\n]*)\n" do
    tell_line(line)
  end
  unended = unended:match "[^\n]*$":sub(1, 4 * printed_max)
end

-- Ends the process with a message for its parent.
local function fail(message, status)
  output.error(wording.line(message), "\n")
  os.exit(status)
end

-- The study that the file returns, and the text of the file.
local function load_study(path, options)
  math.randomseed(0)
  local chunk, text, env = file.load(path, { trust = options.trust, print = print_line,
    arguments = {} })
  local fine, value = pcall(chunk)
  if not fine then
    local message, status = error_words(path, value)
    fail(message, status)
  end
  local definition = definitions.of(value)
  if not definition then
    fail(("%s returned %s, which is no study"):format(path, errors.shown(value)), 1)
  end
  return definition, text, env
end

-- The hash of all files that the study's file has read so far.
local function files_hash(hash)
  for _, read in ipairs(files.texts()) do
    hash = values.hash(read.text, values.hash(read.name, hash))
  end
  return hash
end

-- Sends what the study is. The keys of points that a function adds are always sent.
local function tell(definition, text, keys)
  local points, hash = definition.points, values.hash(text)
  local function send_key(number, key)
    hash = values.hash(key, hash)
    send("key", number, key)
  end
  local fine, count, names = pcall(points.survey, points, send_key)
  if not fine then
    fail(errors.message(count), 1)
  end
  for number = 1, keys and points.count or 0 do
    send("key", number, (select(3, points:at_number(number))))
  end
  hash = values.hash(points:digest(), files_hash(hash))
  send("about", require("dkjson").encode { name = definition.name, points = count,
    parameters = names, report = definition.report, seconds = definition.seconds,
    memory = definition.memory, seconds_given = definition.given.seconds,
    memory_given = definition.given.memory, digest = points:digest(),
    hash = ("%016x"):format(hash) })
end

-- Runs a point and sends its row. If memory ran out, the process ends: what is left of it is of no
-- use for other points.
local function run_point(definition, number)
  local point, names, key = definition.points:at_number(number)
  if not point then
    fail(("there is no point %d"):format(number), 1)
  end
  running = number
  send("begin", number, key, values.encode(point, names))
  local start = os.clock()
  local row = definitions.run(definition, number, point, names, key)
  local seconds = ("%.6f"):format(os.clock() - start)
  process.renew(true)
  if unended ~= "" then
    write "\n"
  end
  running = 0
  if row.status == "done" then
    send("row", number, "done", seconds, values.encode(row.result, row.fields))
  else
    send("row", number, row.status, seconds, wording.line(row.message))
  end
  if row.status == "memory" then
    os.exit(3)
  end
end

local function serve(definition, channel, limits)
  local full = limits.memory * 1024 // 4
  for line in channel.read, channel do
    process.renew()
    run_point(definition, math.tointeger(tonumber(line)) or 0)
    if collectgarbage "count" > full then
      collectgarbage()
    end
  end
end

-- Here the process gets its limits and goes behind the second wall: before the user's file is
-- read, and with all loaded that is not Lua (dkjson loads lpeg where it is installed). From here on
-- it opens files for reading alone, and writes to its channel, to stderr and to what is around it.
local function confine(path, limits, options)
  local bounds = { max_seconds = limits.seconds, max_wall = limits.wall, max_memory = limits.memory,
    max_output = output_max, renewed = true, channel = worker.DESCRIPTOR }
  pcall(require, "dkjson")
  if next(options.programs or {}) then
    require("tessera.study.external_starter").fork(bounds, options.parent, options.programs)
  else
    process.limit(bounds, options.parent)
  end
  if not options.trust then
    wall.enter({ path:match "^(.*/)" or "./", path }, { wall = options.wall,
      channel = worker.DESCRIPTOR })
  elseif options.wall == "required" then
    fail("--wall required: there is none around a worker that is trusted", 2)
  end
end

--- Is a worker, until the parent closes the channel.
---@param path string the study's file
---@param limits tessera.study.Limits
---@param options { trust?: boolean, about?: boolean, keys?: boolean, parent?: integer,
---wall?: string, programs?: table<string, string> } about: only say what the study is; keys: and
---the keys of its points; parent: the process that has started this one; programs: commands of
---players
function worker.run(path, limits, options)
  local channel = channels.new(worker.DESCRIPTOR)
  confine(path, limits, options)
  answer_on(channel)
  errors.disown(arg[0])
  about = options.about
  output.to(write)
  local definition, text, env = load_study(path, options)
  if about then
    tell(definition, text, options.keys)
    return
  end
  definitions.note = function(note)
    if running > 0 then
      send("note", running, wording.line(note))
    end
  end
  if not options.trust then
    sandbox.freeze(env)
  end
  send("ready", definition.points:digest())
  process.renew(true)
  serve(definition, channel, limits)
end

return worker
