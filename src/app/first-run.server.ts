/** What the first start makes besides tables, and what the start says. */
import type { Vorder } from "./assemble.server.ts";

/** Fills an empty demo installation; returns what to tell the person who started it. */
export async function firstRun(_vorder: Vorder): Promise<string> {
  return "";
}
