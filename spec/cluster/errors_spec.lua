--- Specifies the errors of `study --slurm`, `--status` and `--resume`.

local run = require "spec.support.run"
local slurm_place = require "spec.support.slurm_place"

local quote, in_place, squares = run.quote, slurm_place.with, slurm_place.study

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
    { before = true, words = { "--resume" }, write = { ["squares.lua"] = squares(8) },
      "squares.lua has changed since its slices were submitted; @/squares.slurm has results of the"
      .. " version before (to begin anew, remove this folder)" },
    { before = true, words = { "--status" }, write = { ["squares.slurm/state.json"] = "{}" },
      "@/squares.slurm/state.json: this is no state of a study that this version of Tessera has"
      .. " submitted" },
    { before = true, words = { "--status" }, write = { ["squares.slurm/state.json"] = "[[[[[" },
      "@/squares.slurm/state.json: this is no state of a study that this version of Tessera has"
      .. " submitted" },
    { before = true, words = { "--status" }, edit = { '"slices":7', '"slices":1000001' },
      "@/squares.slurm/state.json: 'slices' is missing or wrong" },
    { before = true, words = { "--status" }, edit = { '"job":"', '"job":"$(x) ' },
      "@/squares.slurm/state.json: 'job' is missing or wrong" },
    { before = true, words = { "--status" }, edit = { '"sbatch":%[%]', '"sbatch":[1]' },
      "@/squares.slurm/state.json: 'sbatch' is missing or wrong" },
    { before = true, words = { "--resume" }, edit = { '"together":%d+', '"together":0' },
      more = { "--array", "7%3" }, "@/squares.slurm/state.json: 'together' is missing or wrong" },
    { before = true, words = { "--resume" }, edit = { '"sbatch":', '"trust":1,"sbatch":' },
      "@/squares.slurm/state.json: 'trust' is missing or wrong" },
    { before = true, words = { "--resume" }, edit = { '"sbatch":', '"trust":true,"sbatch":' },
      "@/squares.slurm: its slices were submitted with --trust, that is, without the sandbox: give"
      .. " the same again, or remove this folder to begin anew" },
    { before = true, words = { "--resume", "--trust" }, "@/squares.slurm: its slices were submitted"
      .. " without --trust: give the same again, or remove this folder to begin anew" },
    { before = true, words = { "--resume" }, edit = { '"programs":%[%]',
      '"programs":{"bot":"touch OWNED"}' },
      "@/squares.slurm: its slices were submitted with --program bot='touch OWNED': give the same"
      .. " again, or remove this folder to begin anew" },
    { before = true, words = { "--resume" }, edit = { '"sbatch":%[%]',
      '"sbatch":["--wrap=touch OWNED","--mem=1G"]' },
      "@/squares.slurm: its slices were submitted with --sbatch \"'--wrap=touch OWNED' --mem=1G\":"
      .. " give --sbatch again, as it is to be now (\"\" for none)" },
    { before = true, words = { "--resume" }, edit = { "/squares%.sqlite", "/../squares.sqlite" },
      "@/squares.slurm: its results go to @/../squares.sqlite, not to @/squares.sqlite: name their"
      .. " file by --output, or remove this folder to begin anew" },
    { before = true, words = { "--status" }, edit = { "/squares%.sqlite", "/other.sqlite" },
      "@/squares.slurm: its results go to @/other.sqlite, not to @/squares.sqlite: name their"
      .. " file by --output, or remove this folder to begin anew" },
    { before = true, words = { "--resume" }, edit = { '"points":7', '"points":8' },
      "squares.lua has changed since its slices were submitted; @/squares.slurm has results of the"
      .. " version before (to begin anew, remove this folder)" },
    { before = true, words = { "--resume" }, link = "squares.slurm/array.sh.new",
      "@/squares.slurm/array.sh.new: it is a link, and the folder of a study has none (remove"
      .. " it)" },
    { before = true, words = { "--status" }, link = "squares.slurm/parts/1.sqlite",
      "@/squares.slurm/parts/1.sqlite: it is a link, and the folder of a study has none (remove"
      .. " it)" },
    { words = { "--slurm" }, link = "squares.slurm",
      "@/squares.slurm: it is a link, and the folder of a study has none (remove it)" },
    { before = true, words = { "--status" },
      write = { ["squares.slurm/state.json"] = ("["):rep(100000) .. ("]"):rep(100000) },
      "@/squares.slurm/state.json: this is no state of a study that this version of Tessera has"
      .. " submitted" },
    { before = true, words = { "--resume" }, write = { ["squares.lua"] = squares(7)
      :gsub("name =", "seconds = 700, name =") },
      "squares.lua: the study wants 700 s of CPU time for a point, and --max-seconds"
      .. " allows 600: give --max-seconds 700, or lower its `seconds`" },
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
          place:study("--slurm", table.unpack(case.more or {}))
        end
        for name, text in pairs(case.write or {}) do
          place:write(name, text)
        end
        if case.edit then
          local name = "squares.slurm/state.json"
          place:write(name, (place:read(name):gsub(case.edit[1], case.edit[2])))
        end
        if case.link then
          assert(os.execute("ln -s elsewhere " .. quote(place.folder .. "/" .. case.link)))
        end
        if case.mkdir then
          assert(os.execute("mkdir " .. quote(place.folder .. "/" .. case.mkdir)))
        end
        local out, err, status = place:study(table.unpack(case.words))
        assert.are.same({ "", "study: " .. case[1] .. "\n", case[2] or 1 }, { out, err, status })
        for _, name in ipairs { "OWNED", "elsewhere" } do
          assert.is_nil(io.open(place.folder .. "/" .. name))
        end
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

  it("runs a file in the sandbox, whatever its folder says", function()
    in_place(2, function(place)
      place:study "--slurm"
      local name = "squares.slurm/state.json"
      place:write("squares.lua", "if os.execute then os.execute 'touch OWNED' end " .. squares(2))
      place:write(name, (place:read(name):gsub('"sbatch":', '"trust":true,"sbatch":')))
      for _, words in ipairs { { "--resume" }, { "--resume", "--retry" }, { "--status" } } do
        place:study(table.unpack(words))
        assert.is_nil(io.open(place.folder .. "/OWNED"))
      end
    end)
  end)

  it("merges parts whose names look like options", function()
    in_place(2, function(place)
      place:study "--slurm"
      place:task(1)
      place:write("squares.slurm/parts/--trust.sqlite", place:read "squares.slurm/parts/1.sqlite")
      assert.are.equal(0, place:job "merge.sh")
      assert.is_truthy(place:study():find("2 points: 2 done", 1, true))
    end)
  end)

  it("needs sbatch", function()
    in_place(2, function(place)
      for _, name in ipairs(slurm_place.programs) do
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
      place:write("other.lua", squares(3))
      local out, err, status = run({ "study", "other.lua", "--status", "--parts", "mine.slurm" },
        nil, { folder = place.folder, script = run.root .. "/run.lua" })
      assert.are.same({ "",
        "study: @/mine.slurm: @/squares.lua was submitted here, not other.lua\n", 1 },
        { out, place:short(err), status })
    end)
  end)
end)
