/** The engine itself: letters, import, plan and balance, each beside the least that the same work could cost. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import qrcode from "qrcode";
import { claimsFile, demoClaim } from "../../src/app/demo/claims-file.ts";
import { demoClients } from "../../src/app/demo/clients.ts";
import { demoEngine, type Engine } from "../../src/app/demo/engine.server.ts";
import { chanceOf } from "../../src/app/demo/seeded-random.ts";
import { checkImport, placeImport, readImport, uploadImport } from "../../src/exchange/intake/intake.contract.ts";
import { date } from "../../src/ground/kernel/dates.ts";
import type { Actor } from "../../src/ground/platform/server/http/module.ts";
import { hashOf } from "../../src/ground/platform/server/http/session.ts";
import { runBatched } from "../../src/ground/platform/server/postgres/batched.ts";
import { handClock, systemRandom } from "../../src/ground/platform/server/process/clock.ts";
import { loadTariffs } from "../../src/ground/tariffs/tariffs.server.ts";
import { sampleBalance, sampleLetterInput } from "../../src/letters/correspondence/correspondence.factory.ts";
import { composeLetter, prepareLetter, storeLetter } from "../../src/letters/correspondence/correspondence.server.ts";
import { letterModel } from "../../src/letters/correspondence/correspondence.ts";
import { epcText, matrixSvg } from "../../src/letters/correspondence/letters/epc.ts";
import { letterPage } from "../../src/letters/correspondence/letters/letter-page.ts";
import { makeRunCall, planRun, readRun } from "../../src/letters/processing/processing.contract.ts";
import { findTemplate } from "../../src/letters/templates/templates.server.ts";
import { renderSubject, renderTemplate } from "../../src/letters/templates/templates.ts";
import { loadEvents } from "../../src/money/claims/claims.server.ts";
import { balanceOf, derive } from "../../src/money/claims/claims.ts";
import { loadActor } from "../../src/people/access/access.server.ts";
import type { Work } from "./portfolio.ts";
import type { Figure } from "./report.ts";
import { plansOf, watched } from "./statements.ts";
import type { BenchWorld } from "./world.ts";

const rate = (count: number, millis: number): number => (count * 1000) / millis;
const timed = async <R>(run: () => Promise<R>): Promise<{ millis: number; result: R }> => {
  const started = performance.now();
  const result = await run();
  return { millis: performance.now() - started, result };
};

export interface Bench {
  readonly world: BenchWorld;
  readonly engine: Engine;
  readonly admin: Actor;
}

export async function openBench(world: BenchWorld): Promise<Bench> {
  const { database, parts, modules } = world.vorder;
  const clock = handClock(new Date());
  const row = await database.db
    .selectFrom("app_user")
    .select("id")
    .where("username", "=", "admin")
    .executeTakeFirstOrThrow();
  const admin = await loadActor(database.db, row.id, null);
  if (!admin) throw new Error("there is no admin");
  // The work queue keeps what it hands out for a session.
  const session = hashOf(world.cookie.slice(world.cookie.indexOf("=") + 1));
  const { signal } = new AbortController();
  const engine = demoEngine({ parts, database, modules, clock, signal, session });
  return { world, engine, admin };
}

const require = createRequire(import.meta.url);
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/inter/${path}`));

/**
 * The same letters, set by the bare library on one thread: each by itself, and with the library's memory of the last ones, which saves what
 * letters have in common. The limit is the former: what a letter costs whoever calls a typesetter for it.
 */
async function bareTypst(bench: Bench, count: number): Promise<{ alone: number; remembering: number }> {
  const folder = fileURLToPath(new URL("../../src/letters/correspondence/letters/", import.meta.url));
  const fontBlobs = [
    "400Regular/Inter_400Regular",
    "400Regular_Italic/Inter_400Regular_Italic",
    "600SemiBold/Inter_600SemiBold",
    "600SemiBold_Italic/Inter_600SemiBold_Italic",
  ].map((name) => font(`${name}.ttf`));
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
  const mainFileContent = readFileSync(`${folder}letter.typ`, "utf8");
  const template = await findTemplate(bench.engine.db, "post", "POST_BIK", "nl");
  if (!template) throw new Error("there is no template POST_BIK");
  const codeOf = (text: string): string => {
    const { modules } = qrcode.create(text, { errorCorrectionLevel: "M" });
    return matrixSvg(modules.size, (row, column) => modules.get(row, column) === 1);
  };
  const pages = Array.from({ length: count }, (_, at) => {
    const model = letterModel(inputOf(at));
    const document = renderTemplate(template.body, model.values, "nl");
    const subject = renderSubject(template.subject ?? "", model.values, "nl");
    return Buffer.from(
      JSON.stringify(
        letterPage(model, document, subject, { payment: (payment) => codeOf(epcText(payment)), page: codeOf }),
      ),
    );
  });
  // As the product's letters are: with the structure that a screen reader reads by, which takes its time.
  const set = (letter: Buffer) => {
    compiler.mapShadow(`${folder}letter.json`, letter);
    compiler.pdf({ mainFileContent }, { pdfStandard: "a-2a" });
  };
  for (const page of pages.slice(0, 5)) set(page);
  /** @param age for how many letters the library remembers. */
  const setAll = async (age: number): Promise<number> => {
    const { millis } = await timed(async () => {
      for (const page of pages) {
        set(page);
        compiler.evictCache(age);
      }
    });
    return rate(count, millis);
  };
  return { alone: await setAll(0), remembering: await setAll(16) };
}

