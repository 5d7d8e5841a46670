/** The figures of an office of bailiffs over HTTP: counted of what it was given, told and paid, and of what the reader sees. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { createBailiff, getBailiff, updateBailiff } from "../bailiffs/bailiffs.contract.ts";
import { downloadBatch, readBatch } from "../handover-batches/batches/batches.contract.ts";
import {
  addMasterClient,
  createDestination,
  enterReceipt,
  enterReports,
  listTypes,
  sendFiles,
  setLevels,
} from "../handover-batches/handover-batches.contract.ts";
import { batchStatistics } from "../handover-batches/monitoring/monitoring.contract.ts";
import { readOfficeFigures } from "./offices.contract.ts";

let world: World;
let lawyer: Visitor;
let id: number;
let destination: number;
/** The file that the office has and has not ended. */
let stillOut: number;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login({ acl: ["*"] });
  const { fileIds, clientId } = await portfolio(world, 3);
  id = (await lawyer.call(createBailiff, { body: { name: "Kantoor Werf" } })).id;
  const way = {
    name: "Werf",
    bailiff: id,
    types: ["amicable" as const, "insolvency_check" as const, "transfer_back" as const],
    channel: "download" as const,
    format: "json" as const,
  };
  const made = await lawyer.call(createDestination, { body: way });
  destination = made.id;
  stillOut = fileIds[1] ?? 0;
  await lawyer.call(addMasterClient, { body: { destination, client: clientId, externalId: "K-1" } });
  const needs = (await lawyer.call(listTypes)).items.flatMap(({ needs: all }) => all.map((need) => need.id));
  const levels = Object.fromEntries(needs.map((need) => [need, "off" as const]));
  await lawyer.call(setLevels, { params: { id: destination }, body: { levels, version: made.version } });
  const sent = { type: "amicable" as const, destination, files: [...fileIds] };
  const { id: batch } = await lawyer.call(sendFiles, { body: sent });
  await world.drain();
  await lawyer.send(downloadBatch, { params: { id: batch } });
  const { count, totalCents, sha256 } = await lawyer.call(readBatch, { params: { id: batch } });
  const numbers: string[] = [];
  for (const file of fileIds) numbers.push((await lawyer.call(showFile, { params: { id: file } })).number);
  const files = numbers.map((fileNumber, at) => ({
    fileNumber,
    state: at === 2 ? ("rejected" as const) : ("accepted" as const),
    officeNumber: at === 2 ? "" : `W-${at}`,
    reason: at === 2 ? "Al bij ons" : "",
  }));
  const total = ((totalCents ?? 0) / 100).toFixed(2);
  await lawyer.call(enterReceipt, {
    params: { id: batch },
    body: { count: count ?? 0, total, sha256: sha256 ?? "", files },
  });
  // Two days later the office tells of a payment and a bill of the first, and ends it.
  world.clock.set(new Date("2026-11-22T09:00:00Z"));
  lawyer = await world.login({ acl: ["*"] });
  const of = { fileNumber: numbers[0], on: "2026-11-22" };
  const reports = [
    { ...of, key: "1", kind: "payment", amount: "50.00", withheld: "10.00" },
    { ...of, key: "2", kind: "cost", act: "2d", exVat: "10.00", vat: "2.10" },
    { ...of, key: "3", kind: "closed", reason: "klaar" },
  ];
  await lawyer.call(enterReports, { params: { id: destination }, body: { text: JSON.stringify({ reports }) } });
});
afterAll(() => world.close());

test("files sent, accepted, rejected and ended, amounts received and billed, and the days to the first report", async () => {
  const figures = await lawyer.call(readOfficeFigures, { params: { id } });
  expect(figures).toMatchObject({ given: 3, out: 1, accepted: 2, rejected: 1, ended: 1 });
  // 12.10 of costs for 50.00 is 24 cents a euro.
  expect(figures).toMatchObject({ paidCents: 5000, billedCents: 1210, costPerEuro: 24, firstReportDays: 2 });
  expect(figures.ways).toMatchObject([{ name: "Werf", channel: "download", sealed: true, archived: false }]);
});

