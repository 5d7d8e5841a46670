/** A letter whose posting a print house has not reported yet: what depends on it, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeBulk, planBulk, readBulk, undoBulk } from "../../../exchange/bulk/bulk.contract.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { importAnswers, listPieces, makeBatchCall } from "../../print-batches/print-batches.contract.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf } from "../../what-if/what-if.contract.ts";
import {
  listWorkflowVersions,
  moveFileVersion,
  pauseFileWorkflow,
  publishDraft,
  readFileVersion,
  readFileWorkflow,
  resumeFileWorkflow,
  skipWorkflowStep,
  startDraft,
} from "../workflows.contract.ts";

let world: World;
let clerk: Visitor;
let workflow: number;
let atOnce: number;
let later: number;
let batch: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  clerk = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING", "ROLE_MERGING"],
  ]);
}
const place = (id: number) => clerk.call(readFileWorkflow, { params: { id } });
const next = async (id: number) => (await place(id)).next;
const termUntil = async (id: number) =>
  (await world.db.selectFrom("file_workflow").select("term_until").where("file_id", "=", id).executeTakeFirstOrThrow())
    .term_until;
const dateLines = (lines: readonly string[]) =>
  clerk.call(importAnswers, {
    params: { id: batch },
    files: {
      file: { name: "antwoord.csv", content: ["piece;event;date;reason", ...lines].join("\n"), mime: "text/csv" },
    },
  });
const pieceOf = async (fileId: number): Promise<string> => {
  const { items } = await clerk.call(listPieces, { params: { id: batch } });
  return items.find((piece) => piece.fileId === fileId)?.piece ?? "";
};

const skip = async (id: number, position: number) => {
  const body = { position, reason: "Proef", version: (await place(id)).version };
  await clerk.call(skipWorkflowStep, { params: { id }, body });
};

/** Two files whose letter with the costs (a term of seven days) was made on a Monday, for a print house. */
async function twoLetters(first: string, monday: string): Promise<readonly number[]> {
  await on(first);
  await world.work((ctx) => changeSettings(ctx, { printHouse: false }));
  const { fileIds } = await portfolio(world, 2);
  for (const id of fileIds) await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  await on(monday);
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  for (const id of fileIds) {
    for (const position of [2, 3]) await skip(id, position);
    await clerk.call(doStep, { params: { id }, body: { position: 4 } });
  }
  batch = (await clerk.call(makeBatchCall, { body: {} })).id;
  await world.drain();
  return fileIds;
}

beforeAll(async () => {
  world = await startWorld();
  [atOnce = 0, later = 0] = await twoLetters("2026-11-20", "2026-12-14");
  workflow = (await clerk.call(listWorkflowVersions, {})).items.find(({ code }) => code === "W1")?.id ?? 0;
});
afterAll(() => world.close());

describe("a file whose letter is not yet reported as posted", () => {
  test("is not moved to another version, neither alone nor with others, with the reason", async () => {
    const draft = await clerk.call(startDraft, { params: { workflow } });
    await clerk.call(publishDraft, { params: { workflow }, body: { note: "Tweede", version: draft.version } });
    const seen = await clerk.call(readFileVersion, { params: { id: later } });
    expect(seen.underWay).toContain("when the last letter was posted");
    const body = { dates: "keep" as const, reason: "Gelijk", version: seen.version };
    const alone = await clerk.refused(moveFileVersion, { params: { id: later }, body });
    expect(alone.body.errors).toEqual({ common: [seen.underWay] });

    const { id } = await clerk.call(requestWhatIf, { params: { workflow }, body: { number: 2 } });
    await world.drain();
    const judged = (await clerk.call(latestWhatIf, { params: { workflow } })).items[0];
    const plan = { dates: "keep" as const, reason: "Allemaal", version: judged?.version ?? 0 };
    await clerk.call(moveFiles, { params: { id }, body: plan });
    await world.drain();
    const { items } = await clerk.call(listWhatIfRows, { params: { id }, query: {} });
    expect(items.map(({ state, why }) => [state, why])).toEqual(Array(2).fill(["dropped", seen.underWay]));
    expect((await place(later)).workflow).toMatchObject({ version: 1, newest: 2 });
  });
});

