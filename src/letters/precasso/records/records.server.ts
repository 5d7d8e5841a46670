/** Handles the calls of the records. */

import { readClaimForm } from "../../../exchange/intake/intake.server.ts";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, type Message, notFound } from "../../../ground/kernel/errors.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { maySeeClient } from "../../../people/customers/customers.server.ts";
import { namedRecords } from "../uploads/find-records.server.ts";
import { addressHandlers } from "./address.server.ts";
import { recordDetailOf } from "./detail.server.ts";
import { recordPage } from "./list.server.ts";
import { noteReportedPayment, takeBackPayments } from "./payments.server.ts";
import {
  createRecordCall,
  disputeRecord,
  holdRecord,
  listRecords,
  readRecord,
  reportPayment,
  reportPayments,
  resumeRecord,
  takePaymentBack,
  withdrawRecord,
} from "./records.contract.ts";
import { requireRecord } from "./visibility.server.ts";
import { changeState, createRecord, lockLive, refreshRecords, requireVersion, writeLines } from "./write.server.ts";

const create = handle(createRecordCall, async (ctx, { body }) => {
  const { client, debtor, invoices, legalType, merchantId } = await readClaimForm(ctx, body);
  const { contractDate, title, description, basis } = body.claim;
  const id = await createRecord(ctx, {
    clientId: client.id,
    clientRef: body.clientRef,
    merchantId,
    debtor,
    claim: {
      basis: legalType?.basis ?? basis,
      legalTypeId: legalType?.id ?? null,
      title: title || null,
      description: description || null,
      contractDate: contractDate === null ? null : date(contractDate),
      interest: null,
      canReclaimVat: null,
    },
    invoices: invoices.map(({ number, date: on, dueDate, cents, description: about }) => ({
      number,
      date: on,
      dueDate,
      cents,
      description: about,
    })),
    dispute: false,
    importId: null,
  });
  return { id, number: (await requireRecord(ctx, id)).number };
});

const withdraw = handle(withdrawRecord, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  await changeState(ctx, record, { to: "withdrawn", key: "logWithdrawn", note: body.reason });
  return recordDetailOf(ctx, params.id);
});

const dispute = handle(disputeRecord, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  if (record.state === "disputed") throw fieldError("common", "precasso.over_disputed");
  await changeState(ctx, record, { to: "disputed", key: "logDisputed", note: body.reason });
  return recordDetailOf(ctx, params.id);
});

async function setHold(ctx: Ctx, id: number, until: PlainDate | null): Promise<void> {
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({ hold_until: until, version: set("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await refreshRecords(ctx, [id]);
}

const resume = handle(resumeRecord, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  if (record.state === "disputed") await changeState(ctx, record, { to: "open", key: "logResumed", note: body.reason });
  else {
    if (record.hold_until === null) throw fieldError("common", "precasso.errorNotHeld");
    await writeLines(ctx, [{ recordId: record.id, key: "logResumed", note: body.reason }]);
    await ctx.audit({ action: "precasso.resume", subject: "precasso_record", subjectId: record.id });
  }
  await setHold(ctx, record.id, null);
  return recordDetailOf(ctx, params.id);
});

const hold = handle(holdRecord, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  const until = date(body.until);
  if (until < ctx.clock.today()) throw fieldError("until", "precasso.errorPast");
  await writeLines(ctx, [{ recordId: record.id, key: "logHeld", values: { date: until }, note: body.reason }]);
  await ctx.audit({
    action: "precasso.hold",
    subject: "precasso_record",
    subjectId: record.id,
    after: { until },
  });
  await setHold(ctx, record.id, until);
  return recordDetailOf(ctx, params.id);
});

function centsOf(amount: string): number {
  const cents = centsFromDecimal(amount) ?? 0;
  if (cents < 1) throw fieldError("amount", "precasso.errorAmount");
  return cents;
}

const payment = handle(reportPayment, async (ctx, { params, body }) => {
  const { version, amount, ...told } = body;
  const record = await requireRecord(ctx, params.id, true);
  if (version !== undefined) requireVersion(record, version);
  await noteReportedPayment(ctx, record, { ...told, date: date(told.date), cents: centsOf(amount) });
  return recordDetailOf(ctx, params.id);
});

const takeBack = handle(takePaymentBack, async (ctx, { params, body }) => {
  const record = await requireRecord(ctx, params.id, true);
  requireVersion(record, body.version);
  if ((await takeBackPayments(ctx, record, { id: params.paymentId })) === 0) throw notFound();
  return recordDetailOf(ctx, params.id);
});

/** One of many reported payments: noted, known, or refused with the reason. */
async function reported(ctx: Ctx, recordId: number | null, told: BodyOf<typeof reportPayments>["payments"][number]) {
  const { of } = told;
  const refused = (message: Message) => ({
    of,
    outcome: "refused" as const,
    recordId,
    why: ctx.translate(message, ctx.lang),
  });
  if (recordId === null) return refused({ key: "precasso.errorNoRecord" });
  const attempt = await withSavepoint(
    ctx,
    async () => {
      const record = await requireRecord(ctx, recordId, true);
      const { amount, reference = "", key } = told;
      return noteReportedPayment(ctx, record, { date: date(told.date), cents: centsOf(amount), reference, key });
    },
    { gone: "precasso.errorNoRecord", changed: "precasso.errorChanged" },
  );
  if ("refused" in attempt) return refused(attempt.refused[0]);
  return { of, outcome: attempt.done ? ("noted" as const) : ("known" as const), recordId, why: null };
}

const many = handle(reportPayments, async (ctx, { body }) => {
  if (!maySeeClient(ctx.user, body.client)) throw notFound();
  const named = await namedRecords(
    ctx.db,
    body.payments.map(({ of }) => ({ clientId: body.client, name: of })),
  );
  const items = new Map<number, ReplyOf<typeof reportPayments>["items"][number]>();
  // In a fixed order, so that two calls about the same records cannot deadlock.
  const ordered = [...body.payments.entries()].toSorted(
    ([a], [b]) => (named.get(a)?.id ?? 0) - (named.get(b)?.id ?? 0) || a - b,
  );
  for (const [at, told] of ordered) items.set(at, await reported(ctx, named.get(at)?.id ?? null, told));
  return { items: body.payments.flatMap((_, at) => items.get(at) ?? []) };
});

export const recordHandlers = [
  handle(listRecords, (ctx, { query }) => recordPage(ctx, query)),
  handle(readRecord, (ctx, { params }) => recordDetailOf(ctx, params.id)),
  create,
  withdraw,
  dispute,
  resume,
  hold,
  payment,
  takeBack,
  many,
  ...addressHandlers,
];
