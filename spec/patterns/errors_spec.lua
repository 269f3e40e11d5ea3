--- Specifies the errors for wrong rules as pictures, word for word. Below each text stand a caret
--- where the error lies and the message.

local game = require "tessera.game"
local raised = require "spec.support.raised"

local function definition()
  return {
    name = "wrong",
    players = 2,
    layers = { "ground", "things" },
    legend = {
      ["."] = "floor", ["#"] = "wall", ["_"] = "target",
      ["@"] = { ground = "floor", things = "player" }, ["$"] = { ground = "floor", things = "box" },
      o = { ground = "floor", things = "rock" }, x = { ground = "floor", things = "red" },
      y = { ground = "floor", things = "yellow" }, ["^"] = { ground = "floor", things = "fly_up" },
      [">"] = { ground = "floor", things = "fly_right" },
      v = { ground = "floor", things = "fly_down" },
      ["<"] = { ground = "floor", things = "fly_left" },
    },
    groups = { stone = { "red", "yellow" }, open = { "floor", "target" }, none = {},
      mixed = { "wall", "box" },
      fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } },
    pieces = { "red", "yellow" },
    fields = { keys = 0, bag = { size = 3 } },
    counters = { points = 0 },
    moves = { "<direction>", "wait", "put <row> <column>", "slide <red|yellow> <1..9>" },
    apply = function() end,
    rules = { { "wait" } },
    after = {},
    ends = {},
  }
end

local function message(d)
  local text = raised(game, d)
  return text and text:gsub("^game 'wrong': ", "") or "it is accepted"
end

-- Where a text of each kind stands in a definition, and how messages call this place.
local places = {
  rule = { "rule 2", function(d, text) d.rules[2] = { "<direction>", text } end },
  wait = { "rule 2", function(d, text) d.rules[2] = { "wait", text } end },
  slide = { "rule 2", function(d, text) d.rules[2] = { "slide <red|yellow> <1..9>", text } end },
  moved = { "rule 2: move", function(d, text) d.rules[2] = { "<direction>", move = text } end },
  entered = { "rule 2: move: into", function(d, text)
    d.rules[2] = { "<direction>", move = { "box", into = text } }
  end },
  step = { "step 1", function(d, text) d.after[1] = text end },
  sweep = { "step 1, rule 1", function(d, text) d.after[1] = { sweep = { text } } end },
  when = { "rule 2: when", function(d, text) d.rules[2] = { "wait", when = text } end },
  after = { "step 1: when", function(d, text)
    d.after[1] = { "each [ box ] -> [ ]", when = text }
  end },
  swept = { "step 1, rule 1: when", function(d, text)
    d.after[1] = { sweep = { { "[ box ] -> [ ]", when = text } } }
  end },
  slides = { "rule 2: when", function(d, text)
    d.rules[2] = { "slide <red|yellow> <1..9>", when = text }
  end },
  ["end"] = { "end 1", function(d, text) d.ends[1] = { "Won", text } end },
  score = { "score", function(d, text) d.score = text end },
}

