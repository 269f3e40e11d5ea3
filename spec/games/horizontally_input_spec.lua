--- Specifies the dialogue of `run.lua horizontally`: its answers, when it writes them, and its
--- messages for malformed input.

local oracle = require "spec.oracle.horizontally"
local run = require "spec.support.run"

local BOARD = { "--fields", "3", "--rows", "7", "--columns", "11" }

-- Runs the command with options; without options on the board of the statement's figure.
local function play(input, args)
  return run({ "horizontally", table.unpack(args or BOARD) }, input)
end

-- The output for a correct input.
local function answers(input, args)
  local stdout, stderr, status = play(input, args)
  assert.same({ "", 0 }, { stderr, status })
  return stdout
end

describe("the input of Horizontally", function()
  it("is the moves of Left, a line each; each is answered", function()
    assert.equal("eH\ncH\n", answers "Fc\nCa\n")
    assert.equal(oracle.dialogue("Fc\nCa\n", { fields = 3, rows = 7, columns = 11 }),
      answers "Fc\nCa\n")
  end)

  it("may begin with '-': then Right moves first", function()
    assert.equal("bA\n", answers("-\n", { "--fields", "2", "--rows", "3", "--columns", "3" }))
    assert.equal("bA\naB\n",
      answers("-\nCb\n", { "--fields", "2", "--rows", "3", "--columns", "3" }))
  end)

  it("ends with '.', or where the file ends: nothing is printed", function()
    assert.equal("eH\n", answers "Fc\n.\n")
    assert.equal("eH\n", answers "Fc\n.")
    assert.equal("eH\n", answers "Fc\n")
    assert.equal("eH\n", answers "Fc")
    assert.equal("eH\n", answers "Fc\n.\nwhat follows is not read\n")
    for _, input in ipairs { "", ".", ".\n", ".\nFc\n", "\n\r\n \t\n.\r\n" } do
      assert.equal("", answers(input))
    end
    assert.equal("fB\n", answers "-\n.\n")
  end)

  it("is not read any further after Right has no move", function()
    local small = { "--fields", "2", "--rows", "2", "--columns", "2" }
    assert.equal(".\n", answers("Aa\n", small))
    assert.equal(".\n", answers("Aa\nwhat follows\n\0\255", small))
    assert.equal(".\n", answers("-\n", { "--fields", "3", "--columns", "2" }))
    assert.equal(".\n", answers("-\nAa\n", { "--fields", "3", "--columns", "2" }))
  end)

  it("may have CRLF, blank lines and blanks around a move", function()
    assert.equal("eH\ncH\n", answers "\r\nFc\r\n\r\nCa\r\n.\r\n")
    assert.equal("eH\ncH\n", answers "\n\n  Fc \n\t\nCa\t\n\f\v\n")
    assert.equal(answers "-\nFc\n", answers "\n - \r\n\nFc\n")
  end)

  it("may come from a file", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/moves", "Fc\nCa\n")
      local args = { "horizontally", folder .. "/moves", table.unpack(BOARD) }
      assert.same({ "eH\ncH\n", "", 0 }, { run(args, "not this") })
    end)
  end)

  it("leaves the input after the end unread", function()
    run.in_folder(function(folder)
      local script = folder .. "/turns.lua"
      run.write_file(script, [[
        local reader = require "tessera.reader"
        local command = dofile "scripts/horizontally.lua"
        local options = { fields = 2, rows = 2, columns = 2 }
        print(io.read "l")
        command.run(reader.new(io.stdin), options)
        print(io.read "l")
        command.run(reader.new(io.stdin), options)
        io.write(io.read "a")]])
      assert.same({ "one\n.\ntwo\nthree\nAa\n", "", 0 },
        { run({ script, "--trust" }, "one\nAa\ntwo\n.\nthree\nAa\n") })
    end)
  end)
end)

