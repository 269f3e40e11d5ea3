--- A worker: a process that loads a study's file in the sandbox and runs its points, one after
--- another. It reads the numbers of points, one a line, and answers with fields between tabs:
---
---     key     number key                  of each point, if a function adds them or it is asked
---     about   JSON                        what the study is; then it ends
---     ready   digest                      the file is loaded; a mark of its points
---     begin   number key point            the point, as JSON, begins
---     row     number done seconds result  it is done; the result is JSON
---     row     number status seconds text  it is not, and why
---     print   number text                 what the file prints
---     note    number text                 what to say if the process ends now

local definitions = require "tessera.study.definitions"
local explain = require "tessera.run.explain"
local file = require "tessera.run.file"
local files = require "tessera.base.files"
local output = require "tessera.base.output"
local process = require "tessera.process"
local usage = require "tessera.base.usage"
local values = require "tessera.study.values"

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
---@field hash string of the file, of the files that it has read, and of its points
---@field digest string of the lists of points; "" if a function adds them

local output_max = 1024 -- megabytes, of all points of a worker
local printed_max = 1000 -- bytes of a line that the file prints

local running = 0 -- the number of the point
local about = false -- whether this worker only says what the study is

local function send(...)
  process.write(table.concat({ ... }, "\t"), "\n")
end

-- What the file prints while it is loaded is told by the one worker that says what the study is.
local function print_line(...)
  if running == 0 and not about then
    return
  end
  local words = table.pack(...)
  for i = 1, words.n do
    words[i] = tostring(words[i])
  end
  local text = table.concat(words, " ", 1, words.n)
  send("print", running, usage.line(text:sub(1, printed_max)))
end

-- Ends the process with a message for its parent.
local function fail(message, status)
  output.error(usage.line(message), "\n")
  os.exit(status)
end

-- The study that the file returns, and the text of the file.
local function load_study(path, options)
  math.randomseed(0)
  local chunk, text, env = file.load(path, { trust = options.trust, print = print_line,
    arguments = {} })
  local fine, value = pcall(chunk)
  if not fine then
    local message, status = explain(path, value)
    fail(message, status)
  end
  local definition = definitions.of(value)
  if not definition then
    fail(("%s returned %s, which is no study"):format(path, usage.shown(value)), 1)
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
    fail(usage.message(count), 1)
  end
  for number = 1, keys and points.count or 0 do
    send("key", number, (select(3, points:at_number(number))))
  end
  hash = values.hash(points:digest(), files_hash(hash))
  send("about", require("dkjson").encode { name = definition.name, points = count,
    parameters = names, report = definition.report, seconds = definition.seconds,
    memory = definition.memory, digest = points:digest(), hash = ("%016x"):format(hash) })
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
  if row.status == "done" then
    send("row", number, "done", seconds, values.encode(row.result, row.fields))
  else
    send("row", number, row.status, seconds, usage.line(row.message))
  end
  if row.status == "memory" then
    os.exit(3)
  end
end

local function serve(definition, limits)
  local full = limits.memory * 1024 // 4
  for line in io.lines() do
    process.renew()
    run_point(definition, math.tointeger(tonumber(line)) or 0)
    if collectgarbage "count" > full then
      collectgarbage()
    end
  end
end

--- Is a worker, until its standard input ends.
---@param path string the study's file
---@param limits tessera.study.Limits
---@param options { trust?: boolean, about?: boolean, keys?: boolean, parent?: integer } about: only
---say what the study is; keys: and the keys of its points; parent: the process that has started
---this one
function worker.run(path, limits, options)
  process.limit({ max_seconds = limits.seconds, max_wall = limits.wall, max_memory = limits.memory,
    max_output = output_max, renewed = true }, options.parent)
  usage.disown(arg[0])
  about = options.about
  local definition, text, env = load_study(path, options)
  if about then
    tell(definition, text, options.keys)
    return
  end
  definitions.note = function(note)
    send("note", running, usage.line(note))
  end
  if not options.trust then
    require("tessera.run.sandbox").freeze(env)
  end
  send("ready", definition.points:digest())
  process.renew(true)
  serve(definition, limits)
end

return worker
