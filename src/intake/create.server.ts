/** Creates one file, by the form or by a client's own system. */

import { sql } from "kysely";
import type { z } from "zod";
import { clientById, maySeeClient } from "../customers/customers.server.ts";
import { checkDebtor, type FieldProblem, visibleFiles } from "../files/files.server.ts";
import { type PlainDate, parsePlainDate } from "../kernel/dates.ts";
import { fieldError, type Message, VorderError } from "../kernel/errors.ts";
import { containsBsn, parsePostcode } from "../kernel/identifiers.ts";
import { centsFromDecimal, rateFromDecimal } from "../kernel/money.ts";
import { choiceOf, type LegalType, legalTypeRows } from "../lists/lists.server.ts";
import { brokenConstraint } from "../platform/server/database.ts";
import { answer, type Ctx } from "../platform/server/room.ts";
import { oldestInvoice } from "./claim-words.server.ts";
import { createFile, type fileBody, legalTypeChoices, possibleDuplicates } from "./intake.contract.ts";
import { type ClientNotice, type PlacedInvoice, type Placement, placeClaims } from "./place.server.ts";

type Body = z.output<typeof fileBody>;

class Problems {
  readonly fields: Record<string, Message[]> = {};
  add(field: string, key: string): void {
    this.fields[field] = [...(this.fields[field] ?? []), { key }];
  }
  addAll(problems: readonly FieldProblem[], prefix: string): void {
    for (const { field, message } of problems) this.add(`${prefix}${field}`, message.key);
  }
  throwIfAny(): void {
    if (Object.keys(this.fields).length > 0) throw new VorderError("validation", { fields: this.fields });
  }
}

const dateOf = (text: string | null | undefined): PlainDate | null => (text ? (parsePlainDate(text) ?? null) : null);

function readInvoices(body: Body, today: PlainDate, problems: Problems): PlacedInvoice[] {
  const seen = new Set<string>();
  return body.invoices.map((invoice, at) => {
    const field = (name: string): string => `invoices.${at}.${name}`;
    const [date, dueDate] = [dateOf(invoice.date) ?? today, dateOf(invoice.dueDate) ?? today];
    const [amount, paid] = [centsFromDecimal(invoice.amount) ?? 0, centsFromDecimal(invoice.paid ?? "0") ?? 0];
    if (seen.has(invoice.number)) problems.add(field("number"), "intake.numberTwice");
    seen.add(invoice.number);
    if (date > today) problems.add(field("date"), "intake.inFuture");
    if (date < oldestInvoice) problems.add(field("date"), "intake.tooOld");
    if (dueDate >= today) problems.add(field("dueDate"), "intake.notDue");
    if (dueDate < date) problems.add(field("dueDate"), "intake.dueBeforeInvoice");
    if (amount === 0) problems.add(field("amount"), "intake.zero");
    else if (paid >= amount) problems.add(field("paid"), "intake.paidAlready");
    if (invoice.description && containsBsn(invoice.description)) problems.add(field("description"), "intake.bsn");
    return { number: invoice.number, date, dueDate, cents: amount - paid, description: invoice.description || null };
  });
}

async function requireMerchant(
  ctx: Ctx,
  clientId: number,
  merchantId: number | null | undefined,
): Promise<number | null> {
  if (!merchantId) return null;
  const merchant = await ctx.db
    .selectFrom("merchant")
    .select("id")
    .where("id", "=", merchantId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!merchant) throw fieldError("merchant", "intake.noSuchMerchant");
  return merchant.id;
}

const noticeOf = ({ notice14 }: Body, sentOn: PlainDate): ClientNotice => ({
  sentOn,
  method: notice14?.method ?? "post",
  announced: notice14?.announced === undefined ? null : (centsFromDecimal(notice14.announced) ?? null),
  sameAddress: notice14?.sameAddress ?? null,
});

/** An invoice or a reference that this client has placed before. @throws validation beside the reference, with the file's id. */
async function refuseKnown(ctx: Ctx, clientId: number, clientRef: string): Promise<void> {
  const known = await ctx.db
    .selectFrom("case_file")
    .select(["id", "number"])
    .where("client_id", "=", clientId)
    .where("client_ref", "=", clientRef)
    .executeTakeFirst();
  if (!known) return;
  throw new VorderError("validation", {
    fields: { clientRef: [{ key: "intake.referenceHasFile", values: { number: known.number } }] },
    data: { file: { id: known.id, number: known.number } },
  });
}

