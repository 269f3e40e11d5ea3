--- Puts counts into Lua's lstrlib.c, where a function of C may work for years on a few bytes: in
--- the matching of patterns, in the search for a text, and in the repetition of an empty one; and
--- in formatting, where a number of many digits takes long.
--- Usage: lua5.4 src/api/counted_strings.lua lstrlib.c OUT.c

local places = {
  { "(\nstatic int singlematch %(MatchState %*ms[^{]+{\n)", "%1  count_lua(ms->L, 1);\n" },
  { "(while %(%+%+s < ms%->src_end%) {\n)", "%1      count_lua(ms->L, 1);\n" },
  { "(len = ms%->capture%[l%]%.len;\n)", "%1  count_lua(ms->L, len / 16);\n" },
  { "(\n)(    while %(n%-%- > 1%) {[^\n]*\n)", "%1%2      count_lua(L, 1);\n" },
  { "(lua_assert%(nb < maxitem%);\n)", "%1      count_lua(L, 8 * (size_t)nb);\n" },
  { "(\n)([^\n]*= lmemfind%(s %+ init, ls %- init, p, lp%);)",
    "%1    count_lua(L, ls / 16 * (lp / 16 + 1));\n%2" },
}

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local text = read(arg[1])
for _, place in ipairs(places) do
  local count
  text, count = text:gsub(place[1], place[2])
  assert(count == 1, ("%s: %d places are like %s"):format(arg[1], count, place[1]))
end
local out <close> = assert(io.open(arg[2], "wb"))
out:write(text)
