/** Creates one file, by the form or by a client's own system. */

import { sql } from "kysely";
import type { z } from "zod";
import { requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { safeName } from "../../../cases/logs/logs.server.ts";
import { checkDebtor } from "../../../cases/persons/persons.checks.server.ts";
import { allows } from "../../../ground/kernel/access.ts";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { containsBsn, parsePostcode } from "../../../ground/kernel/identifiers.ts";
import { centsFromDecimal, rateFromDecimal } from "../../../ground/kernel/money.ts";
import { choiceOf, type LegalType, legalTypeRows } from "../../../ground/lists/lists.server.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { attachDocument } from "../../../letters/correspondence/correspondence.server.ts";
import { mayAllowDuplicate } from "../../../money/claims/claims.contract.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { copyIn, proveNotice } from "../../../money/notices/notices.server.ts";
import { clientById, maySeeClient } from "../../../people/customers/customers.server.ts";
import { clientNotice } from "../changes/correction.server.ts";
import { oldestInvoice } from "../import/claim-words.server.ts";
import { type ClientNotice, type PlacedInvoice, type Placement, placeClaims } from "../import/place.server.ts";
import { addNoticeCopy, createFile, type fileFields, legalTypeChoices, possibleDuplicates } from "./create.contract.ts";

type Body = z.output<typeof fileFields>;

const dateOf = (text: string | null | undefined): PlainDate | null => (text ? (parsePlainDate(text) ?? null) : null);

/** What a form says of a claim, whether it becomes a file or is reminded in the client's name first. */
type ClaimForm = Pick<Body, "client" | "clientRef" | "merchant" | "fileType" | "debtor" | "claim" | "invoices">;

function readInvoices(body: ClaimForm, today: PlainDate, problems: FieldProblems, mayRun: boolean): PlacedInvoice[] {
  const seen = new Set<string>();
  return body.invoices.map((invoice, at) => {
    const field = (name: string): string => `invoices.${at}.${name}`;
    const [date, dueDate] = [dateOf(invoice.date) ?? today, dateOf(invoice.dueDate) ?? today];
    const [amount, paid] = [centsFromDecimal(invoice.amount) ?? 0, centsFromDecimal(invoice.paid ?? "0") ?? 0];
    if (seen.has(invoice.number)) problems.add(field("number"), "intake.numberTwice");
    seen.add(invoice.number);
    if (date > today) problems.add(field("date"), "intake.inFuture");
    if (date < oldestInvoice) problems.add(field("date"), "intake.tooOld");
    if (dueDate >= today && !mayRun) problems.add(field("dueDate"), "intake.notDue");
    if (dueDate < date) problems.add(field("dueDate"), "intake.dueBeforeInvoice");
    if (amount === 0) problems.add(field("amount"), "intake.zero");
    else if (paid >= amount) problems.add(field("paid"), "intake.paidAlready");
    if (invoice.description && containsBsn(invoice.description)) problems.add(field("description"), "intake.bsn");
    return { number: invoice.number, date, dueDate, cents: amount - paid, description: invoice.description || null };
  });
}

/** The merchant that was chosen; one that is not the client's is a problem beside its field. */
async function chosenMerchant(
  ctx: Ctx,
  clientId: number,
  merchantId: number | null | undefined,
  problems: FieldProblems,
): Promise<number | null> {
  if (!merchantId) return null;
  const merchant = await ctx.db
    .selectFrom("merchant")
    .select("id")
    .where("id", "=", merchantId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!merchant) problems.add("merchant", "intake.noSuchMerchant");
  return merchant?.id ?? null;
}

const noticeOf = ({ notice14 }: Body, sentOn: PlainDate): ClientNotice => ({
  sentOn,
  method: notice14?.method ?? "post",
  announced: notice14?.announced === undefined ? null : (centsFromDecimal(notice14.announced) ?? null),
  sameAddress: notice14?.sameAddress ?? null,
});

/** A reference that this client has placed before is a problem beside it, with the file's id. */
async function refuseKnown(ctx: Ctx, clientId: number, clientRef: string, problems: FieldProblems): Promise<void> {
  const known = await asSystem(ctx.db, "a reference is taken whoever sees the file that has it")
    .selectFrom("case_file")
    .select(["id", "number"])
    .where("client_id", "=", clientId)
    .where("client_ref", "=", clientRef)
    .executeTakeFirst();
  if (!known) return;
  // That the client used its reference before is told to whoever writes it down; whose file that is, to whoever sees it.
  const seen = await selectFiles(ctx).select("case_file.id").where("case_file.id", "=", known.id).executeTakeFirst();
  if (!seen) return problems.add("clientRef", "intake.referenceTaken");
  problems.add("clientRef", "intake.referenceHasFile", { number: known.number });
  problems.data = { file: { id: known.id, number: known.number } };
}

/** The legal type that was chosen; one that is archived or unknown is a problem beside its field. */
async function chosenLegalType(ctx: Ctx, id: number | null, problems: FieldProblems): Promise<LegalType | undefined> {
  if (id === null) return undefined;
  const chosen = (await legalTypeRows(ctx.db)).find((row) => row.id === id);
  if (!chosen) problems.add("claim.legalType", "intake.noSuchLegalType");
  return chosen;
}

/** Why the invoices may stand in another file too; from somebody who may not say so it is a problem. */
function doubleReason(ctx: Ctx, { doubleReason: reason }: Body, problems: FieldProblems): string | null {
  if (!reason) return null;
  if (!allows(mayAllowDuplicate, ctx.user.acl, true)) problems.add("doubleReason", "claims.mayNotAllowDouble");
  return reason;
}

const legalTypes = handle(legalTypeChoices, async (ctx) => ({
  items: (await legalTypeRows(ctx.db)).map((row) => choiceOf(row, ctx.lang)),
}));

async function readClaim(ctx: Ctx, body: ClaimForm, problems: FieldProblems, mayRun: boolean) {
  const today = ctx.clock.today();
  const client = maySeeClient(ctx.user, body.client) ? await clientById(ctx.db, body.client) : undefined;
  if (!client?.active) problems.add("client", "intake.noSuchClient");
  const { debtor, problems: wrong } = checkDebtor({ ...body.debtor, fileType: body.fileType }, today);
  problems.addAll(wrong, "debtor.");
  const invoices = readInvoices(body, today, problems, mayRun);
  for (const field of ["title", "description"] as const) {
    if (containsBsn(body.claim[field] ?? "")) problems.add(`claim.${field}`, "intake.bsn");
  }
  const legalType = await chosenLegalType(ctx, body.claim.legalType, problems);
  const merchantId = client?.active ? await chosenMerchant(ctx, client.id, body.merchant, problems) : null;
  if (client?.active) await refuseKnown(ctx, client.id, body.clientRef, problems);
  return { client, debtor, invoices, legalType, merchantId };
}

/**
 * Reads the form of a claim that does not become a file yet: its invoices may fall due later.
 * @throws validation: all that is wrong, each beside its field.
 */
export async function readClaimForm(ctx: Ctx, body: ClaimForm) {
  const problems = new FieldProblems();
  const { client, ...read } = await readClaim(ctx, body, problems, true);
  problems.throwIfAny();
  if (!client) throw fieldError("client", "intake.noSuchClient");
  return { client, ...read };
}

const create = handle(createFile, async (ctx, { body }) => {
  const problems = new FieldProblems();
  const { client, debtor, invoices, legalType, merchantId } = await readClaim(ctx, body, problems, false);
  const sentOn = dateOf(body.notice14?.sentOn);
  if (sentOn !== null && sentOn > ctx.clock.today()) problems.add("notice14.sentOn", "intake.inFuture");
  const reason = doubleReason(ctx, body, problems);
  // All that is wrong is told at once.
  problems.throwIfAny();
  if (!client) throw fieldError("client", "intake.noSuchClient");
  const placement: Placement = {
    client,
    clientRef: body.clientRef,
    merchantId,
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
    doubleReason: reason,
    invoices,
  };
  const [file] = await placing(() => placeClaims(ctx, [placement], { kind: "form" }));
  if (!file) throw new VorderError("internal");
  await ctx.audit({ action: "file.create", subject: "file", subjectId: file.id, after: { number: file.number } });
  return { id: file.id, number: file.number, paymentReference: file.paymentReference };
});

/** What somebody else did at the same moment is told as if it had come before: placed the same reference, deleted the merchant or the legal type. */
async function placing<R>(run: () => Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === "case_file_client_id_client_ref_key") throw fieldError("clientRef", "intake.referenceExists");
    if (broken === "case_file_merchant_id_fkey") throw fieldError("merchant", "intake.noSuchMerchant");
    if (broken === "case_file_legal_type_id_fkey") throw fieldError("claim.legalType", "intake.noSuchLegalType");
    throw error;
  }
}