describe("a letter that is posted later than its date", () => {
  test("shifts its term and the next step by as many days; one posted on its date shifts nothing", async () => {
    // The call comes seven days after this letter, when its term of seven days ends.
    for (const id of [atOnce, later])
      expect([await termUntil(id), (await next(id))?.dueOn]).toEqual(["2026-12-21", "2026-12-21"]);
    await on("2026-12-17");
    await dateLines([`${await pieceOf(atOnce)};posted;2026-12-14;`, `${await pieceOf(later)};posted;2026-12-17;`]);
    await world.drain();
    expect([await termUntil(atOnce), await termUntil(later)]).toEqual(["2026-12-21", "2026-12-24"]);
    expect(await next(atOnce)).toMatchObject({ channel: "call", dueOn: "2026-12-21" });
    expect(await next(later)).toMatchObject({ channel: "call", dueOn: "2026-12-24" });
  });

  test("then its file may be moved, and keeps its term", async () => {
    const seen = await clerk.call(readFileVersion, { params: { id: later } });
    expect(seen).toMatchObject({ underWay: null, keepable: "2026-12-24" });
    const body = { dates: "new" as const, reason: "Nu wel", version: seen.version };
    const moved = await clerk.call(moveFileVersion, { params: { id: later }, body });
    expect(moved).toMatchObject({ workflow: { version: 2 }, next: { channel: "call", dueOn: "2026-12-24" } });
    expect(await termUntil(later)).toBe("2026-12-24");
  });
});

describe("a letter of a file that went on or stood still before it was told to be posted", () => {
  test("counts its term from that day, and never puts a day back", async () => {
    const [skipped = 0, stood = 0] = await twoLetters("2027-01-04", "2027-02-01");
    await on("2027-02-02");
    await skip(skipped, 5);
    const { version } = await place(stood);
    await clerk.call(pauseFileWorkflow, { params: { id: stood }, body: { reason: "Proef", version } });
    await on("2027-02-08");
    await clerk.call(resumeFileWorkflow, { params: { id: stood }, body: { version: (await place(stood)).version } });
    const before = await next(stood);
    await dateLines([`${await pieceOf(skipped)};posted;2027-02-03;`, `${await pieceOf(stood)};posted;2027-02-03;`]);
    await world.drain();
    expect([await termUntil(skipped), await termUntil(stood)]).toEqual(["2027-02-10", "2027-02-10"]);
    expect(await next(stood)).toMatchObject({ channel: "call", dueOn: before?.dueOn });
  });
});

describe("a file that was put back before its letter was told to be posted", () => {
  test("counts its term and its next step from that day all the same", async () => {
    const [back = 0, stayed = 0] = await twoLetters("2027-03-01", "2027-04-05");
    const action = { kind: "step" as const, reason: "Proef" };
    const chosen = { by: "files" as const, files: [back] };
    const bulker = await world.login([
      ...["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
    ]);
    const { id } = await bulker.call(planBulk, { body: { chosen, action } });
    const seen = async () => {
      await world.drain();
      return bulker.call(readBulk, { params: { id } });
    };
    await bulker.call(makeBulk, { params: { id }, body: { version: (await seen()).version } });
    await bulker.call(undoBulk, { params: { id }, body: { version: (await seen()).version } });
    expect(await seen()).toMatchObject({ state: "undone", counts: { undone: 1 } });
    expect(await next(back)).toEqual(await next(stayed));
    await on("2027-04-12");
    await dateLines([`${await pieceOf(back)};posted;2027-04-09;`, `${await pieceOf(stayed)};posted;2027-04-09;`]);
    await world.drain();
    expect([await termUntil(stayed), await termUntil(back)]).toEqual(["2027-04-16", "2027-04-16"]);
    expect(await next(back)).toEqual(await next(stayed));
  });
});

describe("a letter whose term ends on a holiday", () => {
  test("and that is posted later has its term counted anew, and moved once", async () => {
    const [, id = 0] = await twoLetters("2027-04-12", "2027-05-10");
    // Seven days on is Whit Monday.
    expect(await termUntil(id)).toBe("2027-05-18");
    await on("2027-05-12");
    await dateLines([`${await pieceOf(id)};posted;2027-05-11;`]);
    await world.drain();
    expect(await termUntil(id)).toBe("2027-05-18");
  });
});
