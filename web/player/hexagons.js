// How cells lie on boards, in units of pictures: squares, or hexagons in the middle of squares, as
// lua/tessera/draw/hexagon.lua draws them.

export const UNIT = 16; // of a cell

// Units to the next cell, to the next row, and how far that lies to the right.
export const SQUARES = { across: UNIT, down: UNIT, slant: 0 };
export const HEXAGONS = { across: 14, down: 12, slant: 7 };

// Of the slanting sides of hexagons: how far up, for a unit to a side.
export const STEEP = (UNIT - HEXAGONS.down) / HEXAGONS.slant;
