--- The kinds of games by which a gallery is sorted, in its order: what a game's definition may name
--- as its `genre`, and what is read above its games.

---@type { name: tessera.Genre, title: string }[]
return {
  { name = "push", title = "Push and pull" },
  { name = "slide", title = "Slide and jump" },
  { name = "logic", title = "Work it out" },
  { name = "explore", title = "Find the way" },
  { name = "match", title = "Match and clear" },
  { name = "time", title = "Against the clock" },
  { name = "versus", title = "Two players" },
  { name = "together", title = "Many at once" },
}
