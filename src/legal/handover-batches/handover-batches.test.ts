/** Batches through HTTP: chosen, judged, made, downloaded, recalled, and answered by the office. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { previewFileMessage } from "../../cases/file-page/composer/composer.contract.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { updateDebtor } from "../../cases/parties/parties.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { changeFileWorkflow, readFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { createBailiff } from "../bailiffs/bailiffs.contract.ts";
import {
  type BatchFile,
  downloadBatch,
  enterReceipt,
  type HandoverBatch,
  leaveOut,
  listBatchFiles,
  makeBatch,
  postListBatches,
  postListEvents,
  processingData,
  readBatch,
  recallBatch,
  sendFiles,
  startHandover,
} from "./batches/batches.contract.ts";
import {
  addMasterClient,
  createDestination,
  type DestinationRow,
  listMasterClients,
  listStatuses,
  listTypes,
  masterLog,
  removeMasterClient,
  setLevels,
} from "./destinations/destinations.contract.ts";
import { handoverTypes } from "./handover-batches.ts";
import {
  batchStatistics,
  enterReports,
  importedCosts,
  listReports,
  reconciliation,
} from "./monitoring/monitoring.contract.ts";
import { overrideLine, validateFiles } from "./validation/validation.contract.ts";

const acl = ["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"];
const office = (bailiff: number, name: string) => ({
  name,
  bailiff,
  types: [...handoverTypes],
  channel: "download" as const,
  format: "csv" as const,
});

let world: World;
let lawyer: Visitor;
let files: number[];
let clientId: number;
let destination: DestinationRow;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(acl);
  const made = await portfolio(world, 4);
  files = [...made.fileIds];
  clientId = made.clientId;
  const bailiff = await lawyer.call(createBailiff, { body: { name: "Kantoor Gracht" } });
  destination = await lawyer.call(createDestination, { body: office(bailiff.id, "Gracht") });
});
afterAll(() => world.close());

const birthDate = async (id: number): Promise<void> => {
  const { debtor } = await lawyer.call(showFile, { params: { id } });
  const { id: _id, fileType: _type, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...fields } = debtor;
  await lawyer.call(updateDebtor, { params: { id }, body: { ...fields, birthDate: "1988-05-04" } });
};

const planned = async (
  type: (typeof handoverTypes)[number],
  chosen: number[],
  who = lawyer,
): Promise<{ batch: HandoverBatch; rows: BatchFile[] }> => {
  const asked = await who.call(startHandover, {
    body: { type, destination: destination.id, chosen: { by: "files", files: chosen } },
  });
  await world.drain();
  const params = { id: asked.id };
  const { items } = await who.call(listBatchFiles, { params, query: {} });
  return { batch: await who.call(readBatch, { params }), rows: items };
};

const made = async (batch: HandoverBatch): Promise<HandoverBatch> => {
  const params = { id: batch.id };
  await lawyer.call(makeBatch, { params, body: { version: batch.version } });
  await world.drain();
  return lawyer.call(readBatch, { params });
};

const euros = (cents: number | null): string => ((cents ?? 0) / 100).toFixed(2);

const receiptOf = async (batch: HandoverBatch, states: readonly ("accepted" | "rejected")[] = []) => {
  const { items } = await lawyer.call(listBatchFiles, {
    params: { id: batch.id },
    query: { filter: { state: ["sent", "queued"] } },
  });
  return {
    count: batch.count ?? 0,
    total: euros(batch.totalCents),
    sha256: batch.sha256 ?? "",
    files: items.map(({ fileNumber }, at) => ({
      fileNumber,
      state: states[at] ?? ("accepted" as const),
      officeNumber: `D-${at + 1}`,
      reason: states[at] === "rejected" ? "Al bij ons" : "",
    })),
  };
};

test("finds a pasted reference of the client that has the digits of a file number", async () => {
  const { id } = await placeOne(world, clientId, { clientRef: "20261234" });
  // Of what names no file the start is kept, which here ends within a character.
  const long = `${"n".repeat(59)}😀`;
  const chosen = { by: "numbers" as const, numbers: `20261234\n99-999999\n${long}` };
  const asked = await lawyer.call(startHandover, { body: { type: "summons", destination: destination.id, chosen } });
  expect(asked.missing).toEqual(["99-999999", "n".repeat(59)]);
  await world.drain();
  const { items } = await lawyer.call(listBatchFiles, { params: { id: asked.id }, query: {} });
  expect(items.map(({ fileId }) => fileId)).toEqual([id]);
});

describe("kinds, states and master data", () => {
  test("can be read by every user who hands over", async () => {
    const { items } = await lawyer.call(listTypes);
    expect(items.map(({ id }) => id)).toEqual([...handoverTypes]);
    expect(items.find(({ id }) => id === "transfer_back")?.needs.map(({ id }) => id)).toEqual(["held"]);
    const states = await lawyer.call(listStatuses);
    expect(states.batch.map(({ id }) => id).slice(0, 4)).toEqual(["draft", "validated", "queued", "sent"]);
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(listStatuses)).status).toBe(403);
    const client = await world.login({ acl, kind: "customer", clientIds: [clientId] });
    expect((await client.refused(processingData)).status).toBe(404);
  });

  test("a client is added under its own number, once, and the log records it", async () => {
    const body = { destination: destination.id, client: clientId, externalId: "K-77" };
    const row = await lawyer.call(addMasterClient, { body });
    expect(row).toMatchObject({ externalId: "K-77", ours: { id: clientId } });
    const twice = await lawyer.refused(addMasterClient, { body: { ...body, externalId: "K-78" } });
    expect(Object.keys(twice.body.errors ?? {})).toEqual(["client"]);
    await lawyer.call(removeMasterClient, { params: { id: row.id } });
    expect((await lawyer.refused(removeMasterClient, { params: { id: row.id } })).status).toBe(404);
    const params = { destination: destination.id };
    expect((await lawyer.call(listMasterClients, { params })).items).toEqual([]);
    const { items } = await lawyer.call(masterLog, { params, body: {} });
    expect(items.map(({ action, externalId }) => [action, externalId])).toEqual([
      ["remove", "K-77"],
      ["add", "K-77"],
    ]);
  });

  test("secrets are deleted when their address changes, and never leave the server", async () => {
    const body = {
      ...office(Number(destination.bailiff.id), "Geheim"),
      format: "json" as const,
      channel: "https" as const,
      url: "https://kantoor.example/in",
      signingKey: "sleutel-123",
    };
    const reply = await lawyer.send(createDestination, { body });
    expect(reply.text).not.toContain("sleutel-123");
    expect(reply.json()).toMatchObject({ secrets: { signingKey: true } });
    const wrong = await lawyer.refused(createDestination, { body: { ...body, name: "X", url: "ftp://x" } });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(["url"]);
    const empty = { ...body, bailiff: 999_999, channel: "sftp" as const, host: "", username: "", folder: "../x" };
    const refused = await lawyer.refused(createDestination, { body: empty });
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(["bailiff", "folder", "host", "username"]);
  });
});

describe("a plan", () => {
  test("refuses a file whose client is unknown to the office, and links to where that is corrected", async () => {
    const [first = 0] = files;
    const body = { type: "insolvency_check" as const, destination: destination.id, files: [first] };
    const { items } = await lawyer.call(validateFiles, { body });
    const line = items[0]?.lines.find(({ need }) => need === "clientKnown");
    expect(items[0]?.state).toBe("refused");
    expect(line).toMatchObject({
      state: "missing",
      level: "block",
      field: "client",
      screen: `/bailiff/handover-masterdata/${destination.id}`,
      passable: false,
    });
    await lawyer.call(addMasterClient, {
      body: { destination: destination.id, client: clientId, externalId: "K-1" },
    });
    const now = (await lawyer.call(validateFiles, { body })).items[0];
    expect(now?.lines.find(({ need }) => need === "clientKnown")?.state).toBe("met");
    const birth = now?.lines.find(({ need }) => need === "birthDate");
    expect(birth).toMatchObject({ field: "birthDate", screen: `/file/show-new/${first}?tab=handover`, passable: true });
    // What is lacking is let pass for this office with a reason and a name.
    const pass = { destination: destination.id, file: first, need: "birthDate" as const, reason: "Onbekend in de BRP" };
    await lawyer.call(overrideLine, { body: pass });
    const passed = (await lawyer.call(validateFiles, { body })).items[0];
    expect(passed?.state).toBe("ready");
    expect(passed?.lines.find(({ need }) => need === "birthDate")).toMatchObject({
      state: "passed",
      passed: { on: "2026-11-20", reason: "Onbekend in de BRP" },
    });
  });

  test("shows which files are sent and which not; a batch is immutable, and complete only with the office's receipt", async () => {
    const [first = 0, second = 0, third = 0] = files;
    await birthDate(second);
    const { batch, rows } = await planned("insolvency_check", [first, second, third]);
    expect(batch).toMatchObject({ state: "validated", moving: null });
    expect(rows.map(({ state }) => state)).toEqual(["validated", "validated", "refused"]);
    expect(rows[2]?.lines).toMatchObject([{ need: "birthDate", level: "block", name: "Birth date" }]);
    const queued = await made(batch);
    expect(queued).toMatchObject({ state: "queued", count: 2, delivery: null });
    const zip = await lawyer.send(downloadBatch, { params: { id: batch.id } });
    expect(zip.status).toBe(200);
    expect(zip.bytes.subarray(0, 2).toString()).toBe("PK");
    const sent = await lawyer.call(readBatch, { params: { id: batch.id } });
    expect(sent.state).toBe("sent");
    const receipt = await receiptOf(sent, ["accepted", "rejected"]);
    const params = { id: batch.id };
    const wrong = { ...receipt, total: "0.01" };
    const refused = await lawyer.refused(enterReceipt, { params, body: wrong });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["total"]);
    const short = { ...receipt, files: receipt.files.slice(1) };
    expect(Object.keys((await lawyer.refused(enterReceipt, { params, body: short })).body.errors ?? {})).toEqual([
      "files",
    ]);
    expect((await lawyer.call(readBatch, { params })).state).toBe("sent");
    const done = await lawyer.call(enterReceipt, { params, body: { ...receipt, sha256: receipt.sha256.slice(0, 12) } });
    expect(done.state).toBe("partly");
    const { items } = await lawyer.call(postListEvents, { body: { filter: { batch: batch.id } } });
    const kinds = items.map(({ kind }) => kind).reverse();
    expect(kinds).toEqual(["chosen", "judged", "queued", "downloaded", "receipt", "accepted", "rejected"]);
    expect(items.find(({ kind }) => kind === "rejected")?.reason).toBe("Al bij ons");
    expect((await lawyer.refused(enterReceipt, { params, body: receipt })).status).toBe(402);
  });

  test("with many files accepts a receipt that names only the rejected ones", async () => {
    const [first = 0, second = 0] = files;
    const { batch } = await planned("insolvency_check", [first, second]);
    const params = { id: batch.id };
    await made(batch);
    await lawyer.send(downloadBatch, { params });
    const { files: all, ...told } = await receiptOf(await lawyer.call(readBatch, { params }), ["accepted", "rejected"]);
    const rejected = all.filter(({ state }) => state === "rejected");
    const unknown = { ...told, files: [{ fileNumber: "26-999999", state: "rejected" as const }], othersAccepted: true };
    expect(Object.keys((await lawyer.refused(enterReceipt, { params, body: unknown })).body.errors ?? {})).toEqual([
      "files",
    ]);
    const done = await lawyer.call(enterReceipt, { params, body: { ...told, files: rejected, othersAccepted: true } });
    expect(done.state).toBe("partly");
    const { items } = await lawyer.call(listBatchFiles, { params, query: {} });
    expect(items.map(({ state, reason }) => [state, reason])).toEqual([
      ["accepted", null],
      ["rejected", "Al bij ons"],
    ]);
  });

  test("can be recalled with a reason until it is accepted; excluded files are not sent", async () => {
    const [first = 0, second = 0] = files;
    const { batch } = await planned("insolvency_check", [first, second]);
    const params = { id: batch.id };
    const without = await lawyer.call(leaveOut, { params, body: { files: [second], out: true } });
    const queued = await made(without);
    expect(queued.count).toBe(1);
    const body = { version: queued.version, reason: "Debiteur heeft betaald" };
    const late = await lawyer.refused(recallBatch, { params, body: { ...body, version: 0 } });
    expect(late.status).toBe(409);
    expect((await lawyer.call(recallBatch, { params, body })).state).toBe("recalled");
    expect((await lawyer.refused(downloadBatch, { params })).status).toBe(402);
  });
});

describe("a file at an office", () => {
  const warnOfAll = async (): Promise<void> => {
    const { items } = await lawyer.call(listTypes);
    const needs = items.flatMap(({ needs: all }) => all.map(({ id }) => id));
    const levels = Object.fromEntries(needs.map((need) => [need, "warn" as const]));
    await lawyer.call(setLevels, { params: { id: destination.id }, body: { levels, version: destination.version } });
  };

  test("is at one office at a time, moves to the bailiff phase, and receives reports", async () => {
    await warnOfAll();
    const [, , third = 0, fourth = 0] = files;
    const one = await lawyer.call(sendFiles, {
      body: { type: "amicable", destination: destination.id, files: [third] },
    });
    await world.drain();
    const queued = await lawyer.call(readBatch, { params: { id: one.id } });
    expect(queued).toMatchObject({ state: "queued", count: 1 });
    // Somebody else plans it as well: it stays here, and says with whom it is.
    const { rows } = await planned("amicable", [third, fourth]);
    const taken = rows.find(({ fileId }) => fileId === third);
    expect(taken?.state).toBe("refused");
    expect(taken?.lines[0]).toMatchObject({ need: "notElsewhere", level: "block" });
    await lawyer.send(downloadBatch, { params: { id: one.id } });
    const sent = await lawyer.call(readBatch, { params: { id: one.id } });
    await lawyer.call(enterReceipt, { params: { id: one.id }, body: await receiptOf(sent) });
    const { phase, number, balance } = await lawyer.call(showFile, { params: { id: third } });
    expect(phase).toBe("bailiff");
    // The office writes to the debtor from now on: whoever presses from here is told so.
    const writer = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND"]);
    const query = { channel: "post", template: "POST_LAST" } as const;
    const demand = await writer.call(previewFileMessage, { params: { id: third }, query });
    expect(demand.allowed).toBe(false);
    expect(demand.reasons.map(({ rule }) => rule)).toContain("atBailiff");

    const reports = [
      { key: "r1", fileNumber: number, on: "2026-11-20", kind: "cost", act: "2a", exVat: "125.57", vat: "26.37" },
      { key: "r2", fileNumber: number, on: "2026-11-20", kind: "summons", court: "Rechtbank Breda" },
      { key: "r3", fileNumber: "bestaat-niet", on: "2026-11-20", kind: "advice", text: "x" },
      { key: "r4", fileNumber: number, kind: "poetry" },
    ];
    const holdings = [
      { fileNumber: number, officeNumber: "D-1", open: balance.open },
      { fileNumber: "VREEMD", open: "10.00" },
    ];
    const params = { id: destination.id };
    const text = JSON.stringify({ reports, on: "2026-11-20", holdings });
    expect(await lawyer.call(enterReports, { params, body: { text } })).toEqual({
      taken: 2,
      known: 0,
      unread: 2,
      holdings: 2,
    });
    expect(await lawyer.call(enterReports, { params, body: { text } })).toMatchObject({ taken: 0, known: 4 });
    // What a text of ours tells is said in the language of whoever reads it.
    const body = { filter: { file: third } };
    const told = async (who: Visitor) =>
      (await who.call(postListEvents, { body })).items
        .filter(({ kind }) => kind === "report")
        .map(({ reason }) => reason);
    expect(await told(lawyer)).toEqual(["Summons issued", "Costs"]);
    const costs = await lawyer.call(importedCosts, { query: {} });
    expect(costs.items).toMatchObject([{ act: "2a", exVatCents: 12_557, vatCents: 2637, fileId: third }]);
    const unread = await lawyer.call(listReports, { query: { filter: { problem: "1" } } });
    expect(unread.items.map(({ problem }) => problem).sort()).toEqual(
      ["Unknown code of the office", "This office has no file of this number"].sort(),
    );
    const { items } = await lawyer.call(reconciliation, { params, query: { on: "2026-11-20" } });
    expect(items.map(({ fileNumber, verdict }) => [fileNumber, verdict])).toEqual([
      [number, "same"],
      ["VREEMD", "onlyTheirs"],
    ]);
    const before = await lawyer.call(reconciliation, { params, query: { on: "2026-11-19" } });
    expect(before).toMatchObject({ toldOn: null, items: [] });
    const figures = await lawyer.call(batchStatistics, { body: {} });
    expect(figures.items.find(({ type }) => type === "amicable")).toMatchObject({ held: 1, billedCents: 15_194 });
  });

  test("a reported summons gives its hearing date to the waiting workflow step", async () => {
    const [, , third = 0] = files;
    const { number } = await lawyer.call(showFile, { params: { id: third } });
    const mover = await world.login(["ROLE_FILE_SEARCH", "ROLE_WORKFLOW_FILE"]);
    const params = { id: third };
    await mover.call(changeFileWorkflow, { params, body: { workflow: "W5J", reason: "Gedagvaard" } });
    const next = async () => (await mover.call(readFileWorkflow, { params })).next;
    expect(await next()).toMatchObject({ position: 1, dueOn: null });
    const summons = { key: "r8", fileNumber: number, on: "2026-11-20", kind: "summons", rollDate: "2026-12-16" };
    const text = JSON.stringify({ reports: [summons] });
    await lawyer.call(enterReports, { params: { id: destination.id }, body: { text } });
    expect(await next()).toMatchObject({ position: 1, dueOn: "2026-12-14", anchoredOn: "2026-12-16" });
  });

  test("ends when the office says so, and its batch with it", async () => {
    const [, , third = 0] = files;
    const { number } = await lawyer.call(showFile, { params: { id: third } });
    const reports = [{ key: "r9", fileNumber: number, on: "2026-11-20", kind: "closed", reason: "Betaald" }];
    await lawyer.call(enterReports, { params: { id: destination.id }, body: { text: JSON.stringify({ reports }) } });
    const { items } = await lawyer.call(postListBatches, { body: { filter: { type: ["amicable"] } } });
    expect(items.map(({ state }) => state)).toContain("processed");
  });

  test("is hidden from users who may not see it", async () => {
    const clerk = await world.login({ acl, teamIds: [] });
    const { items } = await lawyer.call(postListBatches, { body: {} });
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    const [batch] = items;
    expect((await clerk.refused(readBatch, { params: { id: batch?.id ?? 0 } })).status).toBe(404);
    expect((await clerk.call(postListBatches, { body: {} })).items).toEqual([]);
    expect((await clerk.call(postListEvents, { body: {} })).items).toEqual([]);
    expect((await clerk.call(batchStatistics, { body: {} })).items).toEqual([]);
    expect((await clerk.call(importedCosts, { query: {} })).items).toEqual([]);
    const [first = 0] = files;
    const chosen = { by: "files" as const, files: [first] };
    const body = { type: "amicable" as const, destination: destination.id, chosen };
    expect((await clerk.refused(startHandover, { body })).status).toBe(404);
  });
});
