--- The look of Skeleton, by the characters of its maps.

return {
  ["."] = { "·", "stone", label = "empty" },
  H = { "H", "yellow", label = "coin, heads up" },
  T = { "T", "brown", label = "coin, tails up" },
}
