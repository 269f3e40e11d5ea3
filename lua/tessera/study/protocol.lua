--- What a worker and its parent say to each other, through a descriptor that nothing else of the
--- worker's process reads or writes. The parent sends a secret, and then numbers of points, a line
--- each. The worker answers with lines: the secret, and fields between tabs.
---
---     key     number key                  of each point, if a function adds them or it is asked
---     about   JSON                        what the study is; then it ends
---     ready   digest                      the file is loaded; a mark of its points
---     begin   number key point            the point, as JSON, begins
---     row     number done seconds result  it is done; the result is JSON
---     row     number status seconds text  it is not, and why: error or memory
---     print   number text                 what the file or the library prints
---     note    number text                 what to say if the process ends now
---
--- The parent believes none of it: a line that is not exactly such a one, or comes out of turn, is
--- a fault, and says nothing else. What is taken is plain data, whose texts are one line of UTF-8.

local definitions = require "tessera.study.definitions"
local entries = require "tessera.report.entries"
local values = require "tessera.base.values"
local wording = require "tessera.base.wording"

local protocol = {}

local line_max = 32 * 1024 * 1024 -- a key and a point, of which each byte may take six as JSON
local keys_max = 20000000

--- A secret of one worker.
---@return string
function protocol.secret()
  local random <close> = assert(io.open("/dev/urandom", "rb"))
  return (random:read(16):gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end))
end

--- An answer of a worker.
---@param secret string
---@param ... string|integer its fields
---@return string
function protocol.line(secret, ...)
  return table.concat({ secret, ... }, "\t") .. "\n"
end

-- ---- what the study is ----

local function is_whole(value, min, max)
  return math.type(value) == "integer" and value >= min and value <= max
end

local function is_list_of_names(list)
  if type(list) ~= "table" then
    return false
  end
  local count = 0
  for _ in next, list do
    count = count + 1
  end
  for i = 1, count do
    if values.name_fault(list[i]) or i > 1 and list[i - 1] >= list[i] then
      return false
    end
  end
  return true
end

local function is_hash(text)
  return type(text) == "string" and text:find "^%x+$" ~= nil and #text == 16
end

-- What is wrong with what a worker says of a study; nil if nothing is.
local function about_fault(about)
  if type(about) ~= "table" then
    return "it is no table"
  elseif definitions.name_fault(about.name) then
    return "name"
  elseif not is_whole(about.points, 1, 1000000000) then
    return "points"
  elseif not is_list_of_names(about.parameters) then
    return "parameters"
  elseif not (is_hash(about.hash) and (about.digest == "" or is_hash(about.digest))) then
    return "hash"
  elseif not (is_whole(about.seconds, 1, 1000000) and is_whole(about.memory, 16, 1000000)) then
    return "limits"
  end
  for _, name in ipairs { "seconds_given", "memory_given" } do
    if type(about[name]) ~= "boolean" then
      return name
    end
  end
  local fine, report = pcall(entries.check, about.report, "report")
  if not fine or about.report == nil then
    return "report"
  end
  about.report = report
end

-- ---- the parent's side ----

---@class tessera.study.Answers what a worker answers, read by its parent
---@field state "loading"|"waiting"|"running"|"over"
---@field number? integer the point that runs
local Answers = {}
Answers.__index = Answers

---@class tessera.study.Expected
---@field secret string
---@field about? boolean the worker says what the study is, and runs no points
---@field parameters? string[] the names of all points, for one that runs them
---@field all? boolean each point has all of them
---@field next fun(): integer|nil the point that the worker has to run next

--- Reads the answers of one worker.
---@param expected tessera.study.Expected
---@return tessera.study.Answers
function protocol.answers(expected)
  local known = {}
  for _, name in ipairs(expected.parameters or {}) do
    known[name] = true
  end
  return setmetatable({ secret = expected.secret .. "\t", about = expected.about, known = known,
    count = #(expected.parameters or {}), all = expected.all, next = expected.next,
    state = "loading", keys = 0, parts = {}, size = 0 }, Answers)
end

