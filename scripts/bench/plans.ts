/** The heavy queries with their plans, as the database reports them: each as the product itself sends it, caught on its way. */
import { listAgenda, unattendedFiles } from "../../src/cases/agenda/agenda.contract.ts";
import { showFile } from "../../src/cases/file-page/file-page.contract.ts";
import { countFilesExactly, searchFiles } from "../../src/cases/file-search/file-search.contract.ts";
import { nextInQueue, queueFigures } from "../../src/cases/work-queue/work-queue.contract.ts";
import type { QueryOf } from "../../src/ground/kernel/contract.ts";
import type { Actor } from "../../src/ground/platform/server/http/module.ts";
import type { Bench } from "./engine.ts";
import { type PlanOf, plansOf, watched } from "./statements.ts";

type Query = QueryOf<typeof searchFiles>;
type Wanted = Partial<Omit<Query, "filter">> & { readonly filter?: Query["filter"] };

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
  const number = await one("select number from case_file order by md5(id::text) limit 1");
  const reference = await one("select client_ref from case_file order by md5(id::text) limit 1");
  const company = await one("select split_part(company, ' ', 1) from client order by id limit 1");
  const town = await one(
    "select city from debtor where file_type = 'private' and city ~ '^[A-Z]\\w+$' order by md5(id::text) limit 1",
  );
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
    { name: "a part of a file number", query: { filter: { search: "885" } } },
    { name: "a part of a reference", query: { filter: { search: reference.slice(0, -2) } } },
    { name: "several numbers", query: { filter: { search: `${number} ${reference}` } } },
    { name: "a part of an e-mail address", query: { filter: { search: "@gmail" } } },
    { name: "a client", query: { filter: { search: company } } },
    {
      name: "a name with a typing error beside a town",
      query: { filter: { search: `${name.slice(0, 4)}${name.slice(5)} ${town}` } },
    },
    { name: "a name with a typing error", query: { filter: { search: `${name.slice(0, 4)}${name.slice(5)}` } } },
  ];
}

interface Counted {
  readonly total: number;
  readonly capped?: boolean;
}

async function measured(bench: Bench, name: string, act: () => Promise<Counted>): Promise<PlanOf> {
  const times: number[] = [];
  let reply = await act();
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    reply = await act();
    times.push(performance.now() - started);
  }
  const { statements } = await watched(act);
  return {
    name,
    found: `${reply.capped ? "> " : ""}${reply.total.toLocaleString("en")}`,
    millis: middle(times),
    plans: await plansOf(bench.world.pool, statements),
  };
}

/** Who has most to do, and what they ask for. */
async function agendaQueries({ world, engine, admin }: Bench): Promise<[string, () => Promise<Counted>][]> {
  const { rows } = await world.pool.query<{ id: number }>(
    "select owner_id as id from agenda_item where owner_id is not null group by 1 order by count(*) desc, 1 limit 1",
  );
  const owner = rows.map(({ id }) => id);
  const teams = await world.pool.query<{ id: number }>(
    "select team_id as id from case_file where team_id is not null group by 1 order by count(*), 1 limit 1",
  );
  const member: Actor = { ...admin, teamIds: teams.rows.map(({ id }) => id) };
  const list =
    (filter: QueryOf<typeof listAgenda>["filter"], reader = admin) =>
    () =>
      engine.call(reader, listAgenda, { query: { limit: 50, filter } });
  const lacking = (filter: QueryOf<typeof unattendedFiles>["filter"]) => () =>
    engine.call(admin, unattendedFiles, { query: { limit: 50, filter } });
  const nextOf = (queue: "all" | "calls") => async (): Promise<Counted> => ({
    total: (await engine.call(member, nextInQueue, { body: { list: queue, scope: "team", skip: [] } })).waiting,
  });
  const figures = async (): Promise<Counted> => ({
    total: (await engine.call(admin, queueFigures, { query: {} })).people.length,
  });
  return [
    ["agenda: everything that is due", list({ period: "due" })],
    ["agenda: what one person has this week", list({ owner, period: "week" })],
    ["agenda: what a small team has to do", list({ scope: "team", period: "due" }, member)],
    ["agenda: the commonest word of names, counted", list({ search: "van" })],
    ["files without an owner or a date", lacking({})],
    ["files without a date", lacking({ lacks: "date" })],
    ["work queue: the next item of a small team, with what to know for it", nextOf("all")],
    ["work queue: the next call of a small team", nextOf("calls")],
    ["work queue: everybody’s figures of a day", figures],
  ];
}

export async function measurePlans(bench: Bench): Promise<PlanOf[]> {
  const { engine, admin, world } = bench;
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
  for (const [name, act] of await agendaQueries(bench)) plans.push(await measured(bench, name, act));
  const { rows } = await world.pool.query<{ id: number }>(
    "select file_id as id from claim_event group by 1 order by count(*) desc, 1 limit 1",
  );
  const page = async (): Promise<Counted> => {
    await engine.call(admin, showFile, { params: { id: rows[0]?.id ?? 0 } });
    return { total: 1 };
  };
  plans.push(await measured(bench, "the page of the file with most postings", page));
  return plans;
}
