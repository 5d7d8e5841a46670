/**
 * Every call that takes a document together with something else, refused after it has begun: neither the record nor the document stays,
 * in the tables or in the storage. Calls are found from what is declared.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAttachments } from "../cases/logs/attachments/attachments.contract.ts";
import { listLogs } from "../cases/logs/logs.contract.ts";
import { listStates } from "../cases/states/states.contract.ts";
import { importDialerResults } from "../cases/work-queue/work-queue.contract.ts";
import { addNoticeCopy, uploadImport } from "../exchange/intake/intake.contract.ts";
import { csvOf, placeOne, validRow } from "../exchange/intake/intake.factory.ts";
import { shareInfo } from "../exchange/sharing/sharing.contract.ts";
import type { Call } from "../ground/kernel/contract.ts";
import { readAnswers } from "../law/surveillance/surveillance.contract.ts";
import { returnCourtPaper } from "../legal/court-papers/court-papers.contract.ts";
import { addPaper, listPapers, placeStateOnPaper } from "../legal/handover/papers/papers.contract.ts";
import { setLogo } from "../letters/precasso/house/house.contract.ts";
import { uploadClientStatement } from "../letters/precasso/uploads/uploads.contract.ts";
import { importAnswers } from "../letters/print-batches/print-batches.contract.ts";
import { uploadStatement } from "../money/payments/payments.contract.ts";
import { addClientDocument } from "../people/customers/customers.contract.ts";
import { makeClient } from "../people/customers/customers.factory.ts";
import { addTraining } from "../people/employees/employees.contract.ts";
import { startWorld, type Visitor, type World } from "./testing/world.factory.ts";

const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
const paper = { name: "brief.pdf", content: pdf, mime: "application/pdf" };
const program = { name: "brief.exe", content: "MZ\u0090\u0000\u0003" };
const results = { name: "uitkomsten.csv", content: "reference;time;line\n1-1;2026-11-20 09:31;busy", mime: "text/csv" };
const table = { name: "rijen.csv", content: csvOf([validRow()]), mime: "text/csv" };

let world: World;
let staff: Visitor;
let client: number;
let file: number;
let line: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  client = (await makeClient(world.db, world.clock)).id;
  file = (await placeOne(world, client)).id;
  await world.drain();
  line = (await staff.call(listLogs, { params: { id: file } })).items[0]?.id ?? 0;
});
afterAll(() => world.close());

/** How many rows lie in each table, but for those that tell of every request, and which objects lie in the storage. */
async function kept(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select table_name as name, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I', table_name), false, true, '')))[1]::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like '%session%' order by 1`.execute(world.owner.db);
  const keys: string[] = [];
  for await (const key of world.vorder.parts.storage.keys()) keys.push(key);
  return { keys: keys.sort(), ...Object.fromEntries(rows.map((row) => [row.name, row.rows])) };
}

const state = { kind: "dispute", version: 1, reason: "klopt niet" } as const;
const training = { kind: "course", heldOn: "2026-11-01", title: "Wki", note: "" } as const;
const text = JSON.stringify({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "x" }] }] });
const shared = { title: "Overzicht", body: text, days: 14 };

type Attempt = () => Promise<{ readonly status: number }>;
const refused = (...attempts: [string, number, Attempt][]) => attempts;
const ofFile = () => ({ id: file });

