/**
 * A clerk kept to his teams sees his own files and his team's, and of no other a number, a name, an amount, an id or that there is one. Every
 * GET call that is declared is walked, with every id and every filter; its answers to the clerk are the same whether there are foreign files
 * or not.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { exportAgenda } from "../../cases/agenda/agenda.contract.ts";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import { planBulk, readBulk } from "../../exchange/bulk/bulk.contract.ts";
import { downloadExport, requestExport } from "../../exchange/exports/exports.contract.ts";
import { usualFields } from "../../exchange/exports/exports.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf } from "../../exchange/intake/intake.factory.ts";
import { type Call, pathParameters } from "../../ground/kernel/contract.ts";
import { type RawReply, type Visitor, wrong } from "../testing/world.factory.ts";
import { clerksRoles, type Foreign, type House, type Id, startHouse } from "./foreign-files.factory.ts";

let house: House;
let foreign: Foreign;
let calls: readonly Call[];
/** The answers to a manager who sees every file, to the clerk, and to the clerk before any foreign file existed. */
let all: Told;
let theirs: Told;
let before: Told;

/** Not walked: each says why its answer cannot tell of a file, or where else it is tried. */
const apart: Readonly<Record<string, string>> = {
  "/logout": "ends the session",
  "/logout-user": "ends the session",
  "/api/v4/users/switch/{id}": "begins another session",
  "/api/doc/openapi.json": "describes the calls",
  "/api/v4/court-costs": "reckons with the amounts that are asked, and gives them back",
  "/api/v4/shared-info/view/{hash}/file/{fileId}": "for whoever holds an address that was handed out, logged in or not",
  "/d": "asks for a code",
  "/d/{secret}": "for whoever holds an address that was handed out",
  "/debtor-page": "for whoever came in by such an address, logged in or not",
  "/debtor-page/claim/{id}": "for whoever came in by such an address",
  "/debtor-page/claim/{id}/{act}": "for whoever came in by such an address",
  "/debtor-page/claim/{id}/letter/{documentId}": "for whoever came in by such an address",
  "/debtor-page/pay/{key}": "for whoever came in by such an address, and for a payment of their file",
  "/simulated-bank/{key}": "the bank of the demo, for whoever was sent there",
};

/** What is of the whole house by its nature: that it is there is told, what it says of foreign files is not. */
const ofTheHouse: Readonly<Record<string, string>> = {
  "/api/v4/bank-account": "the balance of an account",
  "/api/v4/bank-import": "the statements of an account",
  "/api/v4/bank-statement": "the statements of an account",
  "/api/v4/employee/{id}/charge": "how much is handed over when somebody leaves, whoever hands it over",
  "/api/v4/file/{id}/views": "counts the walk itself",
};

