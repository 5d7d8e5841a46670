/** What a report of an office does to its file: phase, limitation, agenda, claim and costs. */

import { planAgendas, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile } from "../../../cases/files/files.server.ts";
import { moveFile } from "../../../cases/states/states.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { date, shownDate } from "../../../ground/kernel/dates.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { barredInvoicesOn } from "../../../letters/processing/processing.server.ts";
import { bookings, eventsOf } from "../../../money/claims/claims.server.ts";
import { isKind, standingEvents, termsOf } from "../../../money/claims/claims.ts";
import { agreedPrice } from "../../bailiffs/bailiffs.server.ts";
import { requireDestination } from "../destinations/record.server.ts";
import { isHeldByRegister, sendRegisterQuestion } from "../register/questions.server.ts";
import { type Claimed, claimedOf, summonedOn } from "./claimed.ts";
import { latestStage, plansOf, proceedingsOf, type Stage } from "./proceedings.ts";
import { keptReport, type OfficeReport, type ReportOf, type ReportProblem } from "./reports.ts";
import { articleOf, type CostFacts, judgeCost } from "./tariff.ts";

/** A report with the row that it stands in. */
export interface StoredReport<K extends OfficeReport["kind"] = OfficeReport["kind"]> {
  readonly id: number;
  readonly fileId: number;
  readonly office: string;
  /** The destination whose feed it came by. */
  readonly destinationId: number;
  readonly report: ReportOf<K>;
  /** A line above the scale is booked by the scale, what is beyond it is the client's: a person chose so. */
  readonly atScale?: boolean | undefined;
  /** A person saw why the line was refused: an unusual day of a payment is right. */
  readonly confirmed?: boolean | undefined;
}

export interface Effect {
  readonly problem?: Extract<ReportProblem, "aboveScale" | "vat">;
  readonly flags?: readonly string[];
}

const cents = (amount: string): number => centsFromDecimal(amount) ?? 0;
const keyOf = ({ id }: Pick<StoredReport, "id">, part = ""): string => `report-${id}${part}`;

/** What was told of a file and carried out, in the order in which it came. */
export async function reportsToApply({ db }: Pick<WorkCtx, "db">, fileId: number): Promise<readonly OfficeReport[]> {
  const rows = await db
    .selectFrom("handover_report as r")
    .innerJoin("handover_batch_file as f", "f.id", "r.batch_file_id")
    .select(["r.data", "r.kind"])
    .where("f.file_id", "=", fileId)
    .where("r.problem", "is", null)
    .orderBy("r.id")
    .execute();
  return rows.flatMap(({ data, kind }) => keptReport(data, kind) ?? []);
}

/** What was claimed before the judge decided, by what was told of the file: it decides on appeal. */
export async function claimedBefore(
  ctx: WorkCtx,
  fileId: number,
  reports: readonly OfficeReport[],
): Promise<Claimed | undefined> {
  const on = summonedOn(reports);
  if (on === undefined) return undefined;
  // What was time-barred by the summons was no part of it, whatever a judge has awarded since.
  const leftOut = await barredInvoicesOn(ctx, fileId, on, ({ kind }) => kind !== "judgment");
  return claimedOf(await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db), reports, leftOut);
}

/** Whether the debtor of a file lives abroad: opposition is open for longer then. */
export async function livesAbroad({ db }: Pick<WorkCtx, "db">, fileId: number): Promise<boolean> {
  const row = await asSystem(db, "where the debtor lives of whose file an office tells")
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select("debtor.country")
    .where("case_file.id", "=", fileId)
    .executeTakeFirst();
  return row !== undefined && row.country !== "NL";
}

/** The title on a day, and whether the debtor owes VAT: as the file says, which may differ from its client. */
async function costFactsOn({ db }: WorkCtx, fileId: number, on: string): Promise<CostFacts> {
  const standing = standingEvents(await eventsOf(db, fileId));
  const judged = standing.filter((event) => event.kind === "judgment" && event.on <= on);
  const last = judged.sort((a, b) => (a.on < b.on ? -1 : 1)).at(-1);
  return {
    title: last && isKind(last, "judgment") ? { on: last.on, reference: last.data.reference } : null,
    canReclaimVat: !termsOf(standing).bik.vat,
  };
}

