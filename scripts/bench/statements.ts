/** The statements that the product sends, caught on their way, and the plans that the database makes for them. */
import pg from "pg";

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PlanOf {
  readonly name: string;
  readonly found: string;
  /** Milliseconds of the whole answer or work in process. */
  readonly millis: number;
  /** Plans of its statements, without the ones that take no time. */
  readonly plans: readonly string[];
}

// Rows by the lot make texts of any length; what is longer says nothing to a reader.
const longest = 20_000;
const most = 300;

/** Runs `act` and gives the selects that this process sent meanwhile: each text once, with the values it was first sent with. */
export async function watched<R>(act: () => Promise<R>): Promise<{ result: R; statements: Statement[] }> {
  const seen = new Map<string, Statement>();
  const { query } = pg.Client.prototype;
  const spy = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args;
    const config = typeof first === "object" && first !== null ? first : { text: first, values: second };
    const text = String(Reflect.get(config, "text"));
    if (
      !seen.has(text) &&
      seen.size < most &&
      text.length < longest &&
      /^\s*(\/\*.*?\*\/)?\s*(select|with)\b/i.test(text)
    ) {
      const values: unknown = Reflect.get(config, "values");
      seen.set(text, { text, values: Array.isArray(values) ? values : [] });
    }
    return Reflect.apply(query, this, args);
  };
  Object.assign(pg.Client.prototype, { query: spy });
  try {
    return { result: await act(), statements: [...seen.values()] };
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
}

const executionMillis = (plan: string): number => Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0);
/** A plan that took less is left out: it is a look-up. */
const worthShowing = 1;
/** So many plans of one work, those that took longest. */
const plansShown = 4;

/** Runs each select again, as the database explains it; what one of them may write is undone. */
export async function plansOf(pool: pg.Pool, statements: readonly Statement[]): Promise<string[]> {
  const plans: string[] = [];
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      await client.query("begin");
      try {
        const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers, costs off) ${text}`, [
          ...values,
        ]);
        // A list of ids says nothing by its length.
        plans.push(rows.map((row) => row["QUERY PLAN"].replace(/'\{[^}]{60,}\}'/g, "'{…}'")).join("\n"));
      } catch (error) {
        // What was asked with a table of the work's own, which is gone, has no plan any more.
        if (!(error instanceof pg.DatabaseError)) throw error;
      } finally {
        await client.query("rollback");
      }
    }
  } finally {
    client.release();
  }
  return plans
    .filter((plan) => executionMillis(plan) >= worthShowing)
    .sort((a, b) => executionMillis(b) - executionMillis(a))
    .slice(0, plansShown);
}