/** Each letter has its own debtor, references and amounts. */
const inputOf = (at: number) => {
  const input = sampleLetterInput();
  const number = `26-${String(at).padStart(6, "0")}`;
  return {
    ...input,
    payBefore: date("2026-10-01"),
    file: { ...input.file, number, paymentReference: `38${String(at).padStart(8, "0")}` },
    debtor: { ...input.debtor, displayName: `J. van den Berg ${at}` },
    balance: sampleBalance(input.date, 1 + (at % 3), "nl", { bikCents: 4000 + at, paidCents: 1 + at }),
  };
};

/** Letters with their archive row, message and timeline line, as a run makes them: the next are set while those before are written, 16 together. */
export async function measureLetters(bench: Bench, count: number): Promise<Figure> {
  const { engine, world } = bench;
  const bare = await bareTypst(bench, Math.min(count, 200));
  const files = await engine.db.selectFrom("case_file").select("id").orderBy("id").limit(count).execute();
  const orderOf = (at: number, mark: string) => ({
    fileId: files[at % files.length]?.id ?? 0,
    templateCode: "POST_BIK",
    effectKey: `bench:${mark}:${at}`,
    model: letterModel(inputOf(at)),
  });
  const setOne = async (order: ReturnType<typeof orderOf>) => {
    const reading = { db: engine.db, random: systemRandom };
    const letter = await prepareLetter(reading, order.templateCode, order.model);
    return { order, letter: await storeLetter(world.vorder.parts.storage, letter) };
  };
  const together = 16;
  const make = async (from: number, until: number, mark: string): Promise<void> => {
    const orders = Array.from({ length: until - from }, (_, at) => orderOf(from + at, mark));
    const letters = await Promise.all(orders.map(setOne));
    await engine.work((ctx) => runBatched(ctx.db, letters, ({ order, letter }) => composeLetter(ctx, order, letter)));
  };
  await make(0, together, "warm");
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next = Math.min(count, next + together);
      await make(from, next, "run");
    }
  };
  const { millis } = await timed(() => Promise.all([worker(), worker(), worker()]));
  const ours = rate(count, millis);
  return {
    workload: "letters a second, archive row included",
    limit: `bare Typst on one thread, each letter by itself: ${bare.alone.toFixed(0)} a second`,
    value: `${ours.toFixed(0)} a second`,
    ratio: ours / bare.alone,
    target: "≥ 1.5",
    note: `${count} letters, each with its own debtor and amounts, PDF/A-2a, hashed and written durably, 16 to a transaction as in a run; bare Typst that remembers the last letters: ${bare.remembering.toFixed(0)} a second`,
  };
}

/** COPY of rows that are checked and staged already into a table that is like the staging table, indexes and border included. */
async function copyStaged({ world }: Bench, batch: number): Promise<number> {
  const client = await world.pool.connect();
  try {
    await client.query("create table bench_staging (like import_row including all)");
    await client.query("alter table bench_staging add foreign key (batch_id) references import_batch (id)");
    const read = client.query(copyTo(`copy (select * from import_row where batch_id = ${batch}) to stdout`));
    const staged = await buffer(read);
    const { millis } = await timed(() => pipeline([staged], client.query(copyFrom("copy bench_staging from stdin"))));
    await client.query("drop table bench_staging");
    return millis;
  } finally {
    client.release();
  }
}

/** An import of so many rows from upload to placed files, beside COPY of its staged rows. */
export async function measureImport(bench: Bench, rows: number): Promise<Figure[]> {
  const { engine, admin } = bench;
  const chance = chanceOf(99);
  const today = engine.clock.today();
  const claims = Array.from({ length: rows }, (_, at) => {
    const client = demoClients[at % demoClients.length] ?? demoClients[0];
    if (!client) throw new Error("there are no demo clients");
    return demoClaim(chance, { ...client, prefix: `B${client.prefix}`, invoices: [1, 1] }, today, at + 1);
  });
  const content = claimsFile(claims);
  const file = { field: "file", name: "bench.csv", content };
  const check = await timed(async () => {
    const batch = await engine.call(admin, uploadImport, { body: {}, file });
    const params = { id: batch.id };
    const { style, mapping, version } = batch;
    await engine.call(admin, checkImport, { params, body: { client: null, style, mapping, version } });
    return engine.call(admin, readImport, { params });
  });
  const copied = await copyStaged(bench, check.result.id);
  const place = await timed(async () => {
    const { id, version } = check.result;
    await engine.call(admin, placeImport, { params: { id }, body: { version } });
    return engine.call(admin, readImport, { params: { id } });
  });
  if (place.result.filesPlaced !== rows) throw new Error(`the import placed ${place.result.filesPlaced} of ${rows}`);
  const limit = rate(rows, copied);
  const figure = (what: string, millis: number, target: string, note: string): Figure => ({
    workload: `import of ${rows.toLocaleString("en")} rows: ${what}`,
    limit: `COPY of the same staged rows: ${limit.toFixed(0)} rows a second`,
    value: `${rate(rows, millis).toFixed(0)} rows a second`,
    ratio: rate(rows, millis) / limit,
    target,
    note,
  });
  return [
    figure("validated and keyed", check.millis, "≥ 0.6", "upload, every row read, checked and staged with its verdict"),
    figure("placed", place.millis, "–", "files with debtor, claims, workflow and timeline, 500 a transaction"),
  ];
}

