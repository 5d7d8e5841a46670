/** The page's policy forbids code made of text, which zod would otherwise try; this must run before the first schema is made. */
import { z } from "zod";

z.config({ jitless: true });
