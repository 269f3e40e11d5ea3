// The synthesizer as a part of its own (part.js).

import * as synth from "../player/synth.js";

globalThis.tesseraPart("sounds", synth);
