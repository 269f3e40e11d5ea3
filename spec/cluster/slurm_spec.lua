--- Specifies `study --slurm`, `--status` and `--resume`, with stand-ins for the programs of Slurm.
--- spec/slurm/ has the same on a real Slurm.

local results = require "tessera.study.results"
local run = require "spec.support.run"
local seeds = require "spec.support.seeds"
local slurm = require "tessera.cluster.slurm"
local slurm_place = require "spec.support.slurm_place"

local in_place = slurm_place.with

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
        { place:study("--status", "--output", "all.sqlite") })
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
      place:study("--slurm", "--trust", "--max-seconds", "700", "--max-output", "3")
      assert.is_truthy(place:read "squares.slurm/array.sh"
        :find " %-%-trust %-%-max%-seconds 700 %-%-max%-output 3\n")
      place:study("--resume", "--trust", "--max-memory", "100")
      assert.is_truthy(place:read "squares.slurm/array.sh":find " %-%-trust %-%-max%-memory 100\n")
    end)
  end)

  it("starts the programs of a tournament in all tasks", function()
    in_place(2, function(place)
      place:study("--slurm", "--program", "bot=./it's fast")
      for _ = 1, 2 do
        assert.is_truthy(place:read "squares.slurm/array.sh":find(
          [[ --program='bot=./it'\''s fast']], 1, true))
        os.remove(place.folder .. "/squares.slurm/array.sh")
        place:study("--resume", "--program", "bot=./it's fast")
      end
      assert.are.equal("study: --program is not for --status\n",
        (select(2, place:study("--status", "--program", "bot=./bot"))))
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
        file:sql "DELETE FROM points WHERE id > 2"
        file:close()
      end
      place:queue("101|4|NAME|RUNNING|n7|None", "101|6|NAME|RUNNING|n7|None",
        "101|7|NAME|PENDING||Resources", "101|8|NAME|PENDING||Resources",
        "102|N/A|NAME-merge|PENDING||Dependency", "55|1|other|RUNNING|n1|None", "CLUSTER: one")
      assert.are.same({ [[
squares: 14 of 40 points finished
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
        .. "logs and parts: @/squares.slurm\n", "", 0 },
        { place:study("--resume", "--sbatch", "--mem=1G") })
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

describe("tessera.cluster.slurm", function()
  it("splits words as the shell does", function()
    local pieces = { "a", "-b=", " ", "'", '"', "\\", "  ", "c d", "''", '"$"', "é" }
    local random = require("tessera.rng").new(1)
    local split, refused = 0, 0
    local tries = seeds.all and 400 or 100
    for _ = 1, tries do
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
    assert.is_true(split > tries // 4 and refused > tries // 4)
  end)

  it("shortens lists of numbers", function()
    for text, numbers in pairs { [""] = {}, ["1"] = { 1 }, ["1-2"] = { 1, 2 },
      ["1-3,7,9-10"] = { 1, 2, 3, 7, 9, 10 } } do
      assert.are.equal(text, slurm.ranges(numbers))
    end
  end)
end)

describe("study --slurm with --program", function()
  local file = [[
    local tessera = require "tessera"
    return tessera.tournament { name = "cup", game = "horizontally", seeds = 1,
      options = { fields = 2, rows = 4, columns = 4 },
      players = { bot = "program", random = "random" } }]]

  it("keeps the command of a player, and resumes with no other one", function()
    in_place(1, function(place)
      place:write("squares.lua", file)
      local player = "lua5.4 " .. run.quote(run.root .. "/samples/studies/player.lua")
      assert.are.equal(0, (select(3, place:study("--slurm", "--program", "bot=" .. player))))
      for number = 1, 2 do
        assert.are.equal(0, place:task(number))
      end
      assert.are.equal(0, place:job "merge.sh")
      for _, name in ipairs { "squares.sqlite", "squares.slurm/parts/1.sqlite" } do
        local kept = results.open(place.folder .. "/" .. name)
        assert.are.same({ bot = player }, kept:get "programs")
        kept:close()
      end
      assert.are.equal(0, (select(3, place:study "--status")))
      assert.is_truthy(place:study("--resume", "--program", "bot=" .. player)
        :find "^nothing is missing")
      for words, other in pairs { [{ "--program", "bot=exit 2" }] = ", not 'exit 2'", [{}] = "" } do
        assert.are.same({ "", ("study: @/squares.slurm: its slices were submitted with --program"
          .. " bot='%s'%s: give the same again, or remove this folder to begin anew\n"):format(
            place:short(player), other), 1 }, { place:study("--resume", table.unpack(words)) })
      end
      os.remove(place.folder .. "/squares.slurm/state.json")
      assert.are.same({ "", ("study: @/squares.sqlite: it holds results that were made with"
        .. " --program bot='%s', not 'exit 2'\n"):format(place:short(player)), 1 },
        { place:study("--slurm", "--program", "bot=exit 2") })
    end)
  end)
end)