describe("the options of Horizontally", function()
  it("default to a board of 26 x 26, blocks of 5 and number 1000", function()
    local defaults = { "--fields", "5", "--rows", "26", "--columns", "26", "--select", "1000" }
    local input = "Fc\nCa\nZv\nMm\nAa\n"
    assert.equal(answers(input, {}), answers(input, defaults))
    assert.equal(oracle.dialogue("Fc\n", {}), answers("Fc\n", {}))
  end)

  it("choose among the best moves", function()
    local list = { [0] = "bA", "bB", "bC", "bD", "dA", "dB", "dC", "dD" }
    for _, select in ipairs { "0", "1", "7", "8", "1000", "2147483647" } do
      assert.equal(list[select % 8] .. "\n", answers("-\n",
        { "--fields", "2", "--rows", "5", "--columns", "5", "--select", select }))
    end
  end)

  it("mean the same in every form", function()
    local expected = answers("Fc\nCa\n")
    assert.equal(expected,
      answers("Fc\nCa\n", { "--columns", "11", "--fields", "3", "--rows", "7" }))
    assert.equal(expected, answers("Fc\nCa\n", { "--fields=3", "--rows=7", "--columns=11" }))
    assert.equal(expected, answers("Fc\nCa\n",
      { "--fields", "9", "--rows", "007", "--columns", "11", "--fields", "3" }))
    assert.equal(expected, answers("Fc\nCa\n",
      { "--fields=9", "--rows", "007", "--columns", "11", "--fields", "3" }))
  end)

  local function misused(args, message)
    it("are refused: " .. table.concat(args, " "), function()
      assert.same({ "", "horizontally: " .. message .. "\n", 2 }, { play("Fc\n", args) })
    end)
  end

  misused({ "--fields", "0" },
    "--fields must be a whole number of 1..26, not '0' (try --help)")
  misused({ "--fields", "27" },
    "--fields must be a whole number of 1..26, not '27' (try --help)")
  misused({ "--rows", "0" }, "--rows must be a whole number of 1..26, not '0' (try --help)")
  misused({ "--rows", "27" }, "--rows must be a whole number of 1..26, not '27' (try --help)")
  misused({ "--columns", "x" },
    "--columns must be a whole number of 1..26, not 'x' (try --help)")
  misused({ "--columns", "" },
    "--columns must be a whole number of 1..26, not '' (try --help)")
  misused({ "--columns=-1" },
    "--columns must be a whole number of 1..26, not '-1' (try --help)")
  misused({ "--columns", "1.0" },
    "--columns must be a whole number of 1..26, not '1.0' (try --help)")
  misused({ "--columns", "0x10" },
    "--columns must be a whole number of 1..26, not '0x10' (try --help)")
  misused({ "--select", "2147483648" },
    "--select must be a whole number of 0..2147483647, not '2147483648' (try --help)")
  misused({ "--select", "99999999999999999999999" },
    "--select must be a whole number of 0..2147483647, not '99999999999999999999999' "
    .. "(try --help)")
  misused({ "--fields" }, "option '--fields' requires an argument (try --help)")
  misused({ "--fields", "3", "--rows" }, "option '--rows' requires an argument (try --help)")
  misused({ "--field", "3" }, "unknown option '--field' (did you mean '--fields'?)")
  misused({ "--fields", "3", "a", "b" }, "too many arguments (try --help)")
end)