/** The legal type that was chosen; one that is archived or unknown is a problem beside its field. */
async function chosenLegalType(ctx: Ctx, id: number | null, problems: Problems): Promise<LegalType | undefined> {
  if (id === null) return undefined;
  const chosen = (await legalTypeRows(ctx.db)).find((row) => row.id === id);
  if (!chosen) problems.add("claim.legalType", "intake.noSuchLegalType");
  return chosen;
}

const legalTypes = answer(legalTypeChoices, async (ctx) => ({
  items: (await legalTypeRows(ctx.db)).map((row) => choiceOf(row, ctx.lang)),
}));

const create = answer(createFile, async (ctx, { body }) => {
  const today = ctx.clock.today();
  const client = maySeeClient(ctx.user, body.client) ? await clientById(ctx.db, body.client) : undefined;
  if (!client?.active) throw fieldError("client", "intake.noSuchClient");
  const problems = new Problems();
  const { debtor, problems: wrong } = checkDebtor({ ...body.debtor, fileType: body.fileType }, today);
  problems.addAll(wrong, "debtor.");
  const invoices = readInvoices(body, today, problems);
  for (const field of ["title", "description"] as const) {
    if (containsBsn(body.claim[field] ?? "")) problems.add(`claim.${field}`, "intake.bsn");
  }
  const sentOn = dateOf(body.notice14?.sentOn);
  if (sentOn !== null && sentOn > today) problems.add("notice14.sentOn", "intake.inFuture");
  const legalType = await chosenLegalType(ctx, body.claim.legalType, problems);
  problems.throwIfAny();
  await refuseKnown(ctx, client.id, body.clientRef);
  const placement: Placement = {
    client,
    clientRef: body.clientRef,
    merchantId: await requireMerchant(ctx, client.id, body.merchant),
    debtor,
    claimBasis: legalType?.basis ?? body.claim.basis,
    legalTypeId: legalType?.id ?? null,
    claimTitle: body.claim.title || null,
    claimDescription: body.claim.description || null,
    contractDate: dateOf(body.claim.contractDate),
    interest: body.interest ? { ...body.interest, rate: rateFromDecimal(body.interest.rate) ?? 0 } : null,
    canReclaimVat: body.canReclaimVat ?? null,
    bikChargedCents: centsFromDecimal(body.bikCharged ?? "0") ?? 0,
    notice14: sentOn === null ? null : noticeOf(body, sentOn),
    dispute: body.dispute,
    invoices,
  };
  const [file] = await placing(() => placeClaims(ctx, [placement], { kind: "form" }));
  if (!file) throw new VorderError("internal");
  await ctx.audit({ action: "file.create", subject: "file", subjectId: file.id, after: { number: file.number } });
  return { id: file.id, number: file.number, paymentReference: file.paymentReference };
});

/** Two who place the same reference at once: the second is told, as if it had come later. */
async function placing<R>(run: () => Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    if (brokenConstraint(error)) throw fieldError("clientRef", "intake.referenceExists");
    throw error;
  }
}

const duplicates = answer(possibleDuplicates, async (ctx, { query }) => {
  const ways = [
    ...(query.clientRef ? [sql<boolean>`case_file.client_ref = ${query.clientRef}`] : []),
    ...(query.postcode && query.houseNumber
      ? [
          sql<boolean>`(debtor.postcode = ${parsePostcode(query.postcode) ?? query.postcode} and debtor.house_number = ${query.houseNumber})`,
        ]
      : []),
    ...(query.email ? [sql<boolean>`debtor.email = ${query.email.toLowerCase()}`] : []),
  ];
  if (ways.length === 0) return { items: [] };
  const rows = await ctx.db
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "case_file.number", "debtor.display_name", "case_file.client_ref"])
    .where("case_file.client_id", "=", query.client)
    .where(visibleFiles(ctx.user))
    .where((eb) => eb.or(ways))
    .orderBy("case_file.id", "desc")
    .limit(5)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      number: row.number,
      debtorName: row.display_name,
      clientRef: row.client_ref,
      sameReference: row.client_ref === query.clientRef,
    })),
  };
});

export const createAnswers = [create, legalTypes, duplicates];
