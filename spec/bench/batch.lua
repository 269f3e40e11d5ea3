--- Batches by the C library, with random actions (spec/bench/batch.c): instructions a step, and a
--- walk of a tree, counted by callgrind, with 64 environments; then steps a second on the clock
--- with 64 and 1,024 of them, in one thread and in two. Where players act together a step is that
--- of one of them.

local build = os.getenv "TESSERA_BUILD" or "build"

local games = {
  { name = "Sokoban, 10 x 10", file = "samples/games/sokoban.lua",
    levels = "spec/bench/batch.xsb" },
  { name = "2048", file = "samples/games/2048.lua" },
  { name = "Connect Four", file = "samples/games/connect4.lua" },
  { name = "crates, PuzzleScript", file = "samples/puzzlescript/crates.txt" },
  { name = "Commons, an avatar", file = "samples/games/commons.lua", seats = 8 },
}

-- What a run has printed: the number behind a word.
local function run(before, word, game, count, threads, shown, steps)
  local command = ("%s %s/bench/batch %s %s %d %d %s %d 2>&1"):format(before, build, game.file,
    game.levels or "-", count, threads, shown, steps)
  local pipe <close> = assert(io.popen(command))
  local text = pipe:read "a"
  return math.tointeger(text:match(word .. "%D*(%d+)")) or error(text, 0)
end

-- Instructions a step: the difference of two lengths.
local function instructions(game, shown)
  local count, steps = 64, 200
  local function collected(length)
    return run("valgrind --tool=callgrind --callgrind-out-file=/dev/null", "Collected", game, count,
      1, shown, length)
  end
  return (collected(2 * steps) - collected(steps)) / (count * steps * (game.seats or 1))
end

local function count_instructions()
  print(("%-22s %8s %8s %8s %8s %8s %8s %8s"):format("instructions a step", "alone", "planes",
    "bytes", "a byte", "masks", "ratio", "a walk"))
  for _, game in ipairs(games) do
    local alone, planes = instructions(game, "nothing"), instructions(game, "planes")
    local masks = instructions(game, "both") - planes
    local bytes = run("", "bytes", game, 1, 1, "planes", 1) // (game.seats or 1)
    local walk = game.seats and 0 or instructions(game, "trees") -- no trees of joint actions
    print(("%-22s %8.0f %8.0f %8d %8.2f %8.0f %8.2f %8.0f"):format(game.name, alone, planes, bytes,
      (planes - alone) / bytes, masks, masks / planes, walk))
  end
end

-- The most steps a second of some runs of each kind, in turns.
local function measure_speed()
  local kinds = { { 1, "planes" }, { 1, "both" }, { 2, "planes" }, { 2, "both" } }
  print(("%-22s %6s %12s %12s %12s %12s %6s %6s"):format("steps a second", "", "planes",
    "and masks", "2 threads", "and masks", "ratio", "masks"))
  for _, game in ipairs(games) do
    for _, count in ipairs { 64, 1024 } do
      local most = { 0, 0, 0, 0 }
      for _ = 1, 3 do
        for i, kind in ipairs(kinds) do
          local speed = run("", "speed", game, count, kind[1], kind[2], 0) * (game.seats or 1)
          most[i] = math.max(most[i], speed)
        end
      end
      print(("%-22s %6d %12d %12d %12d %12d %6.2f %6.2f"):format(game.name, count, most[1],
        most[2], most[3], most[4], most[3] / most[1], most[4] / most[2]))
    end
  end
end

return function()
  count_instructions()
  measure_speed()
end
