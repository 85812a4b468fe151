/** Gives Node the few globals of AssemblyScript's portable types, once for each test file. */
import "assemblyscript/std/portable/index.js";
