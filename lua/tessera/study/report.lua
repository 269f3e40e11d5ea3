--- `run.lua study report FILE.sqlite`: computes the entries of a study's `report`, and writes them
--- as text, Markdown, CSV or a page. All entries are computed in one pass over the rows.

local characters = require "tessera.base.characters"
local console = require "tessera.base.console"
local entries = require "tessera.report.entries"
local errors = require "tessera.base.errors"
local output = require "tessera.base.output"
local process = require "tessera.process"
local results = require "tessera.study.results"
local rewrite = require "tessera.userfile.rewrite"
local wording = require "tessera.base.wording"

local report = {}

---@class tessera.study.ReportOptions
---@field markdown? string
---@field csv? string
---@field html? string
---@field levels? string
---@field from? string a study's file, whose `report` is taken
---@field trust? boolean

local messages_max = 10 -- that are shown of each status
local message_max = 400 -- characters

local function fail(path, format, ...)
  errors.raise("%s: " .. format, path, ...)
end

-- ---- how far the study is ----

local function new_summary()
  return { done = 0, failed = 0, statuses = {}, names = {} }
end

-- Failures with the same message are counted together.
local function count_row(summary, row)
  if row.status == "done" then
    summary.done = summary.done + 1
    return
  end
  summary.failed = summary.failed + 1
  local of_status = summary.statuses[row.status]
  if not of_status then
    of_status = { list = {}, by_message = {}, others = 0 }
    summary.statuses[row.status] = of_status
    table.insert(summary.names, row.status)
  end
  local message = characters.cut(row.message or "", message_max)
  local known = of_status.by_message[message]
  if known then
    known.count = known.count + 1
  elseif #of_status.list < messages_max then
    known = { key = characters.cut(row.key, message_max), message = message, count = 1 }
    of_status.by_message[message] = known
    table.insert(of_status.list, known)
  else
    of_status.others = of_status.others + 1
  end
end

-- The block ahead of all others: how many points are done, and why others are not.
local function summary_block(summary, about)
  local all, missing = about.points, about.points - summary.done - summary.failed
  local text = ("%d of %s %s done."):format(summary.done, wording.count(all, "point"),
    all == 1 and "is" or "are")
  if summary.failed > 0 then
    text = text .. (" %d failed."):format(summary.failed)
  end
  if missing > 0 then
    text = text .. (" %d %s missing."):format(missing, missing == 1 and "is" or "are")
  end
  local block = { title = about.name, text = { text }, notes = {}, rows = {}, columns = {
    { name = "failed" }, { name = "points", align = "right" }, { name = "the first one" },
    { name = "message" } } }
  table.sort(summary.names)
  for _, name in ipairs(summary.names) do
    local of_status = summary.statuses[name]
    for _, known in ipairs(of_status.list) do
      table.insert(block.rows, { name, known.count, known.key, known.message })
    end
    if of_status.others > 0 then
      table.insert(block.rows, { name, of_status.others, nil, "other messages" })
    end
  end
  return block
end

-- ---- computing ----

-- Each entry reads the rows in a coroutine of its own; all of them get a row before the next one.
local function compute(list, kept, about)
  local summary, threads, blocks = new_summary(), {}, {}
  local function resume(i, row)
    local fine, block = coroutine.resume(threads[i], row)
    if not fine then
      error(type(block) == "string" and debug.traceback(threads[i], block) or block, 0)
    elseif coroutine.status(threads[i]) == "dead" then
      threads[i], blocks[i] = nil, block or false
    end
  end
  for i, entry in ipairs(list) do
    threads[i] = coroutine.create(function()
      return entries.compute(entry, coroutine.yield, about)
    end)
    resume(i)
  end
  for row in kept:rows() do
    count_row(summary, row)
    for i in ipairs(list) do
      if threads[i] then
        resume(i, row)
      end
    end
  end
  local all = { summary_block(summary, about) }
  for i in ipairs(list) do
    if threads[i] then
      resume(i, nil)
    end
    all[#all + 1] = blocks[i] or nil
  end
  return all
end

local function listed(names)
  local shown = {}
  for i, name in ipairs(names) do
    shown[i] = tostring(name)
  end
  return table.concat(shown, ", ")
end

-- The entries: those of a file, of the results, or those that fit any study.
local function entries_of(path, kept, about, options)
  local made
  if options.from then
    local from = require("tessera.study.run").about(options.from, options)
    if from.name ~= about.name and listed(from.parameters) ~= listed(about.parameters) then
      fail(options.from, "this is another study, %s with %s; %s has the results of %s with %s",
        errors.shown(from.name), listed(from.parameters), path, errors.shown(about.name),
        listed(about.parameters))
    end
    made = from.report
  else
    made = kept:get "report"
  end
  local fine, list = pcall(entries.check, made, "report")
  if not fine then
    fail(options.from or path, "%s", errors.stripped(errors.message(list)))
  end
  return list[1] and list or entries.default(about.parameters)
end

--- The blocks of a study's report.
---
--- Errors: a fault, if there is no such file, or if it holds no results of a study.
---@param path string
---@param options? tessera.study.ReportOptions
---@return tessera.study.Block[]
function report.blocks(path, options)
  if path:find "%.lua$" and process.regular_file(path) then
    local made = path:gsub("lua$", "sqlite")
    fail(path, "this is a study's file; %s", process.regular_file(made)
      and "its results are " .. made
      or ("its results are made with `%s study %s`"):format(console.name, path))
  end
  local kept = results.open(path)
  local about = { name = kept:get "name", points = kept:get "points",
    parameters = kept:get "parameters" }
  if type(about.name) ~= "string" or not math.tointeger(about.points)
    or type(about.parameters) ~= "table" then
    fail(path, "there is no study in it")
  end
  local blocks = compute(entries_of(path, kept, about, options or {}), kept, about)
  kept:close()
  return blocks
end

-- ---- writing ----

local writers = {
  markdown = function(blocks)
    return require("tessera.report.render.markdown").all(blocks)
  end,
  csv = function(blocks) -- without the first one, which says how far the study is
    return require("tessera.report.render.csv").all(table.move(blocks, 2, #blocks, 1, {}))
  end,
  html = function(blocks)
    local text, why = require("tessera.report.render.page").all(blocks)
    if why then
      console.say("study", why)
    end
    return text
  end,
  levels = function(blocks)
    for _, block in ipairs(blocks) do
      if block.levels then
        return block.levels
      end
    end
    errors.raise "--levels: there are no levels in the report"
  end,
}

--- Writes the report of a study: the files that the options name, or else text.
---
--- Errors: a fault, if there is no such file, or if it holds no results of a study.
---@param path string
---@param options tessera.study.ReportOptions
---@return integer status
function report.run(path, options)
  local blocks, written = report.blocks(path, options), false
  for _, name in ipairs { "markdown", "csv", "html", "levels" } do
    if options[name] then
      rewrite.put(options[name], writers[name](blocks), true)
      written = true
    end
  end
  if not written then
    output.write(require("tessera.report.render.terminal").all(blocks))
  end
  return 0
end

return report