/** Whether the office bills more for an act than was agreed on with it: what it charges the debtor by the Btag is another matter. */
async function isAboveAgreed(ctx: WorkCtx, destinationId: number, article: string, exVat: number): Promise<boolean> {
  if (article === "") return false;
  const { bailiff_id } = await requireDestination(ctx, destinationId);
  const agreed = await agreedPrice(ctx.db, bailiff_id, article);
  return agreed !== undefined && exVat > agreed;
}

async function cost(ctx: WorkCtx, told: StoredReport<"cost">): Promise<Effect> {
  const { fileId, report, office, destinationId } = told;
  const tariffs = await loadTariffs(ctx.db);
  const on = date(report.on);
  const article = articleOf(report.act);
  const most = article === "" ? undefined : tariffOn(tariffs, "btag", on).acts[article];
  const facts = await costFactsOn(ctx, fileId, report.on);
  const { title } = facts;
  const billed = {
    on,
    act: report.act,
    exVat: cents(report.exVat),
    vat: cents(report.vat),
    chargeable: report.chargeable,
  };
  const cut = told.atScale && most !== undefined && billed.exVat > most ? most : undefined;
  // By the scale the VAT shrinks with it.
  const vatAtScale = cut === undefined ? billed.vat : Math.round((billed.vat * cut) / billed.exVat);
  const verdict = judgeCost({ ...billed, exVat: cut ?? billed.exVat, vat: vatAtScale }, facts, tariffs);
  const description = cutText(`${office}: ${report.description || report.act}`, 200);
  const toClient = (exVat: number, vat: number, part: string): Promise<number> =>
    bookings.clientCost(ctx, fileId, {
      date: on,
      amount: exVat,
      vat,
      costType: "bailiff",
      description,
      idempotencyKey: keyOf(told, part),
    });
  if (verdict.of === "nobody") return { problem: verdict.problem };
  if (verdict.of === "client") await toClient(verdict.exVat, verdict.vat, "");
  else
    await bookings.costs(ctx, fileId, {
      date: on,
      amount: verdict.amount,
      group: "execution",
      type: cutText(report.description || report.act, 200),
      article: verdict.article,
      description,
      vat: verdict.vat,
      ...(title && { title }),
      idempotencyKey: keyOf(told),
    });
  if (cut !== undefined) await toClient(billed.exVat - cut, billed.vat - vatAtScale, "-beyond");
  const flags = [
    ...(verdict.of === "debtor" && verdict.flag ? [verdict.flag] : []),
    ...((await isAboveAgreed(ctx, destinationId, article, billed.exVat)) ? ["aboveAgreed"] : []),
  ];
  return { flags };
}

async function judgment(ctx: WorkCtx, { id, fileId, report }: StoredReport<"judgment">): Promise<Effect> {
  await bookings.judgment(ctx, fileId, {
    date: date(report.on),
    reference: report.caseNumber,
    principal: cents(report.principal),
    interest: cents(report.interest),
    bik: cents(report.bik),
    costs: cents(report.costs),
    ...(report.interestKind !== "none" && {
      terms: {
        kind: report.interestKind,
        rate: 0,
        per: "year",
        compounding: "yearly",
        dayCount: "ACT/365F",
        floor: "statutory",
      },
    }),
    ...(report.interestFrom && { interestFrom: date(report.interestFrom) }),
    ...(report.reckonedUntil && { reckonedUntil: date(report.reckonedUntil) }),
    idempotencyKey: keyOf({ id }),
  });
  await settleAgenda(ctx, { fileId, subject: "roll_date" });
  return {};
}

const interrupted = (
  ctx: WorkCtx,
  { fileId, office, report }: StoredReport,
  how: "summons" | "enforcement",
  what: string,
) =>
  bookings.interruption(ctx, fileId, {
    date: date(report.on),
    how,
    invoices: [],
    proof: cutText([office, what].filter((each) => each !== "").join(": "), 200),
  });

