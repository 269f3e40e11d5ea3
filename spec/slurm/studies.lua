--- Specifies studies on a real Slurm of two nodes. `make test-slurm` starts it by cluster.sh.

local results = require "tessera.study.results"
local run = require "spec.support.run"

local quote = run.quote
local patience = 150 -- seconds for what takes a few

-- 400 points that take some time, of which one fails.
local dice = [[
local tessera = require "tessera"

return tessera.study {
  name = "dice",
  points = { sides = { 6, 8, 10, 20 }, seed = tessera.range(1, 100) },
  run = function(point, random)
    local sum = 0
    for _ = 1, 600000 do
      sum = sum + random:below(point.sides)
    end
    if point.seed == 13 and point.sides == 8 then
      error "unlucky"
    end
    return { sum = sum, mean = sum / 600000, even = sum % 2 == 0 }
  end,
}
]]

local function shell(script)
  local stdout, stderr, status = run.shell(script)
  assert(status == 0, script .. ": " .. stderr .. stdout)
  return stdout
end

local function cluster(...)
  shell("spec/slurm/cluster.sh " .. table.concat({ ... }, " "))
end

local function study(...)
  return run { "study", ... }
end

-- Asks until the answer is neither nil nor false.
local function wait_for(what, ask)
  local stop = os.time() + patience
  repeat
    local answer = ask()
    if answer then
      return answer
    end
    os.execute "sleep 0.05"
  until os.time() > stop
  error(("%s: not within %d s\n%s"):format(what, patience, shell "squeue; sinfo"), 0)
end

local function wait_until_idle()
  wait_for("all jobs end", function()
    return shell "squeue --noheader" == ""
  end)
end

-- All rows of a file, a line each: all columns but those of a single run.
local function table_of(path)
  local file, lines = results.open(path), {}
  for row in file:query "SELECT * FROM points ORDER BY number" do
    lines[#lines + 1] = ("%d %s %s %s %s %s"):format(row.number, row.key, row.point, row.status,
      row.result, row.message)
  end
  file:close()
  return table.concat(lines, "\n")
end

-- How often a study was begun in a file.
local function runs_in(path)
  local file, count = results.open(path), 0
  for _ in file:query "SELECT id FROM runs" do
    count = count + 1
  end
  file:close()
  return count
end

-- The rows of a part with what is of a single run: which one, how long it took. A part that is not
-- there has none.
local function rows_of(path)
  local fine, file = pcall(results.open, path)
  local rows, count = {}, 0
  if fine then
    for row in file:query "SELECT number, run, seconds FROM points ORDER BY number" do
      rows[row.number], count = ("%d %.17g"):format(row.run, row.seconds), count + 1
    end
    file:close()
  end
  return rows, count
end

-- The tasks that run now, by slice: their nodes.
local function running()
  local nodes = {}
  for slice, node in shell "squeue --noheader --array --states=R --format='%K %N'":gmatch
    "(%d+) (%S+)" do
    nodes[math.tointeger(tonumber(slice))] = node
  end
  return nodes
end

-- Waits until a slice that runs on a node has some of its rows, and ends it by `finish(slice)`.
-- Returns the slice, and the rows that it had.
local function interrupt(node, parts, size, finish)
  local slice = wait_for("a task on " .. node .. " has begun", function()
    for slice, place in pairs(running()) do
      local _, count = rows_of(parts:format(slice))
      if place == node and count > 0 and count < size - 5 then
        return slice
      end
    end
  end)
  finish(slice)
  local rows, count = rows_of(parts:format(slice))
  assert.is_true(count > 0 and count < size, ("slice %d had %d rows"):format(slice, count))
  return slice, rows
end

local function in_study(text, use)
  run.in_folder(function(folder)
    folder = folder .. "/it's a study" -- blanks and quotes go through all scripts
    shell("mkdir " .. quote(folder))
    run.write_file(folder .. "/dice.lua", text)
    use(folder .. "/dice.lua", folder)
  end)
end

local function has(text, part)
  assert.is_true(text:find(part, 1, true) ~= nil, ("%q is not in:\n%s"):format(part, text))
end

