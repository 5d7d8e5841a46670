/** Answers a debt counsellor who asks for the balance (domain facts 6): within ten working days, as CSV and PDF, kept with the file. */

import { openAgendaOf, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { ofFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { activeHolds, type Hold } from "../../../cases/states/states.server.ts";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { csvPieces } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { attachDocument, pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { type PaperFacts, paperFacts } from "../drafting/facts.server.ts";
import { paperLayout } from "../drafting/layout.server.ts";
import { claimTables } from "../drafting/paper.ts";
import { balanceColumns, balanceRows } from "./balance.ts";
import { balancePage } from "./page.ts";
import { answerBalance, type BalanceAnswers, readBalanceAnswers } from "./statements.contract.ts";

/** Somebody who helps the debtor with all debts. */
const helped: ReadonlySet<string> = new Set(["shv", "broad_moratorium", "moratorium"]);

const helpOn = async ({ db, clock }: Ctx, fileId: number): Promise<Hold | undefined> =>
  ((await activeHolds(db, [fileId], clock.today())).get(fileId) ?? []).find(({ kind }) => helped.has(kind));

/** The claim today: where interest was stopped, it stands as on that day. */
const factsOf = (ctx: Ctx, fileId: number): Promise<PaperFacts> =>
  paperFacts(ctx, fileId, {
    kind: "claim",
    claimType: "other",
    asOf: ctx.clock.today(),
    summonsOn: null,
    undisputed: true,
  });

async function read(ctx: Ctx, fileId: number): Promise<BalanceAnswers> {
  const hold = await helpOn(ctx, fileId);
  const due = ((await openAgendaOf(ctx.db, [fileId])).get(fileId) ?? []).find(
    ({ subject }) => subject === "shv_balance",
  );
  const rows = await ofFile(ctx, await requireFile(ctx, fileId))
    .selectFrom("balance_answer as b")
    .innerJoin("document as csv", "csv.id", "b.csv_document_id")
    .innerJoin("document as pdf", "pdf.id", "b.pdf_document_id")
    .leftJoin("app_user as u", "u.id", "b.made_by")
    .select(["b.id", "b.as_of", "b.open_cents", "b.made_at", "u.name as maker"])
    .select(["csv.id as csv_id", "csv.name as csv_name", "pdf.id as pdf_id", "pdf.name as pdf_name"])
    .where("b.file_id", "=", fileId)
    .orderBy("b.id", "desc")
    .limit(50)
    .execute();
  const { claim } = await factsOf(ctx, fileId);
  return {
    since: hold?.from ?? null,
    dueOn: due?.on ?? null,
    openCents: claim.totals.open,
    items: rows.map((row) => ({
      id: row.id,
      asOf: row.as_of,
      openCents: row.open_cents,
      csv: { documentId: row.csv_id, name: row.csv_name },
      pdf: { documentId: row.pdf_id, name: row.pdf_name },
      madeAt: row.made_at.toISOString(),
      madeBy: row.maker,
    })),
  };
}

const birthDateOf = ({ debtor }: PaperFacts): PlainDate | null =>
  debtor.birthDate === null ? null : (parsePlainDate(debtor.birthDate) ?? null);

async function csvOf({ judged, client, provider, debtor, claim, ...facts }: PaperFacts): Promise<Uint8Array> {
  const { situation } = judged;
  const rows = balanceRows(
    {
      creditor: client.company,
      number: situation.number,
      clientRef: situation.clientRef,
      debtor: debtor.displayName,
      birthDate: birthDateOf({ judged, client, provider, debtor, claim, ...facts }),
      contact: provider.registeredName,
      phone: provider.phone,
      email: provider.email,
      debtKind: situation.claimTitle,
      iban: provider.iban,
      reference: situation.paymentReference,
    },
    claim,
  );
  const pieces: string[] = [];
  for await (const piece of csvPieces([...balanceColumns], rows, { language: "nl" })) pieces.push(piece);
  return new TextEncoder().encode(pieces.join(""));
}

async function answer(ctx: Ctx, fileId: number): Promise<BalanceAnswers> {
  const hold = await helpOn(ctx, fileId);
  if (!hold) throw fieldError("common", "court-papers.errorNoHelp");
  const facts = await factsOf(ctx, fileId);
  const { claim, judged } = facts;
  const name = `${judged.situation.number}-saldo-opgave-${claim.asOf}`;
  const csvId = await attachDocument(ctx, fileId, { name: `${name}.csv`, bytes: await csvOf(facts) });
  const page = balancePage(facts, birthDateOf(facts), claimTables(claim));
  const pdfId = await attachDocument(ctx, fileId, { name: `${name}.pdf`, bytes: await pdfOf.page(paperLayout, page) });
  await ctx.db
    .insertInto("balance_answer")
    .values({
      file_id: fileId,
      hold_id: hold.id,
      as_of: claim.asOf,
      open_cents: claim.totals.open,
      csv_document_id: csvId,
      pdf_document_id: pdfId,
      made_at: ctx.clock.now(),
      made_by: ctx.user.id || null,
    })
    .execute();
  await settleAgenda(ctx, { fileId, subject: "shv_balance" });
  await ctx.audit({
    action: "file.balance-answer",
    subject: "file",
    subjectId: fileId,
    after: { asOf: claim.asOf, openCents: claim.totals.open },
  });
  await writeLog(ctx, {
    fileId,
    type: "document",
    subject: { key: "court-papers.logBalance" },
    ref: { kind: "document", id: pdfId },
  });
  return read(ctx, fileId);
}

export const statementHandlers: readonly Handler[] = [
  handle(readBalanceAnswers, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return read(ctx, params.id);
  }),
  handle(answerBalance, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return answer(ctx, params.id);
  }),
];