describe("malformed input of Horizontally:", function()
  -- Each case follows a move of Left, which is answered, and has a message of one line.
  local function case(name, input, message)
    it(name, function()
      assert.same({ "eH\n", "horizontally: " .. message .. "\n", 1 }, { play("Fc\n" .. input) })
    end)
  end

  local function no_move(name, input, line, column, shown)
    case(name, input, ("line %d, column %d: expected a move of Left such as 'Fc', found '%s'")
      :format(line, column, shown))
  end

  no_move("a move of Right", "gA\n", 2, 1, "gA")
  no_move("two capitals", "AA\n", 2, 1, "AA")
  no_move("two small letters", "\n\naa", 4, 1, "aa")
  no_move("one letter", "A\n", 2, 1, "A")
  no_move("three letters", "Aaa\n", 2, 1, "Aaa")
  no_move("two moves on a line", "Aa Ba\n", 2, 1, "Aa Ba")
  no_move("a blank in a move", "   A a\n", 2, 4, "A a")
  no_move("a digit", "A1\n", 2, 1, "A1")
  no_move("numbers", "1 1\n", 2, 1, "1 1")
  no_move("signs next to the letters", "[`\n", 2, 1, "[`")
  no_move("two points", "..\n", 2, 1, "..")
  no_move("a NUL byte", "A\0\n", 2, 1, "A\\x00")
  no_move("a NUL byte for a move", "\0", 2, 1, "\\x00")
  no_move("letters that are not ASCII", "\u{c4}a\n", 2, 1, "Äa")
  no_move("a byte order mark", "\u{feff}Aa\n", 2, 1, "\\xEF\\xBB\\xBFAa")
  no_move("a carriage return, which ends a line", "A\ra\n", 2, 1, "A")
  no_move("a per cent sign", "%s%d\n", 2, 1, "%s%d")
  no_move("a long line", ("Aa"):rep(1000) .. "\n", 2, 1, "AaAaAaAaAaAaAaAaAaAa...")
  case("a line without an end", ("Aa"):rep(1000000),
    "line 2, column 1: the line is longer than 65536 bytes")

  case("'-' on a later line", "-\n", "line 2, column 1: only the first line may be '-'")
  case("'-' after blanks", "\r\n \t-\r\n", "line 3, column 3: only the first line may be '-'")
  case("a taken field", "Fc\n", "line 2, column 1: Fc: row c, column F is taken")
  case("a field that Right has taken", "\nHd\n",
    "line 3, column 1: Hd: row e, column H is taken")
  case("a block over a taken field", "  Fa\n", "line 2, column 3: Fa: row c, column F is taken")
  case("a column off the board", "La\n", "line 2, column 1: La: the board has no column L")
  case("a row off the board", "Ah\n", "line 2, column 1: Ah: the board has no row h")
  case("a block over the edge", "Af\n", "line 2, column 1: Af: the board ends at row g")

  it("a second '-'", function()
    assert.same({ oracle.dialogue("-\n", { fields = 3, rows = 7, columns = 11 }),
      "horizontally: line 2, column 1: only the first line may be '-'\n", 1 }, { play "-\n-\n" })
  end)

  it("a move on the first line", function()
    assert.same({ "", "horizontally: line 1, column 1: expected a move of Left such as 'Fc', "
      .. "found '--'\n", 1 }, { play "--\n" })
  end)

  it("a move of Left when he has none", function()
    assert.same({ "", "horizontally: line 1, column 1: Aa: the game is over (Right wins)\n", 1 },
      { play("Aa\n", { "--rows", "4" }) })
    assert.same({ "aY\n",
      "horizontally: line 2, column 1: Ba: the game is over (Right wins)\n", 1,
    }, { play("-\nBa\n", { "--fields", "2", "--rows", "1" }) })
  end)
end)

-- Runs a script with the program at the other end of two pipes. The script reads descriptor 4 and
-- writes to 3. If an answer does not come, the script would wait for ever; it is then ended, with
-- status 124.
local function dialogue(args, script)
  local stdout, stderr, status
  run.in_folder(function(folder)
    local command = run.command({ "horizontally", table.unpack(args) })
    stdout, stderr, status = run.shell("timeout -k 5 60 sh -c " .. run.quote(([[
      mkfifo %s/in %s/out
      %s <%s/in >%s/out &
      exec 3>%s/in 4<%s/out
      %s
      exec 3>&-
      cat <&4
      wait $!
    ]]):format(folder, folder, command, folder, folder, folder, folder, script)))
  end)
  return stdout, stderr, status
end