-- A point, its names, and whether it is one that the study may have.
local function point_of(self, text)
  local point, names = values.check("point", values.decode(text))
  if not point then
    return nil
  end
  for _, name in ipairs(names) do
    if not self.known[name] then
      return nil
    end
  end
  return names[1] and (not self.all or #names == self.count) and point or nil, names
end

-- Each reads the fields behind the kind, and returns what is taken of them; nil and what is wrong.
local read = {}

function read.key(self, rest)
  local number, key = rest:match "^(%d+)\t([^%c]+)$"
  if not self.about or self.state ~= "loading" then
    return nil, "it is out of turn"
  elseif number ~= tostring(self.keys + 1) or not utf8.len(key) or self.keys >= keys_max then
    return nil, "it is no key of the next point"
  end
  self.keys = self.keys + 1
  return self.keys, key
end

function read.about(self, rest)
  if not self.about or self.state ~= "loading" then
    return nil, "it is out of turn"
  end
  local about = values.table(rest)
  local fault = about_fault(about)
  if fault or self.keys > 0 and self.keys ~= about.points then
    return nil, fault or "there are other keys"
  end
  self.state = "over"
  return about
end

function read.ready(self, rest)
  if self.about or self.state ~= "loading" then
    return nil, "it is out of turn"
  elseif rest ~= "" and not is_hash(rest) then
    return nil, "it has no digest"
  end
  self.state = "waiting"
  return rest
end

function read.begin(self, rest)
  local number, key, text = rest:match "^(%d+)\t([^%c]+)\t([^%c]+)$"
  local wanted = self.state == "waiting" and self.next()
  if not wanted or number ~= tostring(wanted) then
    return nil, "it is out of turn"
  end
  local point, names = point_of(self, text)
  if not point or values.key(point, names) ~= key then
    return nil, "it is no point of the study"
  end
  self.state, self.number, self.point = "running", wanted, point
  return wanted, key, text
end

local statuses = { done = true, error = true, memory = true }

function read.row(self, rest)
  local number, status, seconds, text = rest:match "^(%d+)\t(%l+)\t(%d+%.%d+)\t([^%c]*)$"
  if self.state ~= "running" or number ~= tostring(self.number) then
    return nil, "it is out of turn"
  elseif not statuses[status] or #seconds > 20 then
    return nil, "it has no status, or no seconds"
  elseif status == "done" and not values.check("result", values.decode(text), self.point) then
    return nil, "its result is none"
  end
  self.state = status == "memory" and "over" or "waiting"
  return self.number, status, tonumber(seconds), status == "done" and text or wording.line(text)
end

-- A text of the point that runs; 0 is the number while the file is loaded.
local function text_of(self, rest)
  local number, text = rest:match "^(%d+)\t([^%c]*)$"
  local running = self.state == "running" and self.number or self.about
    and self.state == "loading" and 0
  if not running or number ~= tostring(running) then
    return nil, "it is out of turn"
  end
  return running, wording.line(text)
end

read.print, read.note = text_of, text_of

-- Takes a line. Returns what is wrong with it; nil if nothing is.
local function take_line(self, line, each)
  if line:sub(1, #self.secret) ~= self.secret then
    return "a line without its mark"
  end
  local kind, rest = line:match("^(%l+)\t(.*)$", #self.secret + 1)
  if not read[kind] then
    return "a line of no kind"
  end
  local first, second, third, fourth = read[kind](self, rest)
  if first == nil then
    return ("%s: %s"):format(kind, second)
  end
  each(kind, first, second, third, fourth)
end

--- Takes what a worker has written, and calls `each` with every answer: its kind and its fields.
---@param data string any part of what it writes
---@param each fun(kind: string, ...: any)
---@return string|nil fault what is wrong with it: from then on nothing of this worker is taken
function Answers:take(data, each)
  local from = 1
  while not self.fault do
    local at = data:find("\n", from, true)
    self.parts[#self.parts + 1] = data:sub(from, (at or 0) - 1)
    self.size = self.size + #self.parts[#self.parts]
    if self.size > line_max then
      self.fault = ("a line of more than %d MB"):format(line_max >> 20)
    elseif not at then
      break
    else
      local line = table.concat(self.parts)
      self.parts, self.size, from = {}, 0, at + 1
      self.fault = take_line(self, line, each)
    end
  end
  return self.fault
end

return protocol
