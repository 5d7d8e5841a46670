/** JSON of an office without what the database keeps in no text: NUL, and half of a pair of units. Pure. */

/** As JSON writes it; not behind the sign that escapes the backslash. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** @throws SyntaxError for no JSON; RangeError for one that is nested too deep to be kept. */
export function storableJson(text: string): unknown {
  const read: unknown = JSON.parse(text);
  const written = JSON.stringify(read);
  const kept = written.replace(unstorable, "$1");
  return kept === written ? read : JSON.parse(kept);
}