const attempts: readonly (readonly [Call, [string, number, Attempt][]])[] = [
  [
    placeStateOnPaper,
    refused(
      [
        "a state whose day is still to come",
        400,
        () =>
          staff.refused(placeStateOnPaper, {
            params: ofFile(),
            body: { ...state, since: "2027-01-01" },
            files: { file: paper },
          }),
      ],
      [
        "a state of a version that is over",
        409,
        () =>
          staff.refused(placeStateOnPaper, {
            params: ofFile(),
            body: { ...state, version: 99 },
            files: { file: paper },
          }),
      ],
      [
        "somebody who is no party",
        400,
        () =>
          staff.refused(placeStateOnPaper, {
            params: ofFile(),
            body: { ...state, contactPartyId: 999_999 },
            files: { file: paper },
          }),
      ],
      [
        "a document that is a program",
        415,
        () => staff.refused(placeStateOnPaper, { params: ofFile(), body: state, files: { file: program } }),
      ],
      ["no document at all", 400, () => staff.refused(placeStateOnPaper, { params: ofFile(), body: state })],
      [
        "a paper that the file does not have",
        404,
        () =>
          staff.refused(placeStateOnPaper, {
            params: ofFile(),
            body: { ...state, paper: { source: "document", id: 999_999 } },
          }),
      ],
      [
        "two papers",
        400,
        () =>
          staff.refused(placeStateOnPaper, {
            params: ofFile(),
            body: { ...state, paper: { source: "document", id: 999_999 } },
            files: { file: paper },
          }),
      ],
      [
        "a file that is not there",
        404,
        () => staff.refused(placeStateOnPaper, { params: { id: 999_999 }, body: state, files: { file: paper } }),
      ],
    ),
  ],
  [
    addPaper,
    refused(
      [
        "a state that is not there",
        404,
        () =>
          staff.refused(addPaper, {
            params: ofFile(),
            body: { kind: "judgment", holdId: 999_999 },
            files: { file: paper },
          }),
      ],
      [
        "a program",
        415,
        () => staff.refused(addPaper, { params: ofFile(), body: { kind: "judgment" }, files: { file: program } }),
      ],
    ),
  ],
  [
    returnCourtPaper,
    refused([
      "a paper that is not there",
      404,
      () =>
        staff.refused(returnCourtPaper, {
          params: { ...ofFile(), paperId: 999_999 },
          files: { file: paper },
        }),
    ]),
  ],
  [
    addNoticeCopy,
    refused(
      [
        "no 14-day letter of the client's",
        400,
        () => staff.refused(addNoticeCopy, { params: ofFile(), body: {}, files: { file: paper } }),
      ],
      ["a program", 400, () => staff.refused(addNoticeCopy, { params: ofFile(), body: {}, files: { file: program } })],
    ),
  ],
  [
    addAttachments,
    refused([
      "a program after a document",
      415,
      () => staff.refused(addAttachments, { params: { id: line }, files: { "files[0]": paper, "files[1]": program } }),
    ]),
  ],
  [
    shareInfo,
    refused([
      "a program after a document",
      415,
      () => staff.refused(shareInfo, { body: shared, files: { "files[0]": paper, "files[1]": program } }),
    ]),
  ],
  [
    addTraining,
    refused(
      [
        "a course that is still to come",
        400,
        () =>
          staff.refused(addTraining, {
            params: { id: staff.userId },
            body: { ...training, heldOn: "2027-01-01" },
            files: { file: paper },
          }),
      ],
      [
        "a certificate that is a table",
        400,
        () => staff.refused(addTraining, { params: { id: staff.userId }, body: training, files: { file: table } }),
      ],
    ),
  ],
  [
    addClientDocument,
    refused([
      "a table",
      415,
      () =>
        staff.refused(addClientDocument, {
          params: { id: client },
          body: { kind: "other", validUntil: null },
          files: { file: table },
        }),
    ]),
  ],
  [uploadStatement, refused(["a program", 400, () => staff.refused(uploadStatement, { files: { file: program } })])],
  [
    uploadImport,
    refused(
      [
        "a client that is not there",
        400,
        () => staff.refused(uploadImport, { body: { client: 999_999 }, files: { file: table } }),
      ],
      ["a program", 400, () => staff.refused(uploadImport, { body: { client }, files: { file: program } })],
    ),
  ],
  [
    uploadClientStatement,
    refused([
      "a program",
      400,
      () => staff.refused(uploadClientStatement, { body: { client }, files: { file: program } }),
    ]),
  ],
  [
    setLogo,
    refused(
      [
        "a client that is not there",
        404,
        () => staff.refused(setLogo, { params: { id: 999_999 }, files: { file: program } }),
      ],
      ["a program", 400, () => staff.refused(setLogo, { params: { id: client }, files: { file: program } })],
    ),
  ],
  [
    readAnswers,
    refused(["a program", 400, () => staff.refused(readAnswers, { body: { apply: true }, files: { file: program } })]),
  ],
  [
    importAnswers,
    refused([
      "answers to a batch that is not there",
      404,
      () => staff.refused(importAnswers, { params: { id: 999_999 }, files: { file: table } }),
    ]),
  ],
  [
    importDialerResults,
    refused(
      [
        "results of a list that is not there",
        404,
        () => staff.refused(importDialerResults, { params: { id: 999_999 }, files: { file: results } }),
      ],
      [
        "rows of something else",
        400,
        () => staff.refused(importDialerResults, { params: { id: 1 }, files: { file: table } }),
      ],
    ),
  ],
];

const name = ({ method, path }: Call): string => `${method} ${path}`;

test("every call that accepts documents is covered", () => {
  const declared = world.vorder.modules
    .flatMap((module) => module.handlers.map((handler) => handler.call))
    .filter(({ carries }) => carries === "files");
  expect(attempts.map(([call]) => name(call)).sort()).toEqual(declared.map(name).sort());
});

describe.each(attempts.map(([call, tries]) => ({ call: name(call), tries })))("$call", ({ tries }) => {
  test.each(tries)("with %s leaves nothing", async (_what, status, attempt) => {
    const before = await kept();
    expect((await attempt()).status).toBe(status);
    expect(await kept()).toEqual(before);
  });
});

test("an allowed request keeps record and document, linked to each other", async () => {
  const params = ofFile();
  const { version } = await world.db
    .selectFrom("case_file")
    .select("version")
    .where("id", "=", file)
    .executeTakeFirstOrThrow();
  const made = await staff.call(placeStateOnPaper, { params, body: { ...state, version }, files: { file: paper } });
  expect(made.paper).toMatchObject({ name: "brief.pdf", kind: "correspondence" });
  expect((await staff.call(listStates, { params })).items.map(({ id }) => id)).toContain(made.holdId);
  expect((await staff.call(listPapers, { params })).states).toMatchObject([
    { holdId: made.holdId, paper: { id: made.paper.id } },
  ]);
});
