/**
 * Zod as the browser gets it: `zod` is another name of this module in the web application's build, so that this has run before the first
 * schema is made, in whatever chunk it lies. The page's policy forbids code made of text, which zod would otherwise try.
 */
import { z } from "zod/v4";

z.config({ jitless: true });

export { z };
