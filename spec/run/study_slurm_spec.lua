--- Specifies `study --slurm`, `--status` and `--resume`, with stand-ins for the programs of Slurm.
--- spec/slurm/ has the same on a real Slurm.

local results = require "tessera.study.results"
local run = require "spec.support.run"
local slurm = require "tessera.study.slurm"

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

local Place = {}
Place.__index = Place

-- A folder with a study of so many points and the stand-ins.
local function in_place(points, use)
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

-- Runs `study squares.lua ...`; returns what it prints, its error and its status. The folder is
-- shown as "@".
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

-- What sbatch was called with since the last time: a list of lines with all words.
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

-- Runs a script as Slurm would, elsewhere. Returns its status.
function Place:job(script, env)
  local _, _, status = run.shell(("cd / && %s sh %s"):format(env or "",
    quote(self.folder .. "/squares.slurm/" .. script)))
  return status
end

function Place:task(number)
  return self:job("array.sh", ("SLURM_ARRAY_TASK_ID=%d"):format(number))
end

-- Tasks and jobs as squeue shows them.
function Place:queue(...)
  self:write("queue", table.concat({ ... }, "\n") .. "\n")
end

describe("study --slurm", function()
  it("submits an array, and a job that merges after it", function()
    in_place(7, function(place)
      assert.are.same({ "job 101: the slices 1-3\njob 102: merges all results into squares.sqlite\n"
        .. "logs and parts: @/squares.slurm\n", "", 0 },
        { place:study("--slurm", "--array", "3", "--sbatch", "--time=2:00:00 --comment='a b'") })
      assert.are.same({
        "--time=2:00:00 --comment=a b --parsable --job-name=squares-NAME --open-mode=append"
          .. " --output=@@/squares.slurm/logs/%A_%a.log --error=@@/squares.slurm/logs/%A_%a.log"
          .. " --array=1-3 @/squares.slurm/array.sh",
        "--time=2:00:00 --comment=a b --parsable --job-name=squares-NAME-merge --open-mode=append"
          .. " --output=@@/squares.slurm/logs/merge-%j.log"
          .. " --error=@@/squares.slurm/logs/merge-%j.log"
          .. " --dependency=afterany:101 @/squares.slurm/merge.sh",
      }, place:submitted())
    end)
  end)

  it("runs slices and merges them from any folder", function()
    in_place(7, function(place)
      place:study("--slurm", "--array", "3", "--output", "all.sqlite")
      assert.are.equal(1, place:job "merge.sh") -- nothing is there yet
      for number = 1, 3 do
        assert.are.equal(0, place:task(number))
      end
      assert.are.equal(0, place:job "merge.sh")
      assert.are.same({ "squares: 7 of 7 points finished, 1 of them failed\n"
        .. "3 of 3 slices finished\nall.sqlite has 7 of 7 results\n", "", 0 },
        { place:study "--status" })
      local function rows(name)
        local file, lines = results.open(place.folder .. "/" .. name), {}
        for row in file:query "SELECT number, key, result, message FROM points ORDER BY number" do
          lines[#lines + 1] = ("%d %s %s"):format(row.number, row.key, row.result or row.message)
        end
        file:close()
        return lines
      end
      place:study("--output", "local.sqlite")
      assert.are.same(rows "local.sqlite", rows "all.sqlite")
      assert.are.equal('2 n=2 {"square":4}', rows "all.sqlite"[2])
      assert.are.equal("3 n=3 squares.lua:6: unlucky", rows "all.sqlite"[3])
    end)
  end)

  it("has a slice for each of a few points, and at most 200", function()
    in_place(5, function(place)
      assert.is_truthy(place:study "--slurm":find("the slices 1-5\n", 1, true))
    end)
    in_place(201, function(place)
      assert.is_truthy(place:study("--slurm", "--parts", "p"):find("the slices 1-200\n", 1, true))
      assert.is_truthy(place:study("--status", "--parts", "p/"):find("0 of 201 points", 1, true))
      place:write("config", "MaxArraySize = 51\n")
      assert.is_truthy(place:study("--slurm", "--parts", "q"):find("the slices 1-50\n", 1, true))
      local _, err, status = place:study("--slurm", "--parts", "r", "--array", "51")
      assert.are.same({ "study: --array 51: an array has at most 50 tasks here (MaxArraySize is"
        .. " 51)\n", 1 }, { err, status })
    end)
  end)

  it("trusts the file in all tasks if it was trusted", function()
    in_place(2, function(place)
      place:study("--slurm", "--trust")
      for _ = 1, 2 do
        assert.is_truthy(place:read "squares.slurm/array.sh":find " %-%-trust\n")
        place:study "--resume"
      end
    end)
  end)

  it("has no more slices than points, and passes %M on", function()
    in_place(4, function(place)
      assert.are.equal("4 points: 4 slices instead of 10", (place:study("--slurm", "--array",
        "10%2"):match "[^\n]*"))
      assert.is_truthy(place:submitted()[1]:find(" --array=1-4%2 ", 1, true))
    end)
  end)
end)

describe("study --status", function()
  it("tells of slices, tasks and the merged file", function()
    in_place(40, function(place)
      place:study("--slurm", "--array", "10")
      for _, number in ipairs { 1, 2, 3 } do
        place:task(number)
      end
      for _, part in ipairs { "02", "04", "05" } do -- the task was killed after two points
        local name = ("squares.slurm/parts/%s.sqlite"):format(part)
        place:write(name, place:read "squares.slurm/parts/01.sqlite")
        local file = results.open(place.folder .. "/" .. name)
        file:sql "DELETE FROM points WHERE number > 20"
        file:close()
      end
      place:queue("101|4|NAME|RUNNING|n7|None", "101|6|NAME|RUNNING|n7|None",
        "101|7|NAME|PENDING||Resources", "101|8|NAME|PENDING||Resources",
        "102|N/A|NAME-merge|PENDING||Dependency", "55|1|other|RUNNING|n1|None", "CLUSTER: one")
      assert.are.same({ [[
squares: 14 of 40 points finished, 1 of them failed
2 of 10 slices finished; 2 tasks running on n7 (2); 2 tasks waiting: Resources (2)
slice 2: 2 of 4 points; no task: --resume submits it
slice 4: 2 of 4 points; task 101_4 is running on n7
slice 5: 2 of 4 points; no task: --resume submits it
slice 6: 0 of 4 points; task 101_6 is running on n7
slice 9: 0 of 4 points; no task: --resume submits it
slice 10: 0 of 4 points; no task: --resume submits it
squares.sqlite has 0 of 14 results; job 102, which merges, is waiting (Dependency)
]], "", 3 }, { place:study "--status" })
    end)
  end)

  it("reads what is there also without Slurm", function()
    in_place(2, function(place)
      place:study "--slurm"
      place:task(2)
      place:write("broken", "")
      assert.are.same({ [[
squares: 1 of 2 points finished
1 of 2 slices finished
which tasks run is not known: squeue fails: Unable to contact slurm controller
slice 1: 0 of 1 point; unknown
squares.sqlite has 0 of 1 result
]], "", 3 }, { place:study "--status" })
    end)
  end)

  it("tells a part that cannot be read", function()
    in_place(2, function(place)
      place:study "--slurm"
      place:task(1)
      place:write("squares.slurm/parts/2.sqlite", "no database")
      local out, _, status = place:study "--status"
      assert.are.equal(3, status)
      assert.is_truthy(out:find("slice 2: 0 of 1 point; @/squares.slurm/parts/2.sqlite: ", 1, true))
      assert.are.equal(1, place:job "merge.sh") -- but the others are merged
      assert.is_truthy(place:study "--status":find("squares.sqlite has 1 of 1 result\n", 1, true))
    end)
  end)

  it("shortens a long list", function()
    in_place(40, function(place)
      place:study "--slurm"
      local out = place:study "--status"
      assert.is_truthy(out:find("slice 20: [^\n]*\n%.%.%. and 20 slices more\n"))
    end)
  end)
end)

describe("study --resume", function()
  it("submits the slices that are missing and have no task", function()
    in_place(20, function(place)
      place:study("--slurm", "--array", "10%5", "--sbatch", "--mem=1G")
      place:task(1)
      place:task(6)
      place:submitted()
      place:queue("101|3|NAME|RUNNING|n7|None", "101|9|NAME|PENDING||Resources",
        "102|N/A|NAME-merge|PENDING||Dependency")
      assert.are.same({ "job 103: the slices 2,4-5,7-8,10\n"
        .. "job 104: merges all results into squares.sqlite\n"
        .. "logs and parts: @/squares.slurm\n", "", 0 }, { place:study "--resume" })
      local calls = place:submitted()
      assert.is_truthy(calls[1]:find("^%-%-mem=1G .* %-%-array=2,4%-5,7%-8,10%%5 @"))
      -- Two jobs must not merge at the same time.
      assert.is_truthy(calls[2]:find("--dependency=afterany:103:102 ", 1, true))
    end)
  end)

  it("submits nothing while all that is missing has a task", function()
    in_place(2, function(place)
      place:study "--slurm"
      place:task(1)
      place:submitted()
      place:queue "101|2|NAME|RUNNING|n7|None"
      assert.are.same({ "nothing to submit: 1 task still waiting or running\n", "", 0 },
        { place:study "--resume" })
      assert.is_nil(io.open(place.folder .. "/words"))
    end)
  end)

  it("submits the job that merges if it has not", function()
    in_place(1, function(place)
      place:study "--slurm"
      place:task(1)
      place:submitted()
      assert.are.equal("job 103: merges all results into squares.sqlite", (place:study "--resume")
        :match "[^\n]+")
      assert.are.equal(1, #place:submitted())
      place:queue "103|N/A|NAME-merge|RUNNING|n1|None"
      assert.are.equal("nothing to submit: the job that merges is still waiting or running\n",
        (place:study "--resume"))
      place:job "merge.sh"
      place:queue ""
      assert.are.equal("nothing is missing: squares.sqlite has all points\n",
        (place:study "--resume"))
    end)
  end)

  it("submits nothing if the merged file has all points, wherever they were run", function()
    in_place(4, function(place)
      place:study("--slurm", "--array", "2")
      place:task(2)
      place:job "merge.sh"
      assert.is_truthy(place:study():find("4 points: 3 done, 1 failed", 1, true)) -- here
      assert.are.same({ "squares: 4 of 4 points finished, 1 of them failed\n"
        .. "1 of 2 slices finished\nsquares.sqlite has 4 of 4 results\n", "", 0 },
        { place:study "--status" })
      assert.is_truthy(place:study "--resume":find "^nothing is missing")
    end)
  end)

  it("also submits slices with points that have failed, with --retry", function()
    in_place(4, function(place)
      place:study("--slurm", "--array", "2")
      place:task(1)
      place:task(2)
      place:job "merge.sh"
      assert.is_truthy(place:study "--resume":find "^nothing is missing")
      assert.is_truthy(place:study("--resume", "--retry"):find "^job 103: slice 1\n")
      assert.is_truthy(place:read "squares.slurm/array.sh":find " %-%-retry\n")
    end)
  end)
end)

describe("studies on Slurm: errors", function()
  -- Each: what was submitted before, changes of the place, the words, the error, the status.
  local cases = {
    { words = { "--resume" },
      "@/squares.slurm: nothing was submitted here (--slurm submits a study)" },
    { words = { "--status" },
      "@/squares.slurm: nothing was submitted here (--slurm submits a study)" },
    { before = true, words = { "--slurm" }, "@/squares.slurm: 7 slices of @/squares.lua were"
      .. " submitted here: --status tells how far they are, --resume submits what is missing (to"
      .. " begin anew, remove this folder)" },
    { before = true, words = { "--resume" }, write = { ["squares.lua"] = squares:format(8) },
      "squares.lua has changed since its slices were submitted; @/squares.slurm has results of the"
      .. " version before (to begin anew, remove this folder)" },
    { before = true, words = { "--status" }, write = { ["squares.slurm/state.json"] = "{}" },
      "@/squares.slurm/state.json: this is no state of a study that this version of Tessera has"
      .. " submitted" },
    { before = true, words = { "--status" }, write = { ["squares.slurm/state.json"] = "[[[[[" },
      "@/squares.slurm/state.json: this is no state of a study that this version of Tessera has"
      .. " submitted" },
    { before = true, words = { "--resume" }, mkdir = "squares.slurm/submitting",
      "@/squares.slurm/submitting: another command is submitting jobs of this study (if none is,"
      .. " remove this folder)" },
    { words = { "--slurm" }, write = { refuse = "array" }, "sbatch refuses: You are over your"
      .. " limit; Batch job submission failed: Job violates policy" },
    { words = { "--slurm" }, write = { refuse = "afterany" }, "job 101 was submitted, but the job"
      .. " that merges was not (--resume submits it later): sbatch refuses: You are over your"
      .. " limit; Batch job submission failed: Job violates policy" },
    { before = true, words = { "--resume" }, write = { broken = "" },
      "squeue fails: Unable to contact slurm controller" },
    { words = { "--slurm", "--parts", "no/such" }, "no/: No such file or directory" },
    { words = { "--status", "--parts", "/" }, "'/': expected the name of a file or a folder" },
    { words = { "--status", "--parts", "a\nb" },
      "'a\\x0Ab': expected the name of a file or a folder" },
    { words = { "--slurm", "--output", "config" }, "@/config: file is not a database" },
    { words = { "--slurm", "--array", "0" }, "--array must be a number of slices, such as 200, or"
      .. " 200%50 for 50 at the same time, not '0' (try --help)", 2 },
    { words = { "--slurm", "--array", "7%0" }, "--array must be a number of slices, such as 200, or"
      .. " 200%50 for 50 at the same time, not '7%0' (try --help)", 2 },
    { words = { "--slurm", "--array", "7%" }, "--array must be a number of slices, such as 200, or"
      .. " 200%50 for 50 at the same time, not '7%' (try --help)", 2 },
    { words = { "--slurm", "--sbatch", "--comment='a" },
      "--sbatch: the quote ' at character 11 is not closed", 2 },
    { words = { "--slurm", "--sbatch", "job.sh" }, "--sbatch: 'job.sh' is no option", 2 },
    { words = { "--slurm", "--sbatch", "--mem=1G -a 3" },
      "--sbatch: -a cannot be given: --array of this command", 2 },
    { words = { "--slurm", "--jobs", "3" },
      "--jobs is not for --slurm: --sbatch \"--cpus-per-task=4\" gives each task 4 processes", 2 },
    { words = { "--status", "--retry" }, "--retry is not for --status", 2 },
    { words = { "--status", "--resume" }, "choose one of --status and --resume", 2 },
    { words = { "--array", "3" }, "--array, --sbatch and --parts are for --slurm", 2 },
  }

  for _, case in ipairs(cases) do
    it(table.concat(case.words, " ") .. ": " .. case[1]:sub(1, 60), function()
      in_place(7, function(place)
        if case.before then
          place:study "--slurm"
        end
        for name, text in pairs(case.write or {}) do
          place:write(name, text)
        end
        if case.mkdir then
          assert(os.execute("mkdir " .. quote(place.folder .. "/" .. case.mkdir)))
        end
        local out, err, status = place:study(table.unpack(case.words))
        assert.are.same({ "", "study: " .. case[1] .. "\n", case[2] or 1 }, { out, err, status })
      end)
    end)
  end

  it("can be submitted again after Slurm has refused it", function()
    in_place(2, function(place)
      place:write("refuse", "array")
      assert.are.equal(1, (select(3, place:study "--slurm")))
      os.remove(place.folder .. "/refuse")
      assert.are.equal(0, (select(3, place:study "--slurm")))
    end)
  end)

  it("needs sbatch", function()
    in_place(2, function(place)
      for name in pairs(programs) do
        os.remove(place.bin .. "/" .. name)
      end
      assert(os.execute(("ln -s $(command -v lua5.4 mkdir rmdir) %s"):format(quote(place.bin))))
      local function study(...)
        return run({ "study", "squares.lua", ... }, nil, { folder = place.folder,
          script = run.root .. "/run.lua", env = "PATH=" .. quote(place.bin) })
      end
      local _, err, status = study "--slurm"
      assert.are.same({ "study: sbatch is not here: Slurm's client tools are needed, on Debian"
        .. " slurm-client\n", 1 }, { err, status })
    end)
  end)

  it("is for files of studies", function()
    for _, words in ipairs { { "report", "a.sqlite", "--slurm" }, { "merge", "a", "--status" } } do
      local _, err, status = run { "study", table.unpack(words) }
      assert.are.same({ "study: --slurm, --status and --resume need the file of the study:"
        .. " FILE.lua\n", 2 }, { err, status })
    end
    local _, err, status = run { "study", "a.sqlite", "--resume" }
    assert.are.same({ "study: --resume needs the file of the study: FILE.lua\n", 2 },
      { err, status })
  end)

  it("refuses the folder of another study", function()
    in_place(2, function(place)
      place:study("--slurm", "--parts", "mine.slurm")
      place:write("other.lua", squares:format(3))
      local out, err, status = run({ "study", "other.lua", "--status", "--parts", "mine.slurm" },
        nil, { folder = place.folder, script = run.root .. "/run.lua" })
      assert.are.same({ "",
        "study: @/mine.slurm: @/squares.lua was submitted here, not other.lua\n", 1 },
        { out, place:short(err), status })
    end)
  end)
end)

describe("tessera.study.slurm", function()
  it("splits words as the shell does", function()
    local pieces = { "a", "-b=", " ", "'", '"', "\\", "  ", "c d", "''", '"$"', "é" }
    local random = require("tessera.rng").new(1)
    local split, refused = 0, 0
    for _ = 1, 400 do
      local parts = {}
      for i = 1, 1 + random:below(8) do
        parts[i] = pieces[1 + random:below(#pieces)]
      end
      local text = table.concat(parts)
      local words, why = slurm.words(text)
      local out, err, status = run.shell("printf '%s\\n' x " .. text)
      if words and not text:find "[$`]" then
        table.insert(words, 1, "x")
        assert.are.equal(out, table.concat(words, "\n") .. "\n", text)
        split = split + 1
      elseif why then
        assert.is_true(status ~= 0 or err ~= "" or text:find "\\$" ~= nil, text)
        refused = refused + 1
      end
    end
    assert.is_true(split > 100 and refused > 100)
  end)

  it("shortens lists of numbers", function()
    for text, numbers in pairs { [""] = {}, ["1"] = { 1 }, ["1-2"] = { 1, 2 },
      ["1-3,7,9-10"] = { 1, 2, 3, 7, 9, 10 } } do
      assert.are.equal(text, slurm.ranges(numbers))
    end
  end)
end)
