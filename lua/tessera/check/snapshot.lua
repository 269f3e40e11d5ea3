--- Everything that can be observed of a state, as one string.
---@param state tessera.State
---@return string
return function(state)
  return table.concat({ state:save(), state:key(), tostring(state), state:hash(),
    tostring(state:outcome()), tostring(state:turn()), state:score() }, "\0")
end
