/** A source as text, or with what belongs to it. */
export type Source = string | {
  /** Lua that returns a game or scenarios. */
  source: string;
  /** The name of its file, for messages: "game.lua" by default. */
  path?: string;
  /** Other files that it may require: { "rules.lua": "..." }. */
  files?: Record<string, string>;
  /** Options of the game's `new`, as texts: { mines: "10" }. */
  options?: Record<string, string>;
} & Start;

/** A game in C: "tower", "jewelry", "robots", "horizontally", "samegame". */
export type BuiltIn = { game: string; saved?: string } & Start;

export interface Start {
  /** The text of a level file; the game's own levels by default. */
  levels?: string;
  /** The level to begin with: its number from 1, or its name. */
  level?: number | string;
}

export interface Progress { nodes: number; positions?: number; depth: number; best: number }

/**
 * Is called now and then while a search goes on; true stops it, and so does an error, which the caller of the search
 * gets. It cannot call the engine.
 */
export type OnProgress = (progress: Progress) => boolean | void;

export interface SearchOptions {
  /** Positions at most. */
  nodes?: number;
  /** Bytes at most. */
  memory?: number;
  onProgress?: OnProgress;
}

export class Tessera {
  /**
   * Opens an engine.
   * @param options `wasm`: the bytes of engine.wasm, or a module of them, where they cannot be read
   * from beside this file; `memory`: megabytes that games and searches may take (512).
   */
  static open(options?: { wasm?: BufferSource | WebAssembly.Module; memory?: number }): Promise<Tessera>;

  /** The games in C. */
  readonly games: { name: string; title: string; summary: string }[];

  /** Loads a game and begins its first level. Throws a TesseraError. */
  load(what: Source | BuiltIn): Game;

  /** Plays the scenarios that a source returns. Throws a TesseraError if it returns none. */
  test(what: Source): { passed: boolean; page: string | null; scenarios: Scenario[] };
}

export interface Scenario { name: string; line?: number; failures: string[] }

/** A game that is played. Rows, columns, levels and players count from 1, steps from 0. */
export interface Game {
  readonly name: string;
  readonly title: string;
  readonly players: number;
  /** The names of the levels. */
  readonly levels: string[];
  readonly level: number;
  /** The board as text, a line for each row. */
  readonly board: string;
  readonly rows: number;
  readonly columns: number;
  /** How the game has ended; null while it goes on. */
  readonly outcome: string | null;
  /** Whether the goal of a game for one player is reached. */
  readonly won: boolean;
  /** The player who is to move. */
  readonly turn: number | null;
  /** What there is to say, such as why an action was refused. */
  readonly message: string | null;
  /** Counters, scores and so on, by name. */
  readonly status: Record<string, string | number>;
  /** The actions that are in force. */
  readonly moves: string[];

  /** All actions that are possible now. */
  actions(): string[];
  /** Carries an action out. `why` says why it was not. */
  apply(action: string): { done: boolean; why: string | null; events: string[] };
  /** Presses a key of the terminal program: "left", "space", "z". */
  press(key: string): this;
  click(row: number, column: number): this;
  undo(): this;
  redo(): this;
  /** Goes to a step, back or forth; 0 is the beginning. */
  go(step: number): this;
  begin(level: number): this;

  hint(options?: { onProgress?: OnProgress }): { action: string | null; message: string };
  /** Actions to the goal, in a small level the fewest; `actions` is null if none were found, and `message` says why. */
  solve(options?: SearchOptions): { actions: string[] | null; message: string | null; ended: string | null; nodes: number };
  /** The computer's move. */
  answer(options?: { method?: "alpha-beta" | "mcts" | "random"; nodes?: number; onProgress?: OnProgress }): string | null;
  /** What there is to know of the position; `depths` are the positions first reached by 0, 1, 2 ... actions. */
  examine(options?: SearchOptions): { facts: Record<string, string | number>; depths: number[] };

  /** The state as text, which `load({ game, saved })` reads. */
  save(): string;
  /** The play as text, which `lua run.lua replay` reads. */
  record(): string;
  /** The board as SVG. */
  svg(): string;
  /** The play as an HTML page to step through. */
  page(): string;
  close(): void;
}

export class TesseraError extends Error {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The engine has ended, and all games with it: open another one. */
export class EngineEnded extends Error {
  readonly kind: "refused" | "memory" | "crash";
}