test("the settlement of a month: the amount to be remitted, and the rest of the bill", async () => {
  const { months } = await lawyer.call(readOfficeFigures, { params: { id } });
  // Of 50.00 the office keeps 10.00 for its bill of 12.10: 40.00 is to be remitted, 2.10 is left to be paid.
  expect(months).toEqual([{ month: "2026-11", paidCents: 5000, withheldCents: 1000, billedCents: 1210 }]);
});

test("files without a report for longer than agreed are overdue", async () => {
  expect((await lawyer.call(readOfficeFigures, { params: { id } })).overdue).toBeNull();
  const {
    archivedAt: _archived,
    createdAt: _created,
    id: _id,
    ...office
  } = await lawyer.call(getBailiff, { params: { id } });
  const agreed = { ...office, reports: ["payments" as const, "costs" as const], reportEveryDays: 14 };
  const kept = await lawyer.call(updateBailiff, { params: { id }, body: agreed });
  expect(kept).toMatchObject({ reports: ["payments", "costs"], reportEveryDays: 14 });
  const overdue = async () => ({
    figures: (await lawyer.call(readOfficeFigures, { params: { id } })).overdue,
    monitoring: (await lawyer.call(batchStatistics, { body: {} })).items.map((row) => row.overdue),
  });
  // One file is with the office since 20 November; the other was rejected, and the third is ended.
  expect(await overdue()).toEqual({ figures: 0, monitoring: [0] });
  world.clock.set(new Date("2026-12-05T09:00:00Z"));
  lawyer = await world.login({ acl: ["*"] });
  expect(await overdue()).toEqual({ figures: 1, monitoring: [1] });
  const wrong = await lawyer.refused(updateBailiff, {
    params: { id },
    body: { ...agreed, version: kept.version, reportEveryDays: 0 },
  });
  expect(wrong.body.errors).toEqual({ reportEveryDays: [expect.stringContaining("366")] });
});

test("a check of insolvency and what comes back are no further files of the office", async () => {
  const before = await lawyer.call(readOfficeFigures, { params: { id } });
  const counts = ({ given, out, outCents, accepted, rejected, ended }: typeof before) => ({
    ...{ given, out, outCents, accepted, rejected, ended },
  });
  const send = async (type: "insolvency_check" | "transfer_back") => {
    const { id: batch } = await lawyer.call(sendFiles, { body: { type, destination, files: [stillOut] } });
    await world.drain();
    await lawyer.send(downloadBatch, { params: { id: batch } });
    const { count, totalCents, sha256 } = await lawyer.call(readBatch, { params: { id: batch } });
    const { number } = await lawyer.call(showFile, { params: { id: stillOut } });
    const files = [{ fileNumber: number, state: "accepted" as const, officeNumber: "W-1" }];
    const total = ((totalCents ?? 0) / 100).toFixed(2);
    const body = { count: count ?? 0, total, sha256: sha256 ?? "", files };
    await lawyer.call(enterReceipt, { params: { id: batch }, body });
    return lawyer.call(readOfficeFigures, { params: { id } });
  };
  expect(before).toMatchObject({ given: 3, out: 1, accepted: 2, ended: 1 });
  expect(counts(await send("insolvency_check"))).toEqual(counts(before));
  expect(counts(await send("transfer_back"))).toEqual({ ...counts(before), out: 0, outCents: 0, ended: 2 });
});

test("are for lawyers, for an existing office, and count only visible files", async () => {
  expect((await lawyer.refused(readOfficeFigures, { params: { id: 999_999 } })).status).toBe(404);
  const clerk = await world.login(["ROLE_EMPLOYEE"]);
  expect((await clerk.refused(readOfficeFigures, { params: { id } })).status).toBe(403);
  const contact = await world.login({ acl: ["ROLE_LEGAL"], kind: "contact", clientIds: [1] });
  expect((await contact.refused(readOfficeFigures, { params: { id } })).status).toBe(404);
  const own = await world.login({ acl: ["ROLE_LEGAL"], teamIds: [] });
  await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
  expect(await own.call(readOfficeFigures, { params: { id } })).toMatchObject({
    given: 0,
    paidCents: 0,
    costPerEuro: null,
  });
});