/** Planning a run over everything that is due, beside one query that reads the same rows. */
export async function measurePlan(bench: Bench, most: number): Promise<Work> {
  const { engine, admin, world } = bench;
  const today = engine.clock.today();
  // Its rows are let go at once: 300 MB that stay would slow the plan after it, as they do in no installation.
  const read = await timed(async () => {
    await world.pool.query(
      `with due as (select id from case_file where closed_on is null and next_action_on <= $1 order by id limit $2)
       select f.*, d.*, c.*, w.*, (select jsonb_agg(e order by e.id) from claim_event e where e.file_id = f.id) as events
       from due join case_file f using (id) join debtor d on d.id = f.debtor_id join client c on c.id = f.client_id
       left join file_workflow w on w.file_id = f.id`,
      [today, most],
    );
  });
  const planned = await timed(() => watched(() => engine.call(admin, planRun, { body: { max: most } })));
  const { result, statements } = planned.result;
  const run = await engine.call(admin, readRun, { params: { id: result.id } });
  // A plan ends at the largest number of rows, however many files are due.
  const rows = Math.min(most, run.lookedAt);
  const figure = {
    workload: `plan of a run over ${rows.toLocaleString("en")} due files`,
    limit: `one query that reads the same rows: ${(read.millis / 1000).toFixed(1)} s`,
    value: `${(planned.millis / 1000).toFixed(1)} s`,
    ratio: planned.millis / read.millis,
    target: "≤ 3 × its time",
    note: `of ${run.dueFiles.toLocaleString("en")} that are due; ${run.toDo.toLocaleString("en")} to do; here the ratio is time to time, so less is better`,
  };
  const plans = await plansOf(world.pool, statements);
  return {
    figure,
    plan: { name: "the plan of a run, part by part", found: rows.toLocaleString("en"), millis: planned.millis, plans },
  };
}

/** Looks at the memory of this process while something is done, in megabytes. */
async function withMemory<R>(run: () => Promise<R>): Promise<{ result: R; before: number; most: number }> {
  const now = (): number => process.memoryUsage.rss() / 2 ** 20;
  const before = now();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, now());
  }, 250);
  try {
    return { result: await run(), before, most };
  } finally {
    clearInterval(look);
  }
}

/** A run over so many due files, planned and made: every letter set and kept, every step taken, with the memory of the process watched. */
export async function measureMaking({ engine, admin }: Bench, most: number): Promise<Figure> {
  const { id } = await engine.call(admin, planRun, { body: { max: most } });
  const params = { id };
  const { version } = await engine.call(admin, readRun, { params });
  const made = await timed(() => withMemory(() => engine.call(admin, makeRunCall, { params, body: { version } })));
  const { done, dropped, failed, toDo } = await engine.call(admin, readRun, { params });
  const { before, most: peak } = made.result;
  return {
    workload: `making of a run over ${most.toLocaleString("en")} due files`,
    limit: "–",
    value: `${rate(done, made.millis).toFixed(0)} a second`,
    ratio: null,
    target: "memory flat",
    note: `of ${toDo.toLocaleString("en")} to do ${done.toLocaleString("en")} were done, ${dropped.toLocaleString("en")} dropped out, ${failed} failed, in ${(made.millis / 60_000).toFixed(0)} minutes; ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`,
  };
}

/** Balances with their whole derivation, events already read. */
export async function measureBalances(bench: Bench, count: number): Promise<Figure> {
  const rows = await bench.engine.db.selectFrom("case_file").select("id").orderBy("id").limit(count).execute();
  const events = [
    ...(
      await loadEvents(
        bench.engine.db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
  const tariffs = await loadTariffs(bench.engine.db);
  const today = bench.engine.clock.today();
  const all = (): number =>
    events.reduce((sum, each) => sum + derive(balanceOf(each, tariffs, today), "open").amount, 0);
  all();
  const { millis } = await timed(async () => all());
  const perSecond = rate(events.length, millis);
  return {
    workload: "balance with derivation, files a second and core",
    limit: "–",
    value: perSecond.toFixed(0),
    ratio: null,
    target: "≥ 20,000",
    note: `${events.length.toLocaleString("en")} files, one thread`,
  };
}
