--- Talks to the room that answers pages, in a process of its own: the sandbox changes a process for
--- good.

local json = require "dkjson"
local run = require "spec.support.run"

local page = {}

-- The command at the other end, which may also be the engine in WebAssembly.
local host = os.getenv "TESSERA_PAGE_HOST" or "lua5.4 spec/support/page_host.lua"

--- Sends messages and returns the answers, in their order; behind them what was written to stderr
--- and the exit status.
---@param messages table[]
---@return table[] answers each with `result` or `error`, and `posts`
---@return string stderr
---@return integer status
function page.ask(messages)
  local lines, answers, posts = {}, {}, {}
  for i, message in ipairs(messages) do
    lines[i] = json.encode(message)
  end
  local stdout, stderr, status = run.shell("exec " .. host, table.concat(lines, "\n") .. "\n")
  for line in stdout:gmatch "[^\n]+" do
    local answer = assert(json.decode(line), line)
    if answer.post then
      posts[#posts + 1] = answer.post
    else
      answer.posts, posts = posts, {}
      answers[#answers + 1] = answer
    end
  end
  return answers, stderr, status
end

--- Sends messages of which all are answered without an error, and returns the results.
---@param ... table
---@return table ...
function page.talk(...)
  local answers, stderr = page.ask { ... }
  local results = {}
  for i = 1, select("#", ...) do
    local answer = answers[i] or {}
    results[i] = answer.result or error(("message %d: %s"):format(i,
      answer.error and answer.error.message or stderr))
  end
  return table.unpack(results)
end

--- Sends messages and returns the error that answers the last one.
---@param ... table
---@return table
function page.fault(...)
  local answers = page.ask { ... }
  return assert(answers[select("#", ...)].error, "the last message is answered without an error")
end

--- A message that loads a source, with `tessera` in a variable.
---@param source string
---@param more? table other arguments
---@return table
function page.load(source, more)
  local message = { call = "load", source = "local tessera = require 'tessera'\n" .. source }
  for key, value in pairs(more or {}) do
    message[key] = value
  end
  return message
end

--- A message that presses a key.
---@param name string
---@return table
function page.key(name)
  return { call = "key", key = name }
end

--- A message that loads a game of samples/games with its levels.
---@param name string
---@param more? table other arguments
---@return table
function page.sample(name, more)
  local message = { call = "load", path = name .. ".lua",
    source = run.read_file(("samples/games/%s.lua"):format(name)),
    levels = run.read_file(("samples/games/levels/%s.txt"):format(name)) }
  for key, value in pairs(more or {}) do
    message[key] = value
  end
  return message
end

--- The same for Sokoban with a level that one push to the right solves.
---@param more? table other arguments
---@return table
function page.one_push(more)
  local message = page.sample("sokoban", more)
  message.levels = "#####\n#@$.#\n#####\n"
  return message
end

--- The board that the page draws after some views: the numbers of its tiles.
---@param views table[]
---@return integer[]
function page.board(views)
  local cells
  for _, view in ipairs(views) do
    cells = view.all or cells
    for i = 1, #(view.changes or {}), 2 do
      cells[view.changes[i]] = view.changes[i + 1]
    end
  end
  return cells
end

return page
