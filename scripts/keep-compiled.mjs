// Preloaded by `npm start`: what Node makes of the sources is kept beside the build, so that a later start does not strip and compile a
// thousand files again. Where the folder cannot be written, nothing is kept.
import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache?.(fileURLToPath(new URL("../dist/compiled", import.meta.url)));
// Node writes it down at its end; a process that is killed has none.
setTimeout(() => flushCompileCache?.(), 15_000).unref();
