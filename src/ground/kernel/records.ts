/** Records by the types of their keys. */

/** The keys of a record that our own code writes out. The compiler lets a value have more keys than its type names; these have not. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

/** The same keys with other values. */
export const mapRecord = <T extends object, V>(of: T, made: (value: T[keyof T & string], key: keyof T & string) => V) =>
  // An entry is made for each key of `of`.
  Object.fromEntries(keysOf(of).map((key) => [key, made(of[key], key)])) as { [Key in keyof T]: V };
