--- Turns SVG into PNG and GIF, by rsvg-convert and by ImageMagick's convert.

local images = {}

local packages = { ["rsvg-convert"] = "librsvg2-bin", convert = "imagemagick" }
local frames_most = 1000

local function fail(format, ...)
  error({ message = format:format(...) }, 0)
end

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function write_file(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

local function read_file(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then
    file:close()
  end
  return text
end

-- Runs a program; if that fails, raises what it has said first.
local function start(folder, program, words)
  for i, word in ipairs(words) do
    words[i] = quote(word)
  end
  local said = folder .. "/said"
  if not os.execute(("%s %s </dev/null >%s 2>&1"):format(program, table.concat(words, " "),
    quote(said))) then
    local why = (read_file(said) or ""):match "[^\n]+" or "it says nothing"
    fail("%s failed: %s", program, why)
  end
end

local function need(program)
  if not os.execute(("command -v %s >/dev/null 2>&1"):format(program)) then
    fail("%s is not installed: install %s", program, packages[program])
  end
end

-- Calls `make` with a new folder, removes it, and returns what `make` has returned.
local function in_folder(make)
  local pipe = assert(io.popen "mktemp -d 2>/dev/null")
  local folder = pipe:read "l"
  pipe:close()
  if not folder then
    fail "a folder for temporary files cannot be made"
  end
  local fine, result = pcall(make, folder)
  os.execute("rm -rf -- " .. quote(folder))
  if not fine then
    error(result, 0)
  end
  return result
end

local function draw(folder, name, text)
  local from, to = ("%s/%s.svg"):format(folder, name), ("%s/%s.png"):format(folder, name)
  write_file(from, text)
  start(folder, "rsvg-convert", { "-o", to, from })
  os.remove(from)
  return to
end

--- A picture as PNG.
---
--- Errors: a fault, if rsvg-convert is missing or fails.
---@param text string SVG
---@return string
function images.png(text)
  need "rsvg-convert"
  return in_folder(function(folder)
    return read_file(draw(folder, "picture", text))
  end)
end

--- Pictures as a GIF that begins again at its end, after a longer pause.
---
--- Errors: a fault, if there are too many, or a program is missing or fails.
---@param count integer how many
---@param each fun(): string|nil gives them one by one, as SVG
---@param delay number seconds from one to the next
---@return string
function images.gif(count, each, delay)
  if count > frames_most then
    fail("a GIF has at most %d steps, and the recording %d (--html and --svg-animated take more)",
      frames_most - 1, count - 1)
  end
  need "rsvg-convert"
  need "convert"
  return in_folder(function(folder)
    local words, number = { "-loop", "0", "-delay", ("%.0f"):format(100 * delay) }, 0
    for text in each do
      number = number + 1
      if number == count then
        words[#words + 1] = "-delay"
        words[#words + 1] = ("%.0f"):format(300 * delay)
      end
      words[#words + 1] = draw(folder, ("%06d"):format(number), text)
    end
    words[#words + 1] = "-layers"
    words[#words + 1] = "Optimize"
    words[#words + 1] = folder .. "/all.gif"
    start(folder, "convert", words)
    return read_file(folder .. "/all.gif")
  end)
end

return images