async function payment(
  ctx: WorkCtx,
  { id, fileId, office, report, confirmed }: StoredReport<"payment">,
): Promise<Effect> {
  await bookings.payment(ctx, fileId, {
    date: date(report.on),
    amount: cents(report.amount),
    kind: "bailiff",
    reference: cutText([office, report.reference].filter((each) => each !== "").join(" "), 200),
    dateConfirmed: confirmed,
    idempotencyKey: keyOf({ id }),
  });
  // What the office keeps of it for its bill is the client's to pay: the debtor has paid the whole.
  const kept = cents(report.withheld);
  return kept > 0 ? { flags: ["withheld"] } : {};
}

/** An office that went on although the client was asked and has not said yes: a person calls it. */
const withoutConsent = async (ctx: WorkCtx, fileId: number): Promise<Effect> =>
  (await isHeldByRegister(ctx, fileId)) ? { flags: ["noConsent"] } : {};

async function booked(ctx: WorkCtx, told: StoredReport): Promise<Effect> {
  const { report } = told;
  switch (report.kind) {
    case "summons":
      await interrupted(ctx, told, "summons", `${report.court} ${report.caseNumber}`.trim());
      return withoutConsent(ctx, told.fileId);
    case "judgment":
      return judgment(ctx, { ...told, report });
    case "service":
      await interrupted(ctx, told, report.of === "title" ? "enforcement" : "summons", report.text);
      return {};
    case "seizure":
      await interrupted(ctx, told, "enforcement", `${report.type} ${report.thirdParty}`.trim());
      return withoutConsent(ctx, told.fileId);
    case "register":
      if (report.outcome === "beyond")
        await sendRegisterQuestion(ctx, {
          id: told.id,
          fileId: told.fileId,
          office: told.office,
          on: report.on,
          before: report.before,
        });
      return {};
    case "payment":
      return payment(ctx, { ...told, report });
    case "cost":
      return cost(ctx, { ...told, report });
    case "accepted":
    case "rejected":
    case "debtor_change":
    case "advice":
    case "closed":
      return {};
  }
}

const phaseOf: Readonly<Partial<Record<Stage, "judicial" | "bailiff">>> = {
  summons: "judicial",
  judgment: "judicial",
  service: "bailiff",
  seizure: "bailiff",
  closed: "judicial",
};

/** A report of an older day than what is known does not take the file back. */
async function moved(ctx: WorkCtx, { fileId, office }: StoredReport, all: readonly OfficeReport[]): Promise<void> {
  const last = latestStage(all);
  const phase = last && phaseOf[last.stage];
  const file = await lockFile(ctx, fileId);
  if (phase === undefined || file.status === "closed") return;
  await moveFile(ctx, file, { status: file.status, phase }, { key: "handover-batches.logPhase", values: { office } });
}

/** Carries a report out on its file, once: every booking has the key of the report. @throws VorderError where law or file refuse it. */
export async function carryOut(ctx: WorkCtx, told: StoredReport): Promise<Effect> {
  const effect = await booked(ctx, told);
  if (effect.problem) return effect;
  const all = [...(await reportsToApply(ctx, told.fileId)), told.report];
  const { fileId, report } = told;
  const claimed = report.kind === "judgment" ? await claimedBefore(ctx, fileId, all) : undefined;
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const abroad = await livesAbroad(ctx, fileId);
  // On a closed file nobody waits for a day: what the office told stands among its reports and on the timeline.
  const isClosed = (await lockFile(ctx, fileId)).status === "closed";
  const plans = isClosed ? [] : plansOf(report, proceedingsOf(all, claimed, calendar, abroad), calendar);
  await planAgendas(
    ctx,
    plans.map(({ subject, on, note, about }, at) => ({
      fileId,
      subject,
      on,
      note: ctx.translate(
        {
          key: `handover-batches.${note}`,
          values: { office: told.office, date: about === null ? "" : shownDate(about) },
        },
        "nl",
      ),
      key: keyOf(told, `-${at}`),
    })),
  );
  await moved(ctx, told, all);
  return effect;
}