/** Asked in vain, since this house has no such record; one that is found after all is to be taken off. */
const printBatch = "a print batch: of whoever made it, tried beside the module";
const settings = "a row of a list of settings";
const empty: Readonly<Record<string, string>> = {
  "/api/v4/advance-definition/{id}": settings,
  "/api/v4/autoreply-label/{id}": settings,
  "/api/v4/blacklist/{id}": settings,
  "/api/v4/client-cost-template/{id}": settings,
  "/api/v4/client-group/{id}": settings,
  "/api/v4/extra-cost/{id}": settings,
  "/api/v4/merchant/{id}": settings,
  "/api/v4/partner/{id}": settings,
  "/api/v4/sender-label/{id}": settings,
  "/api/v4/user-groups/{id}": settings,
  "/api/v4/address-check/uploads/{id}/refused": "an upload of the reader's own",
  "/api/v4/bailiff/{id}": "an office of bailiffs",
  "/api/v4/bailiff/{id}/figures": "an office of bailiffs; tried in offices.test.ts",
  "/api/v4/work-queue/dialer-lists/{id}/file": "a call list of the reader's own; tried in work-queue.test.ts",
  "/api/v4/file/{id}/court-bundle/{bundleId}/zip": "a bundle that a job makes; tried in court-papers.test.ts",
  "/api/v4/handover-batch/{id}/download": "a batch; tried in handover-batches.test.ts",
  "/api/v4/handover-batch/{id}/files": "a batch; tried in handover-batches.test.ts",
  "/bailiff/handover-status/{id}": "a batch; tried in handover-batches.test.ts",
  "/api/v4/handover-destination/{id}/reconciliation": "an office that files go to; tried in handover-batches.test.ts",
  "/api/v4/handover-destination/{id}/codes": "an office that files go to",
  "/bailiff/handover-masterdata/get-bailiffs-from-masterdata/{destination}": "an office that files go to",
  "/bailiff/handover-masterdata/get-clients-from-masterdata/{destination}": "an office that files go to",
  "/api/v4/workflow/what-if/{id}/row": "a judgement of the reader's own",
  "/api/v4/workflow/replay/{id}/row": "a replay of the reader's own",
  "/api/v4/email/template/{id}": "a template of the house’s own",
  "/api/v4/email/template/{id}/version": "a template of the house’s own",
  "/api/v4/email/variable/{id}": "a text of the house’s own",
  "/api/v4/court/competent": "a court by a postcode that is given",
  "/api/v4/client/{id}/commission/{rowId}/example": "what a client pays by an amount that is given",
  "/api/v4/client/{id}/document/{documentId}": "papers of a client",
  "/api/v4/employee/{id}/training/{trainingId}/certificate": "papers of an employee",
  "/api/v4/jobs/{id}": "work of the reader's own",
  "/api/v4/news/written/{id}": "news",
  "/api/v4/print-batch/{id}": printBatch,
  "/api/v4/print-batch/{id}/download": printBatch,
  "/api/v4/print-batch/{id}/list": printBatch,
  "/api/v4/print-batch/{id}/parts/{part}": printBatch,
  "/api/v4/print-batch/{id}/pieces": printBatch,
  "/api/v4/precasso/record/{id}": "a claim that is no file yet",
  "/api/v4/precasso/record/{id}/document/{messageId}": "a letter about a claim that is no file yet",
  "/api/v4/precasso/house/{id}/logo": "how a client's letters look; tried in house.test.ts",
  "/api/v4/precasso/house/{id}/preview": "how a client's letters look; tried in house.test.ts",
  "/api/v4/precasso/run/{id}": "a run over claims that are no files yet",
  "/api/v4/precasso/run/{id}/rows": "a run over claims that are no files yet",
  "/api/v4/precasso/upload/{id}/undo": "an upload of claims that are no files yet; tried in undo.test.ts",
  "/api/v4/view": "saved filters of a list",
};

/** Fields that are right only together. */
const together: Readonly<Record<string, Query>> = {
  "/api/v4/file/{id}/arrangement/preview": { first: "2026-12-01", frequency: "month", count: "3" },
  "/api/v4/file/{id}/payment/preview": { date: "2026-11-19", amount: "10.00" },
  "/api/v4/file/{id}/message-preview": { channel: "email", template: "EM_FIRST" },
};

/** Rows of whoever asks: somebody who sees all files sees other works. */
const isOfWhoever = ({ call, query }: Asked): boolean =>
  [
    "/api/v4/processing/run/",
    "/api/v4/file-bulk/",
    "/api/v4/file-bulk",
    "/api/v4/file-export",
    "/api/v4/file/import",
  ].some((path) => call.path.startsWith(path)) || JSON.stringify(query).includes('"mine"');

type Query = Readonly<Record<string, unknown>>;

const name = ({ method, path }: Call): string => `${method} ${path}`;
const isForClerks = ({ who }: Call): boolean =>
  !("roles" in who) || who.roles.some((role) => clerksRoles.includes(role));

beforeAll(async () => {
  house = await startHouse();
  const declared = house.world.vorder.modules.flatMap((module) => module.handlers.map(({ call }) => call));
  calls = declared.filter((call) => call.method === "GET" && isForClerks(call) && !(call.path in apart));
  all = await found(requests(await house.ownIds(), [house.mine.number, "Eigener"]));
  // A first time for what the walk itself leaves behind, such as the files that were visited.
  await walk(house.clerk, requestsIn(all));
  before = await walk(house.clerk, requestsIn(all));
  foreign = await house.addForeign();
});
afterAll(() => house.world.close());

const jsonSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const shapeOf = (raw: unknown) => jsonSchema.catch({}).parse(raw);

/** Values for a field of a query. */
function valuesFor(raw: unknown, ids: readonly string[], words: readonly string[]): unknown[] {
  const shape = shapeOf(raw);
  const inner = shape.anyOf ?? shape.allOf;
  if (inner) return inner.flatMap((each) => valuesFor(each, ids, words));
  if (shape.enum) return shape.enum.slice(0, 2);
  switch (shape.type) {
    case "array":
      return valuesFor(shape.items, ids, words).map((each) => [each]);
    case "boolean":
      return ["1"];
    case "integer":
    case "number":
      return ids.filter((id) => /^\d+$/.test(id));
    case "string":
      return /date/.test(shape.format ?? "") ? ["2026-11-20"] : [...words, "2026-11-20"];
    default:
      return [];
  }
}