const duplicates = handle(possibleDuplicates, async (ctx, { query }) => {
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
  const rows = await selectFiles(ctx)
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "case_file.number", "debtor.display_name", "case_file.client_ref"])
    .where("case_file.client_id", "=", query.client)
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

const noticeCopy = handle(addNoticeCopy, async (ctx, { params, files }) => {
  const file = await requireFile(ctx, params.id);
  const [given] = files.filter(({ field }) => field === "file");
  if (!given || files.length !== 1) throw fieldError("file", "log-work.noFiles");
  const letter = clientNotice(await eventsOf(ctx.db, file.id));
  if (!letter) throw fieldError("file", "intake.noClientLetter");
  if (Object.keys(copyIn(letter.data)).length > 0) throw fieldError("file", "intake.copyThere");
  const name = safeName(given.name);
  const bytes = await given.bytes();
  if (bytes.length === 0) throw fieldError("file", "log-work.emptyFile", { name });
  const documentId = await attachDocument(ctx, file.id, { name, bytes });
  await ctx.audit({ action: "file.paper", subject: "file", subjectId: file.id, after: { name, kind: "notice14" } });
  const counts = await proveNotice(ctx, file.id, { source: "document", id: documentId });
  return { documentId, counts };
});

export const createHandlers = [create, noticeCopy, legalTypes, duplicates];