describe("the dialogue of Horizontally", function()
  it("answers each line before the next one is sent", function()
    local moves = { "Fc", "Ca", "Kc", "Ga", "Da" }
    local script = {}
    for i, move in ipairs(moves) do
      script[i] = ("echo %s >&3; read -r answer <&4; echo \"%d: $answer\""):format(move, i)
    end
    local expected, i = {}, 0
    for answer in answers(table.concat(moves, "\n")):gmatch "[^\n]+" do
      i = i + 1
      expected[i] = ("%d: %s\n"):format(i, answer)
    end
    assert.equal(#moves, i)
    assert.same({ table.concat(expected), "", 0 }, { dialogue(BOARD, table.concat(script, "\n")) })
  end)

  it("answers '-', blank lines between, and lines that come in pieces", function()
    local stdout, stderr, status = dialogue(BOARD, [[
      echo - >&3; read -r first <&4
      printf '\r\n' >&3
      printf F >&3; printf c >&3; printf '\r' >&3; printf '\n' >&3; read -r second <&4
      printf 'Ca\nK' >&3; read -r third <&4
      printf 'c\n.\n' >&3; read -r fourth <&4
      echo $first $second $third $fourth
    ]])
    local expected = answers "-\nFc\nCa\nKc\n":gsub("\n", " "):gsub(" $", "\n")
    assert.same({ expected, "", 0 }, { stdout, stderr, status })
  end)

  it("ends when Right has no move, while the pipe is still open", function()
    local stdout, stderr, status = dialogue({ "--fields", "2", "--rows", "2", "--columns", "2" },
      "echo Aa >&3; cat <&4; echo ended")
    assert.same({ ".\nended\n", "", 0 }, { stdout, stderr, status })
  end)

  it("ends when Left surrenders, while the pipe is still open", function()
    local stdout, stderr, status = dialogue(BOARD, "echo . >&3; cat <&4; echo ended")
    assert.same({ "ended\n", "", 0 }, { stdout, stderr, status })
  end)

  it("answers the moves before an error", function()
    local stdout, stderr, status = dialogue(BOARD, "printf 'Fc\\nFc\\n' >&3; cat <&4; echo ended")
    assert.equal("eH\nended\n", stdout)
    assert.equal("horizontally: line 2, column 1: Fc: row c, column F is taken\n", stderr)
    assert.equal(1, status)
  end)

  it("plays whole games against the best Left, as the twin does", function()
    for _, rules in ipairs { { 2, 5, 6 }, { 3, 9, 8 }, { 1, 3, 3 } } do
      local options = { fields = rules[1], rows = rules[2], columns = rules[3] }
      local twin, script, expected = oracle.new(nil, options), {}, {}
      while true do
        local move = twin:best_move(7)
        script[#script + 1] = ("echo %s >&3"):format(move or ".")
        if not move then
          break
        end
        twin:command(move)
        local answer = twin:best_move(1000)
        script[#script + 1] = "read -r answer <&4; echo $answer"
        expected[#expected + 1] = answer or "."
        if not answer then
          break
        end
        twin:command(answer)
      end
      assert.is_true(#expected > 2)
      local args = { "--fields", tostring(rules[1]), "--rows", tostring(rules[2]), "--columns",
        tostring(rules[3]) }
      assert.same({ table.concat(expected, "\n") .. "\n", "", 0 },
        { dialogue(args, table.concat(script, "\n")) })
    end
  end)

  it("shows the boards with --trace, each without delay", function()
    local stdout, stderr, status = dialogue({ "--fields", "2", "--rows", "3", "--columns", "4",
      "--trace" }, [[
      line=begin
      echo Ba >&3
      while [ "${line#2.}" = "$line" ]; do read -r line <&4; echo "$line"; done
      for row in 1 2 3; do read -r line <&4; echo "$line"; done
      echo "the answer is here"
      echo . >&3
    ]])
    assert.equal([[
A board of 3 rows and 4 columns, blocks of 2:
....
....
....

1. Left: Ba, rating for Right 1
.#..
.#..
....

bC
2. Right: bC, rating for Right 2
.#..
.###
....
the answer is here

]], stdout)
    assert.same({ "", 0 }, { stderr, status })
  end)
end)