/** No query at all but what is required, and each field by itself. */
function queriesFor(call: Call, ids: readonly string[], words: readonly string[]): Query[] {
  const known = together[call.path];
  if (known) return [known];
  const schema = shapeOf(z.toJSONSchema(call.query, { io: "input", unrepresentable: "any", reused: "inline" }));
  const fields = schema.properties ?? {};
  const base: Query[] = [{}];
  for (const field of schema.required ?? []) {
    const values = valuesFor(fields[field], ids.slice(0, 2), words).slice(0, 4);
    base.splice(0, base.length, ...base.flatMap((each) => values.map((value) => ({ ...each, [field]: value }))));
  }
  const [first = {}] = base;
  const single = Object.entries(fields).flatMap(([field, raw]): Query[] => {
    if (["offset", "limit", "order"].includes(field)) return [];
    if (field !== "filter")
      return valuesFor(raw, ids.slice(0, 2), words).map((value) => ({ ...first, [field]: value }));
    return Object.entries(shapeOf(raw).properties ?? {}).flatMap(([inner, of]) =>
      valuesFor(of, ids.slice(0, 2), words).map((value) => ({ ...first, filter: { [inner]: value } })),
    );
  });
  return [...base, ...single];
}

interface Asked {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
}

/** Of what a second id in an address is a part, or of what a history is kept. */
const wholes = ["app_user", "bank_entry", "bulk", "case_file", "client", "import_batch", "run"];

/** Every call with every id in its path, and with each of its queries for the first ids. */
function requests(ids: readonly Id[], words: readonly string[]): Asked[] {
  const subjects = house.world.vorder.modules.flatMap((module) => module.history.map(({ subject }) => subject));
  const every = [...new Set(ids.map(({ id }) => id))];
  const whole = [...new Set(ids.filter(({ table }) => wholes.includes(table)).map(({ id }) => id))];
  const queried = [...new Set(ids.filter(({ table }) => ["case_file", "client"].includes(table)).map(({ id }) => id))];
  return calls.flatMap((call) => {
    const [first, second] = pathParameters(call.path);
    const queries = queriesFor(call, queried, words);
    if (first === undefined) return queries.map((query) => ({ call, params: {}, query }));
    const isHistory = first === "subject";
    const firsts = isHistory ? subjects : second === undefined ? every : whole;
    const paths = firsts.flatMap((value) =>
      second === undefined
        ? [{ [first]: value }]
        : (isHistory ? whole : every).map((other): Record<string, string> => ({ [first]: value, [second]: other })),
    );
    return paths.flatMap((params) =>
      (queried.includes(params[first] ?? "") ? queries : queries.slice(0, 1)).map((query) => ({ call, params, query })),
    );
  });
}

interface Answer {
  readonly asked: Asked;
  readonly reply: RawReply;
}
type Told = ReadonlyMap<string, Answer>;

const keyOf = ({ call, params, query }: Asked): string =>
  `${name(call)} ${JSON.stringify(params)} ${JSON.stringify(query)}`;

async function walk(visitor: Visitor, asked: readonly Asked[]): Promise<Told> {
  const answers = new Map<string, Answer>();
  for (const each of asked) {
    const { call, params, query } = each;
    answers.set(keyOf(each), {
      asked: each,
      reply: await visitor.send(call, { params: wrong(params), query: wrong(query) }),
    });
  }
  return answers;
}

