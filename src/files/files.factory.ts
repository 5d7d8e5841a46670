/** Makers for tests of the files: statements counted as they run. */
import pg from "pg";

/** Runs `act` and returns the statements that this process sent meanwhile. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    seen.push(typeof first === "string" ? first : String(Object(first).text ?? ""));
    return Reflect.apply(query, this, args);
  };
  Object.assign(pg.Client.prototype, { query: spy });
  try {
    await act();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return seen;
}
