---@meta

--- What every state of every game answers: the protocol. An action is given as its text
--- or as its code, an integer; the text is what people see, the code is cheaper.
---@class tessera.State
local State = {}

--- The texts of the actions that would change the state, in a fixed order; none when the
--- game is over.
---@return string[]
function State:actions() end

--- The same as integers.
---@return integer[]
function State:codes() end

--- Carries an action out. A refused action leaves the state as it was. What happens is
--- appended to `events`; `false` instead asks for no reason of a refusal either, which is cheaper.
---@param action string|integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
---@return true|nil passed not carried out, but time has passed all the same
function State:apply(action, events) end

--- Carries out many actions in one call. All are checked before the first one; refused
--- ones are passed over; it stops when the game is over.
---@param actions (string|integer)[]|string texts or codes, or a text with one on each line
---@return integer done how many were carried out
---@return string|nil outcome
---@return integer tried how many were looked at
function State:apply_all(actions) end

--- Plays random games on copies of the state, whose chance comes from the seed as well.
---@param seed integer
---@param games integer how many
---@param max_actions? integer where a game is given up, 1000 by default
---@return tessera.Playouts
function State:playout(seed, games, max_actions) end

---@class tessera.Playouts
---@field games integer
---@field steps integer actions of all games
---@field outcomes table<string, integer> how often each outcome was reached
---@field unfinished integer games that were given up
---@field score integer[] the sums of the scores of all games, by player

--- A copy that calls the listener after every action tried on it, by whatever method. While
--- the listener runs, it is not called again.
---@param listener fun(state: self, action: string, events: tessera.Event[], done?: true,
---result?: string, passed?: true)
---@return self
function State:watched(listener) end

--- Why an action would not be carried out, or nil if it would.
---@param action string|integer
---@return string|nil
function State:why(action) end

--- An independent copy.
---@return self
function State:clone() end

--- The player to move, from 1, or nil when the game is over.
---@return integer|nil
function State:turn() end

--- How the game ended, or nil while it runs.
---@return string|nil
function State:outcome() end

---@param player? integer from 1, the default
---@return integer
function State:score(player) end

--- A hash of the key: equal positions have equal hashes.
---@return integer
function State:hash() end

--- The bytes that tell positions apart: equal exactly for positions with one future.
---@return string
function State:key() end

--- The state as text, for the module's `load`.
---@return string
function State:save() end

--- The size of the state in bytes.
---@return integer
function State:size() end

--- The rows of the board.
---@return integer
function State:rows() end

---@return integer
function State:columns() end

--- The name of the game.
---@return string
function State:game() end

--- The integer of an action.
---@param action string|integer
---@return integer
function State:code(action) end

--- The text of an action.
---@param action string|integer
---@return string
function State:text(action) end

--- What happened to one piece. Places are { row, column }, from 1.
---@class tessera.Event
---@field kind string "fell"
---@field what? string the character that draws the piece
---@field becomes? string what it is afterwards, where that differs
---@field from? integer[] nil: it was nowhere
---@field to? integer[] nil: it is off the board