/** What the manager, who sees all, finds of what is asked: no id is another table's, so that most find nothing. */
async function found(asked: readonly Asked[]): Promise<Told> {
  const answers = new Map<string, Answer>();
  const queue = asked.values();
  const worker = async (): Promise<void> => {
    for (const each of queue)
      for (const [key, answer] of await walk(house.manager, [each]))
        if (answer.reply.status < 400) answers.set(key, answer);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return answers;
}

const requestsIn = (told: Told): Asked[] => [...told.values()].map(({ asked }) => asked);

const isText = ({ headers }: RawReply): boolean => /json|text|csv/.test(headers.get("content-type") ?? "");

/** What an answer tells that it must not. */
function leakOf({ asked, reply }: Answer): string[] {
  const key = keyOf(asked);
  if (reply.status >= 500) return [`${key} answered ${reply.status}`];
  if (!isText(reply)) {
    const isForeign = Object.values(asked.params).some((id) => foreign.tells(id) !== undefined);
    return isForeign && reply.status < 400 ? [`${key} hands out ${reply.headers.get("content-type")}`] : [];
  }
  // The sentence of an error may say once more what was asked for.
  const sent = [...Object.values(asked.params), ...JSON.stringify(asked.query).split(/[",:{}[\]]+/)];
  const words = reply.status < 400 ? [] : sent.filter((word) => word.length > 3);
  const leak = foreign.tells(words.reduce((text, word) => text.replaceAll(word, ""), reply.text));
  return leak === undefined ? [] : [`${key} tells ${leak}`];
}

test("no call of the clerk reveals another team's file", async () => {
  const words = [...foreign.files.map(({ number }) => number), "Vreemdgaans", "Eigener"];
  theirs = await found(requests(foreign.ids, words));
  // The walk bites: somebody who sees all is told of them.
  const revealing = [...theirs.values()].filter(({ reply }) => foreign.tells(reply.text) !== undefined);
  expect(new Set(revealing.map(({ asked }) => asked.call)).size).toBeGreaterThan(30);
  const answers = await walk(house.clerk, requestsIn(theirs));
  const leaks = [...answers.values()].flatMap(leakOf);
  expect(leaks).toEqual([]);
});

test("the clerk gets the same replies whether other teams have files or not", async () => {
  const after = await walk(house.clerk, requestsIn(before));
  const differences = [...after].flatMap(([key, { asked, reply }]) => {
    const was = before.get(key)?.reply;
    if (asked.call.path in ofTheHouse || !isText(reply)) return [];
    return was?.status === reply.status && was.text === reply.text
      ? []
      : [`${key}: ${firstDifference(was?.text ?? "", reply.text)}`];
  });
  expect(differences).toEqual([]);
});

function firstDifference(was: string, is: string): string {
  const at = [...was].findIndex((sign, index) => sign !== is[index]);
  const from = Math.max(0, at - 60);
  return `${was.slice(from, at + 80)} → ${is.slice(from, at + 80)}`;
}

test("the clerk finds own files wherever the manager finds them, and every call is covered", async () => {
  const own = [house.mine, house.ofTeam, house.imported].map((file) => file.number);
  const missing = requestsIn(before).flatMap((each) => {
    if (isOfWhoever(each)) return [];
    const theirs = all.get(keyOf(each))?.reply;
    const ours = before.get(keyOf(each))?.reply;
    const found = own.filter((number) => theirs?.text.includes(number) && !ours?.text.includes(number));
    return theirs?.status === 200 && found.length > 0 ? [`${keyOf(each)} lacks ${found}`] : [];
  });
  expect(missing).toEqual([]);
  const reached = new Set([...requestsIn(all), ...requestsIn(theirs)].map(({ call }) => call));
  const unreached = calls.filter((call) => !reached.has(call)).map(({ path }) => path);
  expect(unreached.toSorted()).toEqual(Object.keys(empty).toSorted());
});

test("exports, bulk actions and a reference used by another team reveal nothing either", async () => {
  const { clerk, world } = house;
  const { id } = await clerk.call(requestExport, { body: { format: "csv", columns: [...usualFields], filter: {} } });
  await world.drain();
  const exported = await clerk.send(downloadExport, { params: { id } });
  expect(foreign.tells(exported.text)).toBeUndefined();
  for (const { number } of [house.mine, house.ofTeam]) expect(exported.text).toContain(number);
  const agenda = await clerk.send(exportAgenda, { body: { format: "csv", filter: { scope: "all" } } });
  expect(foreign.tells(agenda.text)).toBeUndefined();
  for (const { number } of [house.mine, house.ofTeam]) expect(agenda.text).toContain(number);
  const numbers = [house.mine, ...foreign.files].map(({ number }) => number).join("\n");
  const bulk = await clerk.call(planBulk, {
    body: { chosen: { by: "numbers", numbers }, action: { kind: "note", subject: "Aan allen" } },
  });
  await world.drain();
  const planned = await clerk.call(readBulk, { params: { id: bulk.id } });
  expect([planned.files, planned.missingCount]).toEqual([1, foreign.files.length]);
  const body = fileOf(house.client, { clientRef: foreign.refs[0] ?? "" });
  const refused = await clerk.refused(createFile, { body });
  expect(refused.body.errors).toEqual({ clientRef: ["This reference already has a file."] });
  expect(foreign.tells(JSON.stringify(refused.body))).toBeUndefined();
  const { items } = await clerk.call(searchFiles, {});
  expect(items.map((file) => file.number).sort()).toEqual(
    [house.mine, house.ofTeam, house.imported].map((file) => file.number).sort(),
  );
});
