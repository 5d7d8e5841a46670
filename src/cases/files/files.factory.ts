/** Makers for tests of the files: statements counted as they run. */
import pg from "pg";

/** Notes of lists that were seen are written a little later, whoever asks meanwhile. */
const isLaterNote = (statement: string): boolean => statement.includes("insert into file_list_view");

/** Runs `act` and returns the statements that this process sent meanwhile, except those that earlier requests have left to be written. */
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
  return seen.filter((statement) => !isLaterNote(statement));
}