-- Pairs of lines: a text, and a caret with the message. A message ends "..." where the names of all
-- kinds follow.
local function wrong(what, kind, lines)
  describe(what, function()
    for text, blanks, why in lines:gmatch "([^\n]+)\n( *)^ ([^\n]+)\n" do
      it(text, function()
        local place, put = table.unpack(places[kind])
        local d = definition()
        put(d, text)
        local found = message(d):gsub("%(expected one of box floor .-%)\n", "...\n")
        local place_and_column = ("%s, column %d: "):format(place, #blanks + 1)
        assert.equal(place_and_column .. why .. "\n  " .. text .. "\n  " .. blanks .. "^", found)
      end)
    end
  end)
end

wrong("brackets and arrows that are wrong", "rule", [=[
player | open ] -> [ | player ]
^ 'player' is no direction; the cells begin with '['
[ [ player | open ] -> [ | player ]
  ^ expected the name of a kind or a group, got '['
[ player | open -> [ | player ]
                ^ expected '|' or ']', got '->'
[ player | open ] [ | player ]
                  ^ expected '->', got '['
[ player | open ] => [ | player ]
                  ^ expected '->', got '='
[ player | open ] -> | player ]
                     ^ expected '[' after '->', got '|'
[ player | open ] -> [ | player
                               ^ expected '|' or ']', got the end of the text
[ player | open ]
                 ^ expected '->', got the end of the text
[ player | open ] -> [ | player ] when keys > 0
                                  ^ expected the end, got 'when'
]=])

wrong("names of pieces", "rule", [=[
[ stone as a | open ] -> [ | open ]
           ^ the right side says nothing of this piece
[ stone as a | stone as a ] -> [ a | a ]
                        ^ the left side has two pieces 'a'
[ stone as box | open ] -> [ | box ]
           ^ 'box' is the name of a kind or a group: choose another one
[ stone as left | open ] -> [ | left ]
           ^ 'left' is a word of rules: choose another name
[ stone as A | open ] -> [ | A ]
           ^ expected a name of small letters after 'as', got 'A'
[ stone as | open ] -> [ | a ]
           ^ expected a name of small letters after 'as', got '|'
[ box as a | open ] -> [ | a ]
  ^ 'as' names a piece of a group; a kind has its name already
[ mine as a | open ] -> [ | a ]
  ^ 'as' names a piece of a group; a kind has its name already
[ mixed as a | open ] -> [ | a ]
  ^ the kinds of the group are in several layers
[ no stone as a | open ] -> [ | a ]
           ^ 'no' finds no piece that 'as' could name
[ stone as a or fly | open ] -> [ | a ]
           ^ a cell with 'or' cannot give a piece a name
[ open | edge or stone as a ] -> [ a | ]
                          ^ a cell with 'or' cannot give a piece a name
[ 2+ stone as a | open ] -> [ 2+ stone | a ]
              ^ a run is several pieces, which cannot be called 'a'
[ stone as a | a ] -> [ | a ]
               ^ 'a' is a piece: say 'same' for its kind
[ stone as a | open ] -> [ a turned left | ]
                           ^ only a group with headings can be turned
[ fly as a | open ] -> [ | next a ]
                                ^ 'next' wants a group that is a list
[ stone as a | open ] -> [ | random a ]
                                    ^ 'random' wants a group
[ stone as a | open ] -> [ | no a ]
                                ^ 'no' wants a kind or a group here
[ stone as a | open ] -> [ | a or box ]
                             ^ a choice is the name of one kind
[ stone as a | open ] -> [ a | stone like ]
                                          ^ expected the name of a piece after 'like', got ']'
[ stone as a | open ] -> [ a | stone like
                                         ^ expected the name of a piece after 'like', got the end of the text
[ stone as a | open ] -> [ a | like a ]
                               ^ 'like' wants a group in front
[ stone as a | stone like a ] -> [ a | ]
                     ^ 'like' stands on the right side only
[ stone as a | open ] -> [ a | stone like b ]
                                          ^ the left side calls no piece 'b': say 'as' there
[ stone as a | open ] -> [ a | box like a ]
                               ^ before 'like' stands a group alone
[ stone as a | open ] -> [ a | next stone like a ]
                                    ^ before 'like' stands a group alone
[ stone as a | open ] -> [ a | fly like a ]
                                        ^ 'a' is of no group with as many kinds in the same order
[ things as a | open ] -> [ a | stone like a ]
                                           ^ 'a' is of no group with as many kinds in the same order
]=])

wrong("a piece with a name in a condition", "when", [=[
[ stone as a ]
        ^ a condition moves no piece: leave 'as' out
some stone as a
           ^ a condition moves no piece: leave 'as' out
]=])

wrong("pieces that move", "moved", [=[
bxo
^ there is no kind 'bxo' (did you mean 'box'?)
stone
^ which one? The action names neither its kind nor <row> and <column>
box or rock
^ expected the kind or the group of a piece, in one layer
no box
^ expected the kind or the group of a piece, in one layer
mixed
^ expected the kind or the group of a piece, in one layer
2+ box
^ expected the kind or the group of a piece, in one layer
box or edge
^ expected the kind or the group of a piece, in one layer
<car>
^ the action has no slot '<car>'
wall
^ its layer has neither 'nothing' nor 'empty' to leave behind
nothing
^ the blank of a layer is no piece
box [
    ^ expected the name of a kind or a group, got '['
]=])

wrong("cells that pieces may enter", "entered", [=[
opne
^ there is no kind 'opne' (did you mean 'open'?)
open or edge
^ 'edge' cannot stand here
2+ open
^ '2+' cannot stand here
]=])

wrong("sides of different sizes", "rule", [=[
[ player | open ] -> [ player ]
                  ^ the left side has 2 cells, the right side 1
[ player | open ] -> [ | player / | ]
                  ^ the left side has 1 row, the right side 2
[ player | box / wall | wall ] -> [ | / | / | ]
                               ^ the left side has 2 rows, the right side 3
[ player | box / wall ] -> [ | ]
                      ^ the rows have different lengths
[ player | box / wall | wall ] -> [ | / ]
                                        ^ the rows have different lengths
]=])

wrong("words of the left side", "rule", [=[
[ playr | open no things ] -> [ | player ]
  ^ there is no kind 'playr' (did you mean 'player'?)
[ Player | open ] -> [ | player ]
  ^ there is no kind 'Player' (did you mean 'player'?)
[ player | opne no things ] -> [ | player ]
           ^ there is no kind 'opne' (did you mean 'open'?)
[ player | open no thing ] -> [ | player ]
                   ^ there is no kind 'thing' (did you mean 'things'?)
[ player | gem ] -> [ | player ]
           ^ there is no kind 'gem' ...
[ player | none ] -> [ | player ]
           ^ the group 'none' is empty
[ player | floor and box ] -> [ | player ]
                 ^ in a cell a blank means 'and': leave it out
[ player | box, rock ] -> [ | player ]
              ^ expected the name of a kind or a group, got ','
[ player | no ] -> [ | player ]
              ^ expected the name of a kind or a group, got ']'
[ player | or wall ] -> [ | player ]
           ^ expected a word, got 'or'
[ player | wall or ] -> [ | player ]
                   ^ expected a word after 'or', got ']'
[ player | no edge ] -> [ | player ]
              ^ 'no edge' says nothing: only 'edge' and '?' fit outside of the board
[ player | wall edge ] -> [ | player ]
                ^ 'edge' stands alone, or after 'or'
[ player | edge wall ] -> [ | player ]
                ^ expected 'or', got 'wall'
[ player | ? wall ] -> [ | player ]
             ^ '?' stands alone, got 'wall'
[ player | same ] -> [ | player ]
           ^ 'same' wants a group in a cell before it
[ mixed | same ] -> [ | ]
          ^ 'same': the kinds of the group are in several layers
[ <car> | open ] -> [ | <car> ]
  ^ the action has no slot '<car>'
[ mixed mixed mixed mixed mixed mixed | open ] -> [ | ]
                                ^ the cell has too many alternatives
[ box 50% | open ] -> [ | ]
      ^ expected the name of a kind or a group, got '50%'
]=])

wrong("cells around", "rule", [=[
[ box near rock ] -> [ rock ]
           ^ expected how many are near, such as 3, 2..3 or 2+, got 'rock'
[ box near -1 rock ] -> [ rock ]
           ^ expected how many are near, such as 3, 2..3 or 2+, got '-1'
[ box near 3..2 rock ] -> [ rock ]
           ^ '3..2': the smaller number stands first
[ box near 0..8 rock ] -> [ rock ]
           ^ this says nothing: so many are always near
[ box near 0+ left rock ] -> [ rock ]
           ^ this says nothing: so many are always near
[ box near 9 rock ] -> [ rock ]
           ^ there are only 8 such cells
[ box near 5+ orthogonal rock ] -> [ rock ]
           ^ there are only 4 such cells
[ box near 1..2 up rock ] -> [ rock ]
           ^ there is only 1 such cell
[ box near 3 ] -> [ rock ]
             ^ expected what is near: a kind, a group, mine or theirs, got ']'
[ box near 2+ or box ] -> [ rock ]
              ^ expected the name of a kind or a group, got 'or'
[ box near 3 no rock ] -> [ rock ]
             ^ expected what is near: a kind, a group, mine or theirs, got 'no'
[ stone near 3 same ] -> [ rock ]
               ^ expected what is near: a kind, a group, mine or theirs, got 'same'
[ box near 3 edge ] -> [ rock ]
             ^ expected what is near: a kind, a group, mine or theirs, got 'edge'
[ box near 3 rokc ] -> [ rock ]
             ^ there is no kind 'rokc' (did you mean 'rock'?)
[ box near 3 diagonal rock within 2 ] -> [ rock ]
                           ^ 'within' goes with all directions or with 'orthogonal'
[ box near 3 rock within 9 ] -> [ rock ]
                         ^ expected 1 to 8 behind 'within', got '9'
[ box near 3 rock within two ] -> [ rock ]
                         ^ expected 1 to 8 behind 'within', got 'two'
[ box no near 3 rock ] -> [ rock ]
         ^ instead of 'no near' say the other numbers
[ box ] -> [ rock near 3 box ]
                  ^ 'near' cannot stand on the right side
]=])

wrong("ways", "rule", [=[
[ box way ] -> [ rock ]
          ^ expected 'to': where the way leads, got ']'
[ box way to ] -> [ rock ]
             ^ expected a kind, a group, mine or theirs, got ']'
[ box way to no rock ] -> [ rock ]
             ^ expected a kind, a group, mine or theirs, got 'no'
[ box way to rokc ] -> [ rock ]
             ^ there is no kind 'rokc' (did you mean 'rock'?)
[ box way over to rock ] -> [ rock ]
               ^ expected the name of a kind or a group, got 'to'
[ box way to bottm ] -> [ rock ]
             ^ there is no kind 'bottm' (did you mean 'bottom'?)
[ box way to egde ] -> [ rock ]
             ^ there is no kind 'egde' (did you mean 'edge'?)
[ way to rock ] -> [ rock ]
  ^ say what the way goes over: way over floor to ...
[ no way to rock ] -> [ rock ]
     ^ say what the way goes over: way over floor to ...
[ box or no way to rock ] -> [ rock ]
            ^ say what the way goes over: way over floor to ...
[ box way diagonal to rock ] -> [ rock ]
          ^ expected 'to': where the way leads, got 'diagonal'
[ box ] -> [ rock way to box ]
                  ^ 'way' cannot stand on the right side
]=])

wrong("a way that a slot would name", "slide", [=[
[ box way to <red|yellow> ] -> [ rock ]
             ^ expected a kind, a group, mine or theirs, got '<red|yellow>'
[ <red|yellow> way to rock ] -> [ rock ]
               ^ say what the way goes over: way over floor to ...
]=])

wrong("what is joined", "when", [=[
joined
      ^ expected the kind of a cell, got the end of the text
joined red
          ^ expected 'from': where it begins, got the end of the text
joined red from
               ^ expected the kind of a cell, got the end of the text
joined red from top
                   ^ expected 'to': where it ends, got the end of the text
joined red from top to
                      ^ expected the kind of a cell, got the end of the text
joined red from top to rokc
                       ^ there is no kind 'rokc' (did you mean 'rock'?)
joined red from lfet to right
                ^ there is no kind 'lfet' (did you mean 'left'?)
joined red from left to red rihgt
                            ^ there is no kind 'rihgt' ...
no joined red from left
                       ^ expected 'to': where it ends, got the end of the text
joined red from top or left to bottom
                    ^ expected 'to': where it ends, got 'or'
joined diagonal red from top to bottom
       ^ there is no kind 'diagonal' ...
]=])

wrong("cells around that a slot would name", "slide", [=[
[ box near 3 <red|yellow> ] -> [ rock ]
             ^ expected what is near: a kind, a group, mine or theirs, got '<red|yellow>'
]=])

wrong("contradictions", "rule", [=[
[ box no box | open ] -> [ | player ]
  ^ no cell can be all of this at once
[ mine box | open ] -> [ | player ]
  ^ no cell can be all of this at once
[ open | mine theirs ] -> [ player | ]
         ^ no cell can be all of this at once
[ box | wall or mine player ] -> [ player | ]
        ^ no cell can be all of this at once
[ box | edge | open ] -> [ player | | ]
               ^ no cell of the board lies behind its edge
[ 1+ box | box ] -> [ 1+ box | ]
           ^ no such cell lies behind the run, which takes as many as there are
[ box | edge | ? | open ] -> [ player | | | ]
                   ^ no cell of the board lies behind its edge
[ 2+ open | floor or target ] -> [ 2+ open | wall ]
            ^ no such cell lies behind the run, which takes as many as there are
[ player box | open ] -> [ | player ]
  ^ no cell can be all of this at once
[ player | floor or box no things ] -> [ | player ]
                    ^ no cell can be all of this at once
[ player | open ] -> [ | player box ]
                                ^ two kinds of one layer cannot be in one cell
[ stone | open ] -> [ stone red | ]
                            ^ two kinds of one layer cannot be in one cell
]=])

wrong("words of the right side", "rule", [=[
[ player | open ] -> [ | palyer ]
                         ^ there is no kind 'palyer' (did you mean 'player'?)
[ player | wall ] -> [ | player ]
           ^ 'wall' goes away, but its layer has neither 'nothing' nor 'empty' to leave there: say on the right what is there
[ player | open ] -> [ | player no wall ]
                                   ^ 'wall' goes away, but its layer has neither 'nothing' nor 'empty' to leave there: say on the right what is there
[ player | open ] -> [ | same ]
                         ^ 'same' cannot stand on the right side
[ player | open ] -> [ | edge ]
                         ^ 'edge' cannot stand on the right side
[ player | open ] -> [ | ? ]
                         ^ '?' cannot stand on the right side
[ player | open ] -> [ | stone ]
                         ^ the left side does not say which 'stone' it is
[ stone or box | open ] -> [ | stone ]
                               ^ the left side does not say which 'stone' it is
[ stone | stone | open ] -> [ | | stone ]
                                  ^ the left side names 'stone' in several cells
[ mixed | open ] -> [ | mixed ]
                        ^ the kinds of 'mixed' are in several layers
[ player | open ] -> [ | no mine ]
                            ^ 'no' wants a kind or a group here
]=])

wrong("chances", "rule", [=[
[ player | open ] -> [ | box or rock 50% ]
                         ^ some of the choices have no percentage: only the last one may do without
[ player | open ] -> [ | box 50% or player or rock ]
                         ^ some of the choices have no percentage: only the last one may do without
[ player | open ] -> [ | box 100% or rock ]
                         ^ the percentages leave nothing for the last choice
[ player | open ] -> [ | box 0.001% or rock ]
                             ^ '0.001%': a percentage has at most two decimals
[ player | open ] -> [ | box 0.00% or rock ]
                             ^ '0.00%': expected 0.01% to 100%
[ player | open ] -> [ | box keys% or rock 50% ]
                         ^ where a field is a percentage, the last choice has none and gets what is left
[ player | open ] -> [ | box keys% ]
                         ^ where a field is a percentage, the last choice has none and gets what is left
[ player | open ] -> [ | box kyes% or rock ]
                             ^ there is no field 'kyes' (did you mean 'keys'?)
[ player | open ] -> [ | box zz% or rock ]
                             ^ there is no field 'zz' (expected one of keys)
[ player | open ] -> [ | box points% or rock ]
                             ^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
[ player | open ] -> [ | box bag% or rock ]
                             ^ 'bag' is an array: a percentage is a single number
[ player | open ] -> [ | box 50% or rock 49% ]
                         ^ the percentages are not 100 in all
[ player | open ] -> [ | box 50% rock 50% ]
                                 ^ expected 'or', got 'rock'
[ player | open ] -> [ | 50% box or 50% rock ]
                         ^ '50%': a percentage stands behind its kind
[ player | open ] -> [ | box 0% or rock 100% ]
                             ^ '0%': expected 0.01% to 100%
[ player | open ] -> [ | box 200% ]
                             ^ '200%': expected 0.01% to 100%
[ player | open ] -> [ | box 50 or rock 50 ]
                             ^ expected 'or' or a percentage such as 50%, got '50'
[ player | open ] -> [ | stone or rock ]
                         ^ a choice is the name of one kind
[ player | open ] -> [ | box or no rock ]
                                ^ 'no' cannot stand in a cell with 'or' or percentages
[ player | open ] -> [ | random box ]
                                ^ 'random' wants a group
[ player | open ] -> [ | next box ]
                              ^ 'next' wants a group that is a list
[ player | open ] -> [ | next fly ]
                              ^ 'next' wants a group that is a list
[ player | open ] -> [ | next mixed ]
                              ^ the kinds of 'mixed' are in several layers
[ player | open ] -> [ | next stone box ]
                                    ^ two kinds of one layer cannot be in one cell
[ player | box ] -> [ | next stone ]
                             ^ 'box', which the left side says, is none of its kinds
[ player | open ] -> [ | next stone no rock ]
                                       ^ 'no' and 'next' cannot mean one layer
[ player | open ] -> [ | box or next stone ]
                                ^ 'next' cannot stand in a cell with 'or' or percentages
[ player | next stone ] -> [ | player ]
           ^ 'next' stands on the right side only
[ player | open ] -> [ | random ]
                                ^ expected the name of a kind or a group, got ']'
]=])

wrong("runs", "rule", [=[
[ player | 2+ ] -> [ | player ]
              ^ the run does not say what it consists of
[ player | 0+ box ] -> [ | 0+ box ]
           ^ '0+': a run begins with 1+ to 2000+
[ player | 2001+ box ] -> [ | 2001+ box ]
           ^ '2001+': a run begins with 1+ to 2000+
[ player | 1+ box | open ] -> [ | player | 4294967297+ box ]
                                           ^ '4294967297+': a run begins with 1+ to 2000+
[ player | 2 box ] -> [ | player ]
           ^ there is no kind '2' ...
[ player | 2+ box | open ] -> [ | player | 3+ box ]
                                           ^ the right side must have the runs of the left side
[ player | 2+ box | open ] -> [ | player | box ]
                           ^ the right side must have the runs of the left side
[ 1+ box | 1+ wall ] -> [ 1+ wall | 1+ box ]
                          ^ runs keep their order, and each its length
[ player | 2+ box / player | box ] -> [ | 2+ / | ]
^ a pattern with a run has one row
ahead of fly [ 1+ box | fly ] -> [ 1+ box | fly ]
               ^ the first cell must name the piece whose heading is meant
[ player | 1+ ? | box ] -> [ | 1+ | ]
           ^ a run consists of cells of the board
[ player | 1+ box or edge ] -> [ player | 1+ ]
           ^ a run consists of cells of the board
[ 1+ stone | same ] -> [ | 1+ ]
             ^ 'same' wants a group in a cell before it
[ player | 1+ stone | open ] -> [ | player | 1+ stone ]
                                                ^ the right side cannot take 'stone' from a run: there a run is its number alone, such as '1+'
[ 1+ box | 1+ rock | 1+ box | 1+ rock | 1+ box ] -> [ 1+ | 1+ | 1+ | 1+ | 1+ ]
                                        ^ a rule has at most 4 runs
]=])

wrong("directions", "rule", [=[
rigth [ player | open ] -> [ | player ]
^ 'rigth' is no direction (did you mean 'right'?)
right or dwon [ player | open ] -> [ | player ]
         ^ 'dwon' is no direction (did you mean 'down'?)
right down [ player | open ] -> [ | player ]
      ^ expected 'or' or '[', got 'down'
right or [ player | open ] -> [ | player ]
         ^ expected a direction or '[', got '['
right each [ player | open ] -> [ | player ]
      ^ 'each' stands in front of the direction
first random [ player | open ] -> [ | player ]
      ^ 'random': one such word is enough
every right [ player | open ] -> [ | player ]
^ 'every' wants several directions
every <direction> [ player | open ] -> [ | player ]
^ 'every' wants several directions
every all [ player ] -> [ ]
^ 'every' wants several directions
random every all [ player | open ] -> [ | player ]
       ^ 'random' draws one direction: leave 'every' out
every first all [ player | open ] -> [ | player ]
      ^ 'first' stands in front of the direction
evry all [ player | open ] -> [ | player ]
^ 'evry' is no direction (did you mean 'every'?)
<direction8> [ player | open ] -> [ | player ]
^ '<direction8>': the direction that the action names is <direction>
ahead fly [ fly | open ] -> [ | fly ]
      ^ expected 'of' after 'ahead', got 'fly'
behind [ fly | open ] -> [ | fly ]
       ^ expected the name of a group with headings, got '['
left of flyy [ fly | open ] -> [ | fly ]
        ^ there is no group 'flyy' (did you mean 'fly'?)
left of stone [ stone | open ] -> [ | stone ]
        ^ 'stone' is no group with headings
ahead of fly [ player | open ] -> [ | player ]
               ^ the first cell must name the piece whose heading is meant
[ stone | open ] -> [ | stone turned left ]
                        ^ only a group with headings can be turned
[ mine | open ] -> [ | mine turned back ]
                       ^ only a group with headings can be turned
[ fly | open ] -> [ | fly turned around ]
                                 ^ expected left, right or back after 'turned', got 'around'
[ fly | open ] -> [ | fly turnd left ]
                          ^ there is no kind 'turnd' (did you mean 'turned'?)
diagonal [ player | open / player | open ] -> [ | / | ]
^ a pattern with several rows cannot lie diagonally
]=])

wrong("what an action does not name", "wait", [=[
<direction> [ player | open ] -> [ | player ]
^ there is no action that names a direction
[ <red|yellow> ] -> [ ]
  ^ the action has no slot '<red|yellow>'
]=])

wrong("slots that name no kinds", "slide", [=[
[ <red|yellow> | open ] -> [ | <1..9> ]
                               ^ not every word of '<1..9>' is a kind
]=])

wrong("steps", "step", [=[
down [ rock | open ] -> [ | rock ]
^ begin with each, first or random: where is it to be carried out?
eahc down [ rock | open ] -> [ | rock ]
^ begin with each, first or random: where is it to be carried out? (did you mean 'each'?)
each <direction> [ rock | open ] -> [ | rock ]
     ^ this belongs to no action that names a direction: say which
each [ edge | edge ] -> [ | ]
       ^ no cell of the pattern is on the board
each [ mine <red|yellow> ] -> [ ]
            ^ there is no action whose slot '<red|yellow>' could be meant
]=])

wrong("rules of a sweep", "sweep", [=[
each down [ rock | open ] -> [ | rock ]
^ a sweep visits each cell: leave 'each' out
random [ rock ] -> [ box ]
^ a sweep visits each cell: leave 'random' out
every first all [ rock | open ] -> [ | rock ]
      ^ a sweep visits each cell: leave 'first' out
]=])

wrong("conditions", "when", [=[
every all [ box | box ]
^ 'every' is for rules that change something: leave it out
som box
^ expected some, no, all, count, line, joined, stuck, turn, a field, a number, '(' or '[', got 'som' (did you mean 'some'?)
kyes > 0
^ expected some, no, all, count, line, joined, stuck, turn, a field, a number, '(' or '[', got 'kyes' (did you mean 'keys'?)
box on target
^ 'box': say some, no, all, count, line or joined in front, or at behind
some bxo
     ^ there is no kind 'bxo' (did you mean 'box'?)
some
    ^ expected the kind of a cell, got the end of the text
all box
       ^ expected 'on' after 'all', got the end of the text
all box on targte
           ^ there is no kind 'targte' (did you mean 'target'?)
count box == 3
          ^ there is no '==': use =
count box > count [ box | box ]
                  ^ patterns cannot be counted, only cells
count box > count
                 ^ expected the kind of a cell, got the end of the text
count box
         ^ expected = ~= < <= > or >=, got the end of the text
count [ box | box ] = 2
      ^ patterns cannot be counted, only cells
count box = 3 and
                 ^ expected some, no, all, count, line, joined, stuck, turn, a field, a number, '(' or '[', got the end of the text
keys > points
       ^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
keys == 1
     ^ there is no '==': use =
keys != 1
     ^ there is no '!=': use ~=
(some box) (some rock)
           ^ expected 'and' or 'or', got '('
keys = = 1
       ^ expected a number, a field, 'count' or 'turn', got '='
keys = 10000000000000000
       ^ '10000000000000000': numbers are -10^15 to 10^15
bag > 0
^ 'bag' is an array: a condition compares a single number
points > 0
^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
keys > 0 and points = count box
             ^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
[ box | <red|yellow> ]
        ^ there is no action whose slot '<red|yellow>' could be meant
<direction> [ box | box ]
^ there is no action that names a direction
no <row> [ box | box ]
   ^ '<row>': the direction that the action names is <direction>
no box adn some rock
       ^ there is no kind 'adn' (did you mean 'and'?)
line mine
     ^ expected a number, got 'mine'
line 0 mine
       ^ a line has 1 to 2000 cells
player at 1 1
          ^ expected row or column, got '1'
player at row 0
       ^ rows and columns count from 1, or from -1 at the end
player at column 1 row 1
                   ^ the row stands before the column
no box at row 1
       ^ 'at' wants the cell alone: 'box at row 1'; on a kind is 'on'
(keys + 1) * 2 = 3
         ^ sums have no parentheses: * and % count before + and -
2 * (keys + 1) = 3
    ^ sums have no parentheses: * and % count before + and -
turn = 0
       ^ the players are 1 to 2
3 ~= turn
^ the players are 1 to 2
turn < 1
       ^ the players are 1 to 2
turn > 2
       ^ the players are 1 to 2
1 > turn
^ the players are 1 to 2
3 <= turn
^ the players are 1 to 2
some edge
     ^ 'edge' cannot stand in a condition
some 2+ box
     ^ '2+' cannot stand in a condition
all box on 1..2 box
           ^ '1..2' cannot stand in a condition
count 2..3 box = 1
      ^ '2..3' cannot stand in a condition
some stone same
           ^ 'same' wants a group in a cell before it
some [ box | box ]
     ^ a pattern stands alone, or after 'no'
each right [ box | box ]
^ a condition asks about the whole board: leave 'each' out
no rigth [ box | box ]
   ^ 'rigth' is no direction (did you mean 'right'?)
[ box | bxo ]
        ^ there is no kind 'bxo' (did you mean 'box'?)
[ box | box ] -> [ | box ]
              ^ a condition changes nothing: there can be no '->'
stuck
^ 'stuck' stands in ends only
]=])

wrong("ends", "end", [=[
stcuk
^ expected some, no, all, count, line, joined, stuck, turn, a field, a number, '(' or '[', got 'stcuk' (did you mean 'stuck'?)
some box and
            ^ expected some, no, all, count, line, joined, stuck, turn, a field, a number, '(' or '[', got the end of the text
points = 6
^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
no <direction> [ box | box ]
   ^ this belongs to no action that names a direction: say which
]=])

wrong("conditions of steps", "after", [=[
points > 0
^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
<direction> [ box | box ]
^ this belongs to no action that names a direction: say which
]=])

wrong("conditions of sweeps", "swept", [=[
no box and points > 0
           ^ 'points' is a counter, and counters decide nothing: declare it in fields = { ... }
]=])

wrong("conditions of actions with slots", "slides", [=[
some <red|yellow>
     ^ there is no action whose slot '<red|yellow>' could be meant
[ box | <red|yellow> ]
        ^ there is no action whose slot '<red|yellow>' could be meant
]=])

wrong("scores", "score", [=[
count bxo
      ^ there is no kind 'bxo' (did you mean 'box'?)
count box = 3
          ^ expected the end, got '='
]=])

-- Each line changes the definition d; then comes the message.
local function faulty(what, lines)
  describe(what, function()
    for code, expected in lines:gmatch " *([^\n]-) %-%-> ([^\n]+)" do
      it(code, function()
        local d = definition()
        assert(load("local d = ... " .. code))(d)
        assert.equal(expected, message(d))
      end)
    end
  end)
end

faulty("tables of rules that are wrong", [[
  d.rules = "wait" --> rules: expected a value of type table, got 'wait'
  d.rules = { wait = "" } --> rules: expected a list, got the key 'wait'
  d.rules = { "wait" } --> rule 1: expected a list of its action and its picture, such as { "<direction>", "[ player | empty ] -> [ | player ]" }, got 'wait'
  d.rules[3] = { "wait" } --> rules: entry 2 is missing
  d.rules[2] = {} --> rule 2: the action is missing (expected a value of type string)
  d.rules[2] = { "wait", 7 } --> rule 2: the pattern: expected a value of type string, got 7
  d.rules[2] = { "wait", "[ box ] -> [ ]", "some box" } --> rule 2: expected the actions and one pattern, got another text behind it
  d.rules[2] = { "wiat" } --> rule 2: no move is called 'wiat' (did you mean 'wait'?)
  d.rules[2] = { "<up|dwon>" } --> rule 2: no move is called '<up|dwon>' (the moves are <direction>, wait, put <row> <column>, slide <red|yellow> <1..9>)
  d.rules[2] = { "wait", whne = "some box" } --> rule 2: unknown key 'whne' (did you mean 'when'?)
  d.rules[2] = { "wait", when = 7 } --> rule 2: when: expected a value of type string, got 7
  d.rules[2] = { "wait", count = "pionts" } --> rule 2: count: there is no field or counter 'pionts' (did you mean 'points'?)
  d.rules[2] = { "wait", count = "bag" } --> rule 2: count: 'bag' is an array
  d.rules[2] = { "wait", count = { points = 1 } } --> rule 2: count: expected a list, got the key 'points'
  d.rules[2] = { "wait", add = "points" } --> rule 2: add: expected a value of type table, got 'points'
  d.rules[2] = { "wait", add = { "points" } } --> rule 2: add: expected names with numbers, such as { points = 10 }
  d.rules[2] = { "wait", add = { points = 1.5 } } --> rule 2: add: points: expected a value of type integer, got 1.5
  d.rules[2] = { "wait", add = { points = 1 << 50 } } --> rule 2: add: points: expected -10^12..10^12, got 1125899906842624
  d.rules[2] = { "wait", why = "" } --> rule 2: why: expected a line of 1..200 bytes, got ''
  d.rules[2] = { "wait", why = "a\nb" } --> rule 2: why: expected a line of 1..200 bytes, got 'a\x0Ab'
  d.rules[2] = { "wait", event = "two words" } --> rule 2: event: expected a word of at most 23 letters, digits, '_' and '-', got 'two words'
  d.rules[2] = { "wait", over = true } --> rule 2: over: expected a value of type string, got true
  d.outcomes = { "Won" } d.rules[2] = { "wait", over = "Wno" } --> rule 2: over: there is no outcome 'Wno' (did you mean 'Won'?)
  d.outcome = print d.rules[2] = { "wait", over = "Won" } --> rule 2: over: a game with a function outcome ends by it alone
  d.rules[2] = { "wait", keep_turn = 1 } --> rule 2: keep_turn: expected a value of type boolean, got 1
  d.rules[2] = { "wait", call = "f" } --> rule 2: call: expected a value of type function, got 'f'
  d.rules[2] = { "wait", at_once = true } --> rule 2: unknown key 'at_once' (expected one of add count event over reward when call keep_turn move squash why)
  d.rules = { { "wait" }, { "<direction>" } } d.apply = nil --> move 3 (put <row> <column>) has no rule, and there is no function apply
  d.moves = { "wait" } --> every move has a rule, so apply would never be called
  d.turn = print --> a game with rules has no function turn: its rules say keep_turn
]])

faulty("groups with headings", [[
  d.groups.two = { left = "fly_left", right = "fly_right", up = "fly_up" } --> group 'two': down is missing (expected a value of type string)
  d.groups.two = { left = "fly_left" } --> group 'two': right is missing (expected a value of type string)
  d.groups.two = { left = "fly_left", up = "fly_up" } --> group 'two': down is missing (expected a value of type string)
]])

faulty("move that is wrong", [[
  d.rules[2] = { "<direction>", move = 7 } --> rule 2: move: expected a value of type string or table, got 7
  d.rules[2] = { "<direction>", move = { into = "open" } } --> rule 2: move: the piece is missing (expected a value of type string)
  d.rules[2] = { "<direction>", move = { "box", int = "open" } } --> rule 2: move: unknown key 'int' (did you mean 'into'?)
  d.rules[2] = { "<direction>", move = { "box", into = 7 } } --> rule 2: move: into: expected a value of type string, got 7
  d.rules[2] = { "<direction>", move = { "box", joins = { left = {} } } } --> rule 2: move: joins: unknown key 'left' (expected one of down right)
  d.rules[2] = { "<direction>", move = { "box", joins = { right = { "bxo" } } } } --> rule 2: move: joins: right: there is no kind or group 'bxo' (did you mean 'box'?)
  d.rules[2] = { "<direction>", move = { "box", joins = { right = { "box" } } } } --> rule 2: joins wants an action that names <row> and <column>
  d.rules[2] = { "<direction>", "[ box ] -> [ ]", move = "box" } --> rule 2: it has a pattern and move
  d.rules[2] = { "<direction>", move = "box", squash = { "stone" } } --> rule 2: it has squash and move
  d.rules[2] = { "wait", move = "box" } --> rule 2: move wants an action that names a direction
  d.rules[2] = { "put <row> <column>", move = "box" } --> rule 2: move wants an action that names a direction
  d.moves[5] = "at <row> <direction>" d.rules[2] = { "at <row> <direction>", move = "box" } --> rule 2: move wants an action that names <row> and <column>, or a kind
  d.moves[5] = "go <direction> <0..9>" d.rules[2] = { "go <direction> <0..9>", move = "box" } --> rule 2: move wants a number of steps that begins with 1
  d.moves[5] = "go <direction> <left|right>" d.rules[2] = { "go <direction> <left|right>", move = "box" } --> rule 2: move wants an action that names one direction
  d.moves[5] = "go <direction> <left|right>" d.rules[2] = { "go <direction> <left|right>", squash = { "stone" } } --> rule 2: squash wants an action that names one direction
  d.moves[5] = "go <row> <column> <direction>" d.rules[2] = { "go <row> <column> <direction>", move = { "box", joins = { right = { "rock" } } } } --> rule 2: joins: the piece has no 'rock'
  d.moves[5] = "go <row> <column> <direction>" d.rules[2] = { "go <row> <column> <direction>", move = { "red", joins = { right = { "stone" } } } } --> rule 2: joins: the piece has not all kinds of 'stone'
  d.moves[5] = "go <1..2> <direction> <1..9>" d.rules[2] = { "go <1..2> <direction> <1..9>", move = "box" } --> rule 2: move wants one number at most: how many steps
  d.moves[5] = "go <row> <column> <row> <direction>" d.rules[2] = { "go <row> <column> <row> <direction>", move = "box" } --> rule 2: move wants an action with one <row> and one <column>
  d.moves[5] = "go <row> <column> <direction>" d.rules[2] = { "go <row> <column> <direction>", move = { "box", joins = { down = { "wall" } } } } --> rule 2: joins: the kinds must be in the layer of the piece
]])

faulty("squash that is wrong", [[
  d.rules[2] = { "<direction>", squash = "stone" } --> rule 2: squash: expected a value of type table, got 'stone'
  d.rules[2] = { "<direction>", squash = { "stnoe" } } --> rule 2: squash: there is no group 'stnoe' (did you mean 'stone'?)
  d.rules[2] = { "<direction>", squash = { "none" } } --> rule 2: the group is empty
  d.rules[2] = { "<direction>", squash = { "stone", wroth = {} } } --> rule 2: squash: unknown key 'wroth' (did you mean 'worth'?)
  d.rules[2] = { "<direction>", squash = { "stone", worth = { 0, 4 } } } --> rule 2: squash: worth wants count, the counter that it is added to
  d.rules[2] = { "<direction>", squash = { "stone", worth = { 0, 4, 8 }, count = "points" } } --> rule 2: squash: worth: 'stone' has 2 kinds, got 3 numbers
  d.rules[2] = { "<direction>", "[ box ] -> [ ]", squash = { "stone" } } --> rule 2: it has a pattern and squash
  d.rules[2] = { "wait", squash = { "stone" } } --> rule 2: squash wants an action that names a direction
]])

describe("a suggestion", function()
  it("is none for the end of the text, and none that shares nothing", function()
    for text, got in pairs {
      [""] = "got the end of the text", ["k +"] = "got the end of the text", ["()"] = "got ')'",
      ["j = 3"] = "got 'j'",
    } do
      local d = definition()
      d.fields, d.after = { k = 0 }, { { "each [ box ] -> [ ]", when = text } }
      assert.equal(got, message(d):match "%f[%w]got [^\n]*")
    end
  end)
end)

faulty("steps and ends that are wrong", [[
  d.after = "each [ box ] -> [ ]" --> after: expected a value of type table, got 'each [ box ] -> [ ]'
  d.after = { each = "[ box ] -> [ ]" } --> after: expected a list, got the key 'each'
  d.after = { { agian = {} } } --> step 1: unknown key 'agian' (did you mean 'again'?)
  d.after = { { swep = {} } } --> step 1: unknown key 'swep' (did you mean 'sweep'?)
  d.after = { {} } --> step 1: the pattern is missing (expected a value of type string)
  d.after = { { "each [ box ] -> [ ]", "each [ rock ] -> [ ]" } } --> step 1: expected one pattern, got another text behind it
  d.after = { { "each [ box ] -> [ ]", why = "no" } } --> step 1: unknown key 'why' (expected one of add count each event from over reward when)
  d.after = { { sweep = "[ box ] -> [ ]" } } --> step 1: sweep: expected a value of type table, got '[ box ] -> [ ]'
  d.after = { { sweep = {} } } --> step 1: the sweep has no rules
  d.after = { { sweep = { 7 } } } --> step 1, rule 1: expected a value of type string or table, got 7
  d.after = { { sweep = { "[ box ] -> [ ]" }, atonce = true } } --> step 1: unknown key 'atonce' (did you mean 'at_once'?)
  d.after = { { sweep = { "[ box ] -> [ ]" }, at_once = 1 } } --> step 1: at_once: expected a value of type boolean, got 1
  d.after = { { sweep = { { "[ box ] -> [ ]", whne = "" } } } } --> step 1, rule 1: unknown key 'whne' (did you mean 'when'?)
  d.ends = { Won = "no box" } --> ends: expected a list, got the key 'Won'
  d.ends = { "Won" } --> end 1: expected a list such as { "Won", "all box on target" }, got 'Won'
  d.ends = { { "Won" } } --> end 1: the condition is missing (expected a value of type string)
  d.ends = { { "Won", "no box", "no rock" } } --> end 1: expected an outcome and one condition, got another text behind it
  d.ends = { { "Won", "no box", winner = 1 } } --> end 1: unknown key 'winner': who has won is told by `score`, which is that of the player who has acted: score = 1 if he wins, -1 if he loses
  d.ends = { { "Won", "no box", scroe = 1 } } --> end 1: unknown key 'scroe' (did you mean 'score'?)
  d.ends = { { "Won", "no box", score = "1" } } --> end 1: score: expected a value of type integer, got '1'
  d.ends = { { { "Won" }, "no box" } } --> end 1: expected an outcome for each of the 2 players, got 1
  d.ends = { { "", "no box" } } --> end 1: an outcome is a text of 1..63 bytes, got ''
  d.ends = { { "Won", "no box" } } d.goal = "Out" --> goal: there is no outcome 'Out' (expected one of Won); what functions end the game with stands in `outcomes`
  d.outcomes = { "Won" } d.goal = "Out" --> goal: there is no outcome 'Out' (expected one of Won)
  d.outcomes = { "A win", "A loss" } d.goal = "Out" --> goal: there is no outcome 'Out' (expected one of 'A win' 'A loss')
  d.ends = { { "Won", "no box" } } d.goal = "Wno" --> goal: there is no outcome 'Wno' (did you mean 'Won'?)
  d.ends = { { "Won", "no box" } } d.outcome = print --> ends: a game with a function outcome ends by it alone
  d.ends = { { "Won", "stuck" } } --> end 1: 'stuck' wants a rule for every move
]])

describe("an option without a field", function()
  it("is told how it can be asked for", function()
    local told = "'wind' (an option is asked for by a field of its name: declare one)"
    local d = definition()
    d.options, d.ends = { wind = 5 }, { { "Won", "wind > 3" } }
    assert.equal(told, message(d):match "got ('wind'[^\n]*)")
    d.ends, d.after = nil, { "each [ box ] -> [ rock wind% or box ]" }
    assert.equal("there is no field " .. told, message(d):match "there is no [^\n]*")
    d.fields.wind = 0
    assert.is_true((pcall(game, d)))
  end)
end)

faulty("names and pieces that are wrong", [[
  d.score = "pionts" --> score: there is no field or counter 'pionts' (did you mean 'points'?)
  d.score = 7 --> score: expected a value of type function or string, got 7
  d.pieces = { "red" } --> pieces: expected one entry for each of the 2 players, got 1
  d.pieces = { "red", "yelow" } --> pieces: no kind is called 'yelow' (did you mean 'yellow'?)
  d.pieces = { "red", {} } --> pieces: player 2 has no kinds
  d.pieces = { "red", "red" } --> pieces: 'red' is named twice
  d.groups.fly.left = nil --> group 'fly': left is missing (expected a value of type string)
  d.groups.fly.left = "fly_lfet" --> group 'fly': no kind is called 'fly_lfet' (did you mean 'fly_left'?)
  d.groups.fly.left = "fly_up" --> group 'fly': 'fly_up' has two headings
  d.groups.fly.left = "wall" --> group 'fly': its headings are in several layers
  d.groups.fly.north = "fly_up" --> group 'fly': unknown key 'north' (expected one of down left right up)
  d.groups.things = { "rock" } --> 'things' is a layer and a group
  d.groups.edge = { "rock" } --> 'edge' means something else in rules, so it cannot be a group
  d.legend.e = { things = "on" } --> 'on' means something else in rules, so it cannot be a kind
]])

describe("pieces in rules", function()
  it("that move are no group with the blank of their layer", function()
    local d = definition()
    d.groups.any, d.rules[2] = { "nothing", "box" }, { "<direction>", move = "any" }
    assert.equal("rule 2: move, column 1: the blank of a layer is no piece\n  any\n  ^", message(d))
  end)

  it("want a definition with pieces of one layer", function()
    local d = definition()
    d.pieces, d.after = nil, { "each [ mine ] -> [ ]" }
    assert.equal("step 1, column 8: 'mine' wants the game to have pieces = { ... }\n"
      .. "  each [ mine ] -> [ ]\n         ^", message(d))
    d.pieces = { "red", "wall" }
    assert.equal("step 1, column 8: 'mine': the pieces are in several layers\n"
      .. "  each [ mine ] -> [ ]\n         ^", message(d))
  end)
end)

describe("odd texts of rules", function()
  local function step(text)
    local d = definition()
    d.after[1] = text
    return message(d)
  end

  it("may have several lines", function()
    assert.equal("it is accepted", step "each\n\t[ box ]\r\n  -> [ rock ]")
    assert.equal("step 1, column 21: there is no kind 'rcok' (did you mean 'rock'?)\n"
      .. "  each [ box ]   -> [ rcok ]\n                      ^",
      step "each\n[ box ]\n  -> [ rcok ]")
  end)

  it("have no control characters", function()
    for _, control in ipairs { "\0", "\1", "\127" } do
      local text = "each [ b" .. control .. "x ] -> [ ]"
      assert.equal("step 1, column 9: control characters cannot stand in a rule\n"
        .. "  each [ b x ] -> [ ]\n          ^", step(text))
    end
  end)

  it("may not be empty", function()
    local expected = "step 1, column %d: begin with each, first or random: where is it to be "
      .. "carried out?\n  %s\n  %s^"
    assert.equal(expected:format(1, "", ""), step "")
    assert.equal(expected:format(4, "   ", "   "), step "   ")
  end)

  it("are shown as they can be printed", function()
    assert.equal("step 1, column 8: expected the name of a kind or a group, got '\u{1F600}'\n"
      .. "  each [ \u{1F600} ] -> [ ]\n         ^", step "each [ \u{1F600} ] -> [ ]")
    assert.equal("step 1, column 12: expected the name of a kind or a group, got '\\xFF'\n"
      .. "  each [ box \\xFF ] -> [ ]\n             ^", step "each [ box \xFF ] -> [ ]")
  end)

  it("are shown around the place if they are long", function()
    local found = step("each [ box" .. (" or box"):rep(40) .. " ] -> [ ]")
    assert.equal("step 1, column 232: the cell has too many alternatives\n"
      .. "  ...or box or box or box or box or box or box or box or box or box or box or box or box"
      .. " or box...\n" .. (" "):rep(50) .. "^", (found:gsub("%.%.%. *or", "...or")))
  end)

  it("have at most 64 cells on a side", function()
    local cells = ("| "):rep(63)
    local function sides(left, right)
      return step("each right [ box " .. left .. "] -> [ rock " .. right .. "]"):match "[^\n]+"
    end
    assert.equal("it is accepted", sides(cells, cells))
    assert.equal("step 1, column 144: a side has at most 64 cells", sides(cells .. "| ", ""))
    assert.equal("step 1, column 156: a side has at most 64 cells", sides("", cells .. "| "))
  end)

  it("end with a message however long they are", function()
    for _, part in ipairs { "[", "]", "|", "/", "each ", "box ", "no ", "or ", "2+ ", "up or ",
      "? ", "-> ", "<direction> ", "<", "[ box ] -> [ ] ", "9", "%", "\xC3" } do
      for _, front in ipairs { "", "each [ ", "each [ box ] -> [ " } do
        local text = front .. part:rep(20000)
        local found = step(text)
        assert.truthy(found:find "^step 1, column %d+: " and #found < 1000, front .. part)
        local d = definition()
        d.rules[1].when = text
        assert.truthy(message(d):find "^rule 1: when, column %d+: ", front .. part)
      end
    end
  end)
end)

describe("a rule that can never change anything", function()
  local refused = ": it can never change anything: its right side leaves each cell as it is"

  -- What is said of these rules and steps, in a game with `more` of a definition.
  local function told(rules, after, more)
    local d = { name = "idle", legend = { ["."] = "floor", a = "red", b = "blue", n = "nothing" },
      groups = { sweet = { "red", "blue" }, single = { "red" } }, moves = { "go", "<direction>" },
      counters = { n = 0 }, rules = rules, after = after }
    for key, value in pairs(more or {}) do
      d[key] = value
    end
    for _, form in ipairs(d.moves) do
      table.insert(d.rules, 1, { form, "first [ red ] -> [ blue ]" })
    end
    local text = raised(game, d)
    return text and text:gsub("^game 'idle'", "")
  end

  for _, rule in ipairs { { "<direction>", "[ sweet | sweet ] -> [ sweet | sweet ]" },
    { "<direction>", "[ sweet | floor ] -> [ | floor ]" }, { "go", "first [ red ] -> [ red ]" },
    { "go", "each right [ red | 1+ floor ] -> [ red | 1+ floor ]" },
    { "go", "first [ single ] -> [ red ]" }, { "go", "first [ red or blue ] -> [ ]" },
    { "go", "first [ red ] -> [ red ]", why = "none", event = "seen", keep_turn = true } } do
    it("is refused: " .. rule[2], function()
      assert.equal(": rule 3" .. refused, told { rule })
    end)
  end

  it("is refused as a step, and as the last rule of a sweep", function()
    assert.equal(": step 2" .. refused, told({}, { "each [ red ] -> [ ]",
      "each [ red ] -> [ red ]" }))
    assert.equal(": step 1, rule 2" .. refused, told({}, { { sweep = { "[ red ] -> [ ]",
      { "[ sweet ] -> [ ]", when = "some red" } } } }))
  end)

  it("is refused among two players if it keeps the turn", function()
    local rule, two = { "go", "first [ red ] -> [ red ]" }, { players = 2 }
    assert.is_nil(told({ rule }, nil, two))
    rule.keep_turn = true
    assert.equal(": rule 3" .. refused, told({ rule }, nil, two))
  end)

  for what, rules in pairs {
    ["that counts"] = { { "go", "first [ red ] -> [ red ]", count = "n" } },
    ["that ends the game"] = { { "go", "first [ red ] -> [ red ]", over = "Out" } },
    ["that calls a function"] = { { "go", "first [ red ] -> [ red ]", call = print } },
    ["that draws a number"] = { { "go", "random [ red ] -> [ red ]" } },
    ["that writes a kind of a group"] = { { "go", "first [ sweet ] -> [ red ]" } },
    ["that others follow"] = { { "go", "first [ red ] -> [ red ]" },
      { "go", "first [ blue ] -> [ red ]" } },
    ["without a picture"] = { { "go" } },
  } do
    it("is none " .. what, function()
      assert.is_nil(told(rules))
    end)
  end

  it("is none where steps follow, and none of these with an event", function()
    assert.is_nil(told({ { "go", "first [ red ] -> [ red ]" } }, { "each [ red ] -> [ ]" }))
    assert.is_nil(told({}, { { "each [ red ] -> [ red ]", event = "seen" } }))
    assert.is_nil(told({}, { { sweep = { "[ red ] -> [ red ]", "[ red ] -> [ ]" } } }))
  end)
end)

describe("names that are also words", function()
  it("may be those of fields", function()
    local d = definition()
    d.fields.count, d.fields.line = 2, 0
    d.ends = { { "Won", "count = 2 and line = 0 and count box = 1" } }
    assert.equal("Won", select(2, game(d).new "$."))
  end)
end)

describe("an unknown kind", function()
  it("has the kinds and groups that there are, sorted, below it", function()
    local text = raised(game, { name = "lit", moves = { "wait" },
      legend = { a = "stone", b = "lit", c = "box", d = "wall" }, groups = { solid = { "box" } },
      rules = { { "wait", "[ nothing_such ] -> [ ]" } } })
    assert.matches("there is no kind 'nothing_such' (expected one of "
      .. "board box lit solid stone wall)",
      text, 1, true)
  end)
end)
