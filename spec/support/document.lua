--- The blocks of code of a document in docs/, and how a spec runs them.

local assert = require "luassert"

local run = require "spec.support.run"

local document = {}

-- What a command of a document becomes in the project's folder.
local function command_here(command)
  return (command:gsub("lua run%.lua", function()
    return "lua5.4 " .. run.quote(run.root .. "/run.lua")
  end):gsub(" samples/", function()
    return " " .. run.quote(run.root) .. "/samples/"
  end):gsub("^busted ", function()
    return run.paths .. " busted --lua=lua5.4 "
  end))
end

--- Iterates over the blocks of a document: their kind, such as "lua", and their text.
---@param path string
---@return fun(): string, string
function document.blocks(path)
  return run.read_file(path):gmatch "\n```(%l*)\n(.-)```"
end

--- The first line of an indented block of code, which no spec runs: four blanks behind an empty
--- line, outside of the other blocks; nil if there is none.
---@param path string
---@return string|nil
function document.indented(path)
  local text = "\n" .. run.read_file(path):gsub("\n```%l*\n.-\n```", "")
  return text:match "\n[ \t]*\n(    [^\n]*)" or text:match "\n[ \t]*\n(\t[^\n]*)"
end

-- The name of the file that a block is.
local function name_of(block)
  return assert(block:match "^[-;#(<!]+ ?([%w_]+%.%l+)[:)%s]", block)
end

-- The kinds of blocks that are files.
local is_file = { lua = true, python = true, text = true, xml = true }

--- Saves the files of a document under the name in their first line.
---@param path string
---@param folder string
function document.save(path, folder)
  for kind, block in document.blocks(path) do
    if is_file[kind] then
      run.write_file(folder .. "/" .. name_of(block), block)
    end
  end
end

--- The steps of the workflow in a document: their names and commands.
---@param path string
---@return { name: string, script: string }[]
function document.steps(path)
  local steps = {}
  for kind, block in document.blocks(path) do
    for line in (kind == "yaml" and block or ""):gmatch "[^\n]+" do
      local name, script = line:match "^      %- name: (.*)$", line:match "^        run: (.*)$"
        or line:match "^          (.*)$"
      if name then
        steps[#steps + 1] = { name = name, script = "" }
      elseif script and script ~= "|" then
        steps[#steps].script = steps[#steps].script .. script .. "\n"
      end
    end
  end
  return steps
end

--- Runs a document in a folder of its own: saves its files under the name in their
--- first line, and asserts that the commands of console blocks print the lines below them.
---@param path string
---@param more? string options for each command of run.lua that runs a Lua file
---@return integer files how many were saved
---@return integer commands how many were run
---@return integer blocks how many there are
---@return integer changed how many commands have got the options
function document.run(path, more)
  local files, commands, blocks, changed = 0, 0, 0, 0
  run.in_folder(function(folder)
    for kind, block in document.blocks(path) do
      if is_file[kind] then
        run.write_file(folder .. "/" .. name_of(block), block)
        files = files + 1
      elseif kind == "console" then
        commands = commands + 1
        local command, output = block:match "^%$ ([^\n]*)\n(.*)$"
        local script = command_here(command)
        if more then
          script = script:gsub("/run%.lua' [^|;<>]*%.lua", function(words)
            changed = changed + 1
            return words .. " " .. more
          end)
        end
        local found = run.shell(("cd %s && { %s; } 2>&1"):format(run.quote(folder), script))
        assert.equal(output, found, command)
      end
      blocks = blocks + 1
    end
  end)
  return files, commands, blocks, changed
end

return document
