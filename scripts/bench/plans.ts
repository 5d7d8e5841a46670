/** The heavy queries with their plans, as the database reports them: each as the product itself sends it, caught on its way. */
import pg from "pg";
import { countFilesExactly, searchFiles } from "../../src/files/files.contract.ts";
import type { QueryOf } from "../../src/kernel/contract.ts";
import type { Bench } from "./engine.ts";

type Query = QueryOf<typeof searchFiles>;
type Wanted = Partial<Omit<Query, "filter">> & { readonly filter?: Query["filter"] };

export interface PlanOf {
  readonly name: string;
  readonly found: string;
  /** Milliseconds of the whole answer in process, the middle of five. */
  readonly millis: number;
  /** Plans of its statements, without the ones that take no time. */
  readonly plans: readonly string[];
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs `act` and gives the selects that this process sent meanwhile. */
async function selectsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const { query } = pg.Client.prototype;
  const spy = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args;
    const config = typeof first === "object" && first !== null ? first : { text: first, values: second };
    const text = String(Reflect.get(config, "text"));
    const values: unknown = Reflect.get(config, "values");
    if (/^\s*(\/\*.*?\*\/)?\s*(select|with)\b/i.test(text))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
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

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function planOf(pool: pg.Pool, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain (analyze, costs off) ${text}`, [...values]);
  // A list of ids says nothing by its length.
  return rows.map((row) => row["QUERY PLAN"].replace(/'\{[^}]{60,}\}'/g, "'{…}'")).join("\n");
}

const executionMillis = (plan: string): number => Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0);
/** A plan that took less is left out: it is a look-up. */
const worthShowing = 1;

/** The lists that are asked for often, and those that are hardest to answer. */
async function heavyQueries({ world, engine }: Bench): Promise<readonly { name: string; query: Wanted }[]> {
  const one = async (text: string): Promise<string> => {
    const { rows } = await world.pool.query<{ value: string }>(`select (${text})::text as value`);
    return rows[0]?.value ?? "";
  };
  const client = Number(await one("select client_id from case_file group by 1 order by count(*) desc limit 1"));
  const name = await one(
    "select split_part(sort_name, ' ', 1) from debtor where file_type = 'private' order by md5(id::text) limit 1",
  );
  const street = await one("select street || ' ' || house_number from debtor order by md5(id::text) limit 1");
  const invoice = await one("select data ->> 'number' from claim_event where kind = 'invoice' limit 1");
  const today = engine.clock.today();
  return [
    { name: "all files, newest first", query: {} },
    {
      name: "one client's, by day of placing",
      query: { filter: { client: [client] }, order: { field: "placedOn", direction: "desc" } },
    },
    {
      name: "one client's, by debtor",
      query: { filter: { client: [client] }, order: { field: "debtorName", direction: "asc" } },
    },
    {
      name: "a common status, by next action",
      query: { filter: { status: ["not_started"] }, order: { field: "nextActionOn", direction: "asc" } },
    },
    {
      name: "under a hold, overdue, by amount",
      query: {
        filter: { flag: ["dispute", "shv"], nextAction: ["overdue"] },
        order: { field: "openCents", direction: "desc" },
      },
    },
    {
      name: "worst: workflow, no hold, amounts, ages, by debtor from the end",
      query: {
        filter: {
          workflow: ["W1"],
          withoutFlag: ["dispute", "complaint"],
          amountFrom: "250.00",
          amountTo: "260.00",
          ageFrom: 100,
          ageTo: 400,
        },
        order: { field: "debtorName", direction: "desc" },
      },
    },
    {
      name: "page 150 of everything, by amount",
      query: { offset: 7450, order: { field: "openCents", direction: "desc" } },
    },
    {
      name: "closed, by client's reference",
      query: { filter: { status: ["closed"], placedTo: today }, order: { field: "clientRef", direction: "asc" } },
    },
    { name: `invoice number`, query: { filter: { search: invoice } } },
    { name: `a name`, query: { filter: { search: name } } },
    { name: "the commonest word of names", query: { filter: { search: "van" } } },
    { name: "an address", query: { filter: { search: street } } },
    { name: "a part of a name", query: { filter: { search: name.slice(1, -1) } } },
    { name: "a name with a typing error", query: { filter: { search: `${name.slice(0, 4)}${name.slice(5)}` } } },
  ];
}

async function measured(
  bench: Bench,
  name: string,
  act: () => Promise<{ total: number; capped?: boolean }>,
): Promise<PlanOf> {
  const { pool } = bench.world;
  const times: number[] = [];
  let reply = await act();
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    reply = await act();
    times.push(performance.now() - started);
  }
  const plans: string[] = [];
  for (const statement of await selectsOf(act)) plans.push(await planOf(pool, statement));
  return {
    name,
    found: `${reply.capped ? "> " : ""}${reply.total.toLocaleString("en")}`,
    millis: middle(times),
    plans: plans.filter((plan) => executionMillis(plan) >= worthShowing),
  };
}

export async function measurePlans(bench: Bench): Promise<PlanOf[]> {
  const { engine, admin } = bench;
  const plans: PlanOf[] = [];
  for (const { name, query } of await heavyQueries(bench)) {
    const full = { offset: 0, limit: 50, filter: {}, ...query };
    plans.push(await measured(bench, name, () => engine.call(admin, searchFiles, { query: full })));
  }
  const exact = { offset: 0, limit: 50, filter: {} };
  plans.push(
    await measured(bench, "the exact count of all files", () =>
      engine.call(admin, countFilesExactly, { query: exact }),
    ),
  );
  return plans;
}
