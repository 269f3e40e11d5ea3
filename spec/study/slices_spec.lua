--- Specifies slices: parts of the points that are alike.

local slices = require "tessera.study.slices"

-- All numbers of all slices, sorted, and the sizes of the slices.
local function all(count, points)
  local numbers, sizes = {}, {}
  for index = 1, count do
    local slice = slices.numbers(index, count, points)
    sizes[index] = #slice
    for i, number in ipairs(slice) do
      assert.is_true(i == 1 or slice[i - 1] < number)
      numbers[#numbers + 1] = number
    end
  end
  table.sort(numbers)
  return numbers, sizes
end

describe("slices", function()
  it("have each point once, and sizes that differ by one at most", function()
    for points = 1, 70 do
      for count = 1, points + 1, 3 do
        local numbers, sizes = all(count, points)
        assert.are.equal(points, #numbers)
        for i = 1, points do
          assert.are.equal(i, numbers[i])
        end
        for index = 1, count do
          assert.are.equal((points - index) // count + 1, sizes[index])
        end
      end
    end
  end)

  it("are the same on every machine", function()
    assert.are.same({ 5, 8, 11, 14, 15, 18, 21, 22, 24, 29 }, slices.numbers(2, 3, 30))
  end)

  it("have all values of every parameter about equally often", function()
    -- 1000 points, the last parameter has five values: a slice of 200 has each about 40 times
    for index = 1, 5 do
      local counts = { 0, 0, 0, 0, 0 }
      for _, number in ipairs(slices.numbers(index, 5, 1000)) do
        local value = (number - 1) % 5 + 1
        counts[value] = counts[value] + 1
      end
      for value = 1, 5 do
        assert.is_true(counts[value] >= 20 and counts[value] <= 60, counts[value])
      end
    end
  end)
end)
