--- The files that a recording can be drawn into: the options that ask for them, which drawings.lua
--- carries out by their names.

local outputs = {}

---@class tessera.Output
---@field name string of the option, and of the function that draws it
---@field help string
---@field program? boolean another program is needed for it

local all = {
  { name = "html", help = "Write a page that plays it: one file that needs no network." },
  { name = "svg", help = "Write a picture of the last board, or of that of --frame." },
  { name = "svg_animated", help = "Write a moving picture as SVG." },
  { name = "cast", help = "Write a recording of a terminal for asciinema." },
  { name = "png", help = "Write a picture as PNG (needs rsvg-convert: librsvg2-bin).",
    program = true },
  { name = "gif", help = "Write a moving picture as GIF (needs convert as well: imagemagick).",
    program = true },
  { name = "lurd",
    help = "Write its moves as letters l u r d, capital ones where something is pushed." },
}

--- The options that are numbers.
---@type table<string, tessera.Number>
outputs.numbers = {
  frame = { min = 0, max = 1000000000,
    help = "Draw the board after so many steps with --svg and --png (all)." },
  delay = { min = 20, max = 60000,
    help = "Milliseconds for a step in moving pictures and in --cast (500)." },
}

--- Adds the options that name files, and `--smooth`.
---@param parser table of argparse
function outputs.add_options(parser)
  for _, output in ipairs(all) do
    parser:option("--" .. output.name:gsub("_", "-"), output.help):argname("<FILE>")
  end
  parser:flag("--smooth", "Let pieces slide in moving pictures (--svg-animated, --gif).")
end

--- Iterates over the files that are asked for: each with its path.
---@param options table
---@return fun(): tessera.Output|nil, string
function outputs.each(options)
  local i = 0
  return function()
    repeat
      i = i + 1
    until not all[i] or options[all[i].name]
    return all[i], all[i] and options[all[i].name]
  end
end

--- What is said of an option that does nothing without another file; nil if there is none.
---@param options table
---@return string|nil
function outputs.useless(options)
  if options.smooth and not (options.svg_animated or options.gif) then
    return "--smooth is for moving pictures: --svg-animated, --gif"
  elseif options.frame and not (options.svg or options.png) then
    return "--frame is for pictures of one board: --svg, --png"
  elseif options.delay and not (options.svg_animated or options.gif or options.cast) then
    return "--delay is for moving pictures: --svg-animated, --gif, --cast"
  end
end

--- Whether the options ask for a file.
---@param options table
---@return boolean
function outputs.wanted(options)
  return outputs.each(options)() ~= nil
end

return outputs
