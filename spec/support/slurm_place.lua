--- A folder with a study and stand-ins for the programs of Slurm.

local run = require "spec.support.run"

local quote = run.quote

local squares = [[
local tessera = require "tessera"
return tessera.study {
  name = "squares",
  points = { n = tessera.range(1, %d) },
  run = function(point)
    assert(point.n ~= 3, "unlucky")
    return { square = point.n * point.n }
  end,
}
]]

-- sbatch writes its words into a file, a line each, and gives numbers from 101 on; it refuses what
-- the file `refuse` matches. squeue and scontrol show files.
local programs = {
  sbatch = [[
printf '%s\n' "$@" >>"$FAKE/words"
echo -- >>"$FAKE/words"
if [ -f "$FAKE/refuse" ] && echo "$@" | grep -q -f "$FAKE/refuse"; then
  echo "sbatch: error: You are over your limit" >&2
  echo "sbatch: error: Batch job submission failed: Job violates policy" >&2
  exit 1
fi
echo "sbatch: warning: the cluster is slow today" >&2
echo x >>"$FAKE/jobs"
echo $((100 + $(wc -l <"$FAKE/jobs")))
]],
  squeue = [[
[ -z "$SQUEUE_STATES" ] || exit 1
[ ! -f "$FAKE/broken" ] || { echo "squeue: error: Unable to contact slurm controller" >&2; exit 1; }
sed "s/NAME/$(sed -n 's/.*"job":"\(.*\)",/\1/p' "$FAKE"/*.slurm/state.json)/" "$FAKE/queue"
]],
  scontrol = [[cat "$FAKE/config"]],
}

---@class spec.SlurmPlace
---@field bin string the folder of the stand-ins
---@field folder string that of the study
local Place = {}
Place.__index = Place

local slurm_place = {}

--- The text of a study of so many points, of which the third fails.
---@param points integer
---@return string
function slurm_place.study(points)
  return squares:format(points)
end

--- The names of the stand-ins.
slurm_place.programs = { "sbatch", "scontrol", "squeue" }

--- Calls `use` with a new folder that has such a study, squares.lua, and the stand-ins.
---@param points integer
---@param use fun(place: spec.SlurmPlace)
function slurm_place.with(points, use)
  run.in_folder(function(root)
    local self = setmetatable({ bin = root .. "/bin", folder = root .. "/100% it's a" }, Place)
    assert(os.execute(("mkdir %s %s"):format(quote(self.bin), quote(self.folder))))
    for name, text in pairs(programs) do
      run.write_file(self.bin .. "/" .. name, "#!/bin/sh\n" .. text)
    end
    assert(os.execute(("chmod +x %s/*"):format(quote(self.bin))))
    self:write("squares.lua", squares:format(points))
    self:write("queue", "")
    self:write("config", "MaxArraySize            = 1001\n")
    use(self)
  end)
end

function Place:write(name, text)
  run.write_file(self.folder .. "/" .. name, text)
end

function Place:read(name)
  return run.read_file(self.folder .. "/" .. name)
end

--- Runs `study squares.lua ...`; returns what it prints, its error and its status. The folder is
--- shown as "@".
function Place:study(...)
  local out, err, status = run({ "study", "squares.lua", ... }, nil, { folder = self.folder,
    script = run.root .. "/run.lua",
    env = ("FAKE=%s PATH=%s:$PATH SQUEUE_STATES=R"):format(quote(self.folder), quote(self.bin)) })
  return self:short(out), self:short(err), status
end

function Place:short(text)
  for from, to in pairs { [self.folder] = "@", [run.root] = "%%ROOT" } do
    text = text:gsub(from:gsub("%p", "%%%0"), to)
  end
  return (text:gsub("squares%-%x%x%x%x%x%x%x%x", "squares-NAME"))
end

--- What sbatch was called with since the last time: a list of lines with all words.
function Place:submitted()
  local calls, words = {}, {}
  local double = self.folder:gsub("%%", "%%%%")
  for word in self:read "words":gmatch "[^\n]+" do
    if word == "--" then
      calls[#calls + 1], words = table.concat(words, " "), {}
    else
      words[#words + 1] = self:short((word:gsub(double:gsub("%p", "%%%0"), "@@")))
    end
  end
  os.remove(self.folder .. "/words")
  return calls
end

--- Runs a script as Slurm would, elsewhere. Returns its status.
function Place:job(script, env)
  local _, _, status = run.shell(("cd / && %s sh %s"):format(env or "",
    quote(self.folder .. "/squares.slurm/" .. script)))
  return status
end

function Place:task(number)
  return self:job("array.sh", ("SLURM_ARRAY_TASK_ID=%d"):format(number))
end

--- Tasks and jobs as squeue shows them.
function Place:queue(...)
  self:write("queue", table.concat({ ... }, "\n") .. "\n")
end

return slurm_place