describe("a study on Slurm", function()
  it("is finished by --resume after a node has died, without repeating a point", function()
    in_study(dice, function(file, folder)
      local parts = folder .. "/dice.slurm/parts/%d.sqlite"
      local out, err, status = study(file, "--slurm", "--array", "8", "--sbatch",
        "--no-requeue --comment='it is a study'")
      assert.are.same({ "", 0 }, { err, status })
      has(out, "the slices 1-8\n")

      local used = {}
      local dead, rows = interrupt("n1", parts, 50, function()
        for _, node in pairs(running()) do
          used[node] = true
        end
        cluster("--kill", "n1")
      end)
      assert.are.same({ n0 = true, n1 = true }, used)
      -- The controller does not know it yet.
      out, err, status = study(file, "--status")
      assert.are.same({ "", 3 }, { err, status })
      has(out, "is running on n1")
      has(study(file, "--resume", "--sbatch", "--no-requeue"), "nothing to submit: ")

      shell "scontrol update NodeName=n1 State=DOWN Reason=died"
      wait_until_idle()
      out, err, status = study(file, "--status")
      assert.are.same({ "", 3 }, { err, status })
      has(out, ("slice %d: "):format(dead))
      has(out, "no task: --resume submits it")
      has(out, ("dice.sqlite has %s"):format(out:match "dice: (%d+ of )")) -- the others are merged

      cluster("--start", "n1")
      assert.are.equal(0, (select(3, study(file, "--resume", "--sbatch", "--no-requeue"))))
      has((select(2, study(file, "--slurm"))), "--resume submits what is missing")
      wait_until_idle()

      out, err, status = study(file, "--status")
      assert.are.same({ "", 0 }, { err, status })
      has(out, "400 of 400 points finished, 1 of them failed")
      has(out, "dice.sqlite has 400 of 400 results")
      local after = rows_of(parts:format(dead))
      for number, row in pairs(rows) do
        assert.are.equal(row, after[number])
      end
      assert.are.equal(2, runs_in(parts:format(dead)))

      shell(("cd %s && lua5.4 %s study dice.lua --output local.sqlite"):format(quote(folder),
        quote(run.root .. "/run.lua")))
      assert.are.equal(table_of(folder .. "/local.sqlite"), table_of(folder .. "/dice.sqlite"))
      has(study(file, "--resume", "--sbatch", "--no-requeue"),
        "nothing is missing: dice.sqlite has all points")
    end)
  end)

  it("is finished by --resume after a task was stopped, as at its limit of time", function()
    in_study(dice:gsub("seed = tessera.range%(1, 100%)", "seed = tessera.range(1, 20)"),
      function(file, folder)
        local parts = folder .. "/dice.slurm/parts/%d.sqlite"
        study(file, "--slurm", "--array", "2")
        local stopped, rows = interrupt(wait_for("a task runs", function()
          return select(2, next(running()))
        end), parts, 40, function(slice)
          local id = shell "squeue --noheader --array --states=R --format=%F":match "%d+"
          shell(("scancel %s_%d"):format(id, slice))
          wait_for("the task ends", function()
            return not running()[slice]
          end)
        end)
        wait_until_idle()
        local out, _, status = study(file, "--status")
        assert.are.equal(3, status)
        has(out, ("slice %d: "):format(stopped))
        has(study(file, "--resume"), (": slice %d\n"):format(stopped))
        wait_until_idle()
        assert.are.equal(0, (select(3, study(file, "--status"))))
        local after = rows_of(parts:format(stopped))
        for number, row in pairs(rows) do
          assert.are.equal(row, after[number])
        end
      end)
  end)

  it("has no more slices than points", function()
    in_study(dice:gsub("seed = tessera.range%(1, 100%)", "seed = { 1 }"), function(file)
      has(study(file, "--slurm", "--array", "200%2"), "4 points: 4 slices instead of 200\n")
      wait_until_idle()
      local out, _, status = study(file, "--status")
      assert.are.equal(0, status)
      has(out, "4 of 4 slices finished")
    end)
  end)

  it("says why Slurm refuses it", function()
    in_study(dice, function(file)
      local _, err, status = study(file, "--slurm", "--sbatch", "--partition=none")
      assert.are.equal("study: sbatch refuses: invalid partition specified: none; Batch job"
        .. " submission failed: Invalid partition name specified\n", err)
      assert.are.equal(1, status)
    end)
  end)
end)

describe("cluster.sh", function()
  -- KILL is the worst that can happen to it.
  for _, signal in ipairs { "TERM", "KILL" } do
    it("leaves nothing behind after SIG" .. signal, function()
      run.in_folder(function(folder)
        local told = folder .. "/told"
        -- In an environment without the outer cluster.
        shell(("env -u CLUSTER -u CLUSTER_NODE -u SLURM_CONF spec/slurm/cluster.sh sh -c %s"
          .. " >/dev/null 2>&1 & echo $! >%s/pid"):format(quote(([[
            . spec/support/processes.sh
            sbatch --output=/dev/null --wrap "sleep 100" && wait_until "squeue | grep -q ' R '"
            echo "$CLUSTER" >%s.new && mv %s.new %s
            sleep 100]]):format(told, told, told)), folder))
        local inner = wait_for("the inner cluster runs a job", function()
          local file = io.open(told)
          return file and file:read "l", file and file:close()
        end)
        local function processes()
          return (select(1, run.shell(("grep -lzF %s /proc/[0-9]*/environ"):format(quote(inner)))))
        end
        assert.are_not.equal("", processes())
        shell(("kill -%s $(cat %s/pid)"):format(signal, folder))
        wait_for("it ends", function()
          return processes() == ""
        end)
        wait_for("its folder is removed", function()
          return not run.shell(("ls -d %s 2>/dev/null"):format(quote(inner))):find "%S"
        end)
      end)
    end)
  end
end)
