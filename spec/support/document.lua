--- The blocks of code of a document in docs/, and how a spec runs them.

local assert = require "luassert"

local run = require "spec.support.run"

local document = {}

--- Iterates over the blocks of a document: their kind, such as "lua", and their text.
---@param path string
---@return fun(): string, string
function document.blocks(path)
  return run.read_file(path):gmatch "\n```(%l*)\n(.-)```"
end

--- Runs a document in a folder of its own: saves Lua blocks and texts under the name in their
--- first line, and asserts that the commands of console blocks print the lines below them.
---@param path string
---@return integer files how many were saved
---@return integer commands how many were run
---@return integer blocks how many there are
function document.run(path)
  local files, commands, blocks = 0, 0, 0
  run.in_folder(function(folder)
    for kind, block in document.blocks(path) do
      if kind == "lua" or kind == "text" then
        local name = assert(block:match "^[-;]+ ([%w_]+%.%l+)\n", block)
        run.write_file(folder .. "/" .. name, block)
        files = files + 1
      elseif kind == "console" then
        commands = commands + 1
        local command, output = block:match "^%$ ([^\n]*)\n(.*)$"
        local script = command:gsub("lua run%.lua", "lua5.4 " .. run.root .. "/run.lua")
        local found = run.shell(("cd %s && { %s; } 2>&1"):format(run.quote(folder), script))
        assert.equal(output, found, command)
      end
      blocks = blocks + 1
    end
  end)
  return files, commands, blocks
end

return document
