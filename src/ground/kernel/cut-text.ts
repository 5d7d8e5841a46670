/**
 * The beginning of a text, at most so many UTF-16 units. A character of two units that would be halved is left out: the database takes no half of
 * one in JSON.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
