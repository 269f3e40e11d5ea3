--- Writes what the library needs where it has no files: in a WebAssembly module, or in a C library.
--- A list of the modules in C, as a C file; and the texts of the library's Lua with the files that
--- lie beside it, as JSON, for pages, or with "-" in its place in the C file as well.
---
---     lua5.4 web/engine/embed.lua embedded.c library.json lua/tessera/game.lua ...
---       lua/tessera/draw/page.css ... src/bind/state/lmodule.c ...
---
--- Of Lua it takes the files named here and what these require when they are loaded. What a
--- function requires later it takes only for files in lua/tessera/web and lua/tessera/api: so what
--- needs processes, a terminal or a database stays out.
---
--- The JSON is { files = { [path] = text }, first = paths }: `first` is what a page needs before
--- the first game in Lua is there, which is what web/host.lua requires when it is loaded, and the
--- formats of levels.

package.path = "lua/?.lua;" .. package.path

local shorten = dofile "web/engine/shorten.lua"
local tokens = require "tessera.source.tokens"

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return assert(file:read "a")
end

-- Whether two tokens would be read as others without a blank between them.
local function need_blank(before, after)
  local last, first = before:sub(-1), after:sub(1, 1)
  if last:find "[%w_]" then
    return first:find "[%w_]" ~= nil or first == "." and before:find "^%d" ~= nil
  end
  return last:find "[-.=<>~/:%[]" ~= nil and first:find "[-.=<>~/:%[%d]" ~= nil
end

-- The text without comments and blanks, with short names. Each token keeps its line.
local function stripped(text)
  local parts, line, before, list = {}, 1, nil, tokens.of(text)
  shorten(list)
  for _, token in ipairs(list) do
    if token.line > line then
      parts[#parts + 1] = ("\n"):rep(token.line - line)
    elseif before and token.from > before.to + 1 and need_blank(before.text, token.text) then
      parts[#parts + 1] = " "
    end
    parts[#parts + 1] = token.text
    line, before = token.line + select(2, token.text:gsub("\n", "")), token
  end
  return table.concat(parts) .. "\n"
end

-- dkjson without its decoder for LPeg, which the module does not have.
local function without_lpeg(text)
  local from, stop = text:find "\nfunction json%.use_lpeg %(%)\n.-\nend\n"
  return from and text:sub(1, from) .. text:sub(stop + 1) or text
end

-- A script of a page without its indentation and its lines of comment.
local function trimmed(text)
  return (("\n" .. text):gsub("\n%s*//[^\n]*", ""):gsub("\n%s+", "\n"):sub(2))
end

-- The path of a module: of the library, or dkjson, which Lua finds.
local function path_of(module)
  local path = "lua/" .. module:gsub("%.", "/") .. ".lua"
  local own = io.open(path)
  if own then
    own:close()
    return path
  end
  return not module:find "^tessera" and package.searchpath(module, package.path) or nil
end

-- The modules that a file requires when it is loaded, and with `late` all that it names.
local function required(text, late)
  local names = {}
  for line in text:gmatch "[^\n]+" do
    local name = line:match "^local [%w_, ]+ = require%(?%s*\"([%w_.]+)\""
      or late and not line:find "^%s*%-%-" and line:match "require%(?%s*\"([%w_.]+)\""
    names[#names + 1] = name or nil
  end
  return names
end

-- Adds a file, under this name, and what it requires.
local function add(files, path, module)
  if not path or files[path] then
    return
  end
  local text = read(path)
  local name = module and "lua/" .. module:gsub("%.", "/") .. ".lua" or path
  files[path] = { path = name,
    text = path:find "%.lua$" and stripped(without_lpeg(text))
      or path:find "%.js$" and trimmed(text) or text }
  files[#files + 1] = files[path]
  if module then
    local late = path:find "^lua/tessera/web/" or path:find "^lua/tessera/api/"
    for _, other in ipairs(required(text, late)) do
      add(files, path_of(other), other)
    end
  end
end

-- The names of the modules in C: "tessera.tower" for luaopen_tessera_tower.
local function in_c(paths)
  local names = {}
  for _, path in ipairs(paths) do
    for name in read(path):gmatch "\nint luaopen_tessera_([%w_]+)%(" do
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

local c_escapes = { ["\n"] = '\\n"\n"', ['"'] = '\\"', ["\\"] = "\\\\", ["?"] = "\\?" }

-- A text as a literal of C.
local function literal(text)
  return '"' .. text:gsub('[%c"\\?\128-\255]', function(char)
    return c_escapes[char] or ("\\%03o"):format(char:byte())
  end) .. '"'
end

local function write_texts(out, texts, paths)
  out:write "\nconst struct embedded_text embedded_texts[] = {\n"
  for _, path in ipairs(paths) do
    out:write(("{%s, %s, %d},\n"):format(literal(path), literal(texts[path]), #texts[path]))
  end
  out:write "{NULL, NULL, 0},\n};\n"
end

local function write(out, modules)
  out:write '#include "embedded.h"\n\n'
  for _, name in ipairs(modules) do
    out:write(("int luaopen_tessera_%s(lua_State *L);\n"):format(name))
  end
  out:write "\nconst luaL_Reg embedded_modules[] = {\n"
  for _, name in ipairs(modules) do
    out:write(('    {"tessera.%s", luaopen_tessera_%s},\n'):format(name, name))
  end
  out:write "    {NULL, NULL},\n};\n"
end

-- Adds the paths of a module and of what it requires when it is loaded.
local function add_first(first, module)
  local path = path_of(module)
  if path and not first[path] then
    first[path] = true
    for _, other in ipairs(required(read(path))) do
      add_first(first, other)
    end
  end
end

-- The names of the texts that a page needs first, sorted.
local function first_of(files)
  local first, names = {}, {}
  add_first(first, "tessera.web.host")
  add_first(first, "tessera")
  for _, file in ipairs(files) do
    local format = file.path:match "^lua/(tessera/levels/formats/.*)%.lua$"
    if format then
      add_first(first, (format:gsub("/", ".")))
    end
  end
  for path in pairs(first) do
    names[#names + 1] = files[path] and files[path].path
  end
  table.sort(names)
  return names
end

local files, sources, texts, paths = {}, {}, {}, {}
for i = 3, #arg do
  local module = arg[i]:match "^lua/(.*)%.lua$"
  if arg[i]:find "%.c$" then
    sources[#sources + 1] = arg[i]
  else
    add(files, arg[i], module and (module:gsub("/", ".")))
  end
end
for i, file in ipairs(files) do
  texts[file.path], paths[i] = file.text, file.path
end
table.sort(paths)
do
  local out <close> = assert(io.open(arg[1], "wb"))
  write(out, in_c(sources))
  if arg[2] == "-" then
    write_texts(out, texts, paths)
  end
end
if arg[2] ~= "-" then
  local json = require "dkjson"
  local out <close> = assert(io.open(arg[2], "wb"))
  out:write(json.encode({ files = texts, first = first_of(files) }, { keyorder = paths }))
end
