/** Judges files for a destination: the lines of the file, those of the office, and what the law says. */
import { lockFile } from "../../../cases/files/files.server.ts";
import { dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import { type Ctx, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { type JudgedHandover, judgeHandover } from "../../../letters/processing/processing.server.ts";
import { clientById } from "../../../people/customers/customers.server.ts";
import { courtCosts } from "../../court-costs/court-costs.ts";
import { filePapers, handoverOf, requireOffice, subDistrictFiles } from "../../handover/handover.server.ts";
import { handoverNeeds, type Mender } from "../../handover/handover.ts";
import { type DestinationRecord, levelOf, requireDestination } from "../destinations/record.server.ts";
import {
  type BatchNeed,
  type HandoverType,
  liveStates,
  needsOf,
  type OwnNeed,
  ruleWeighs,
  typeRules,
} from "../handover-batches.ts";
import "./held-files.server.ts";
import { isHeldByRegister } from "../register/questions.server.ts";
import {
  overrideLine,
  takeBackOverride,
  type Verdict,
  type VerdictLine,
  validateFiles,
} from "./validation.contract.ts";

type Papers = Awaited<ReturnType<typeof filePapers>>;

interface Judged {
  readonly ctx: WorkCtx;
  readonly destination: DestinationRecord;
  readonly type: HandoverType;
  readonly judged: JudgedHandover;
  readonly papers: Papers;
  readonly overrides: ReadonlyMap<string, NonNullable<VerdictLine["passed"]>>;
}

/** The field of a record that a line is about, where it is another than the line's own name. */
const fieldOf: Partial<Record<BatchNeed, string>> = {
  name: "lastName",
  address: "street",
  addressChecked: "addressVerifiedOn",
  claim: "claim.title",
  notice14: "notice14",
  invoiceDocuments: "documents.invoice",
  contractDocument: "documents.contract",
  noticeDocument: "documents.notice14",
  judgment: "documents.judgment",
  advance: "advanceReceivedOn",
  vat: "canReclaimVat",
  clientKnown: "client",
};

/** Where a line is mended: the page of its file but for what belongs to its client, its interest or the office. */
function screenOf({ judged: { situation }, destination }: Judged, need: BatchNeed, mend: Mender | null): string {
  if (need === "clientKnown") return `/bailiff/handover-masterdata/${destination.id}`;
  if (mend === "client") return `/customer/${situation.client.id}`;
  return `/file/show-new/${situation.fileId}?tab=handover`;
}

const translated = (ctx: WorkCtx, key: string, values?: Record<string, string | number>): string =>
  ctx.translate({ key: `handover-batches.${key}`, ...(values && { values }) }, ctx.lang);

/** Another office that has the file, or this one. */
async function liveBatchOf({ db }: WorkCtx, fileId: number) {
  return db
    .selectFrom("handover_batch_file as f")
    .innerJoin("handover_batch as b", "b.id", "f.batch_id")
    .innerJoin("handover_destination as d", "d.id", "b.destination_id")
    .select(["b.id", "b.destination_id", "d.name", "f.state"])
    .where("f.file_id", "=", fileId)
    .where("f.exclusive", "=", true)
    .where("f.state", "in", [...liveStates])
    .executeTakeFirst();
}

type OwnVerdict = { readonly met: boolean; readonly why: string; readonly passable: boolean };

/** What was not sued over may be sued over anew: a person says so. */
function judgeAward(ctx: WorkCtx, { balance }: JudgedHandover): OwnVerdict {
  const judgment = balance.ledger.invoices.find(({ awarded, accrual }) => awarded && accrual.principal > 0);
  if (!judgment) return { met: true, why: translated(ctx, "whyNotAwarded"), passable: true };
  return { met: false, why: translated(ctx, "whyAwarded", { number: judgment.number }), passable: true };
}

async function judgeOwn(of: Judged, need: OwnNeed): Promise<OwnVerdict> {
  const { ctx, destination, judged, papers } = of;
  const { situation } = judged;
  switch (need) {
    case "clientKnown": {
      const known = await ctx.db
        .selectFrom("handover_masterdata")
        .select("external_id")
        .where("destination_id", "=", destination.id)
        .where("client_id", "=", situation.client.id)
        .executeTakeFirst();
      const client = await clientById(ctx.db, situation.client.id);
      const values = { client: client?.company ?? "", office: destination.name };
      return known
        ? { met: true, why: known.external_id, passable: false }
        : { met: false, why: translated(ctx, "whyClientUnknown", values), passable: false };
    }
    case "notElsewhere": {
      const live = await liveBatchOf(ctx, situation.fileId);
      return live
        ? {
            met: false,
            why: translated(ctx, "whyElsewhere", { office: live.name, batch: String(live.id) }),
            passable: false,
          }
        : { met: true, why: translated(ctx, "whyNowhere"), passable: false };
    }
    case "held": {
      const live = await liveBatchOf(ctx, situation.fileId);
      const met = live?.destination_id === destination.id && live.state === "accepted";
      return {
        met,
        why: translated(ctx, met ? "whyHeld" : "whyNotHeld", { office: destination.name }),
        passable: false,
      };
    }
    case "fileOpen": {
      const met = situation.status !== "closed";
      return { met, why: translated(ctx, met ? "whyOpen" : "whyClosed"), passable: false };
    }
    case "notAwarded":
      return judgeAward(ctx, judged);
    case "consent": {
      const met = !(await isHeldByRegister(ctx, situation.fileId));
      return { met, why: translated(ctx, met ? "whyConsent" : "whyNoConsent"), passable: false };
    }
    case "judgment": {
      const paper = papers.find(({ kind }) => kind === "judgment");
      return { met: paper !== undefined, why: paper?.name ?? translated(ctx, "whyNoJudgment"), passable: true };
    }
  }
}

async function ownLines(of: Judged): Promise<VerdictLine[]> {
  const lines: VerdictLine[] = [];
  for (const need of typeRules[of.type].own) {
    const { met, why, passable } = await judgeOwn(of, need);
    const passed = !met && passable ? (of.overrides.get(need) ?? null) : null;
    lines.push({
      need,
      name: translated(of.ctx, `need_${need}`),
      level: "block",
      state: met ? "met" : passed ? "passed" : "missing",
      why,
      reasons: [],
      field: met ? null : (fieldOf[need] ?? need),
      screen: met ? null : screenOf(of, need, null),
      passable: !met && passable && !passed,
      passed,
    });
  }
  return lines;
}

/** The lines of the file itself, weighed for the kind of handover and the office. */
async function fileLines(of: Judged) {
  const { ctx, type, judged, destination, overrides } = of;
  // A rule that weighs for a summons alone is no refusal of any other handover.
  const refusals = judged.refusals.filter(({ rule }) => ruleWeighs(type, rule));
  const { checks, reasons } = await handoverOf(ctx, { ...judged, refusals });
  const asked = new Set<BatchNeed>(needsOf(type, handoverNeeds));
  const lines = checks.flatMap((check): VerdictLine[] => {
    const { need, why, mend } = check;
    const byLaw = check.reasons.length > 0;
    const level = levelOf(destination, need);
    if (!byLaw && (level === "off" || !asked.has(need))) return [];
    const override = check.passable ? overrides.get(need) : undefined;
    const state = override ? "passed" : check.state;
    const lacks = state !== "met";
    return [
      {
        need,
        name: ctx.translate({ key: `handover.need_${need}` }, ctx.lang),
        level: !byLaw && level === "warn" ? "warn" : "block",
        state,
        why,
        reasons: check.reasons,
        field: lacks ? (fieldOf[need] ?? need) : null,
        screen: lacks ? screenOf(of, need, mend) : null,
        passable: check.passable && override === undefined,
        passed: override ?? check.passed,
      },
    ];
  });
  return { lines, reasons: typeRules[type].needs?.length === 0 ? [] : reasons };
}

/** What a summons would cost on this day; null where a tariff has no row for it. */
async function costsOf({ ctx, type, judged }: Judged): Promise<Verdict["costs"]> {
  if (!typeRules[type].sues) return null;
  const client = await clientById(ctx.db, judged.situation.client.id);
  if (!client) return null;
  const { balance, tariffs } = judged;
  const bik = sumCents(balance.ledger.costs.filter(({ group }) => group === "bik").map(({ open }) => open));
  try {
    const { total, cliff } = courtCosts(tariffs, {
      principal: balance.principal,
      interest: balance.interest,
      collectionCosts: bik,
      // A sole trader sues in the own name; partnerships pay as legal persons do (Wgbz art. 1).
      claimant: client.legalForm === "eenmanszaak" ? "natural" : "legal",
      halfPoints: 2,
      withVat: balance.ledger.terms.bik.vat,
      subDistrictMatter: (await subDistrictFiles(ctx, [judged])).has(judged.situation.fileId),
      summonsOn: balance.asOf,
      judgmentOn: balance.asOf,
    });
    const shown = cliff && { limitCents: cliff.limit, overCents: cliff.over, savesCents: cliff.saves };
    return { totalCents: total, cliff: shown };
  } catch {
    return null;
  }
}

async function overridesOf(ctx: WorkCtx, destinationId: number, fileId: number): Promise<Judged["overrides"]> {
  const rows = await ctx.db
    .selectFrom("handover_override as o")
    .leftJoin("app_user", "app_user.id", "o.by_user")
    .select(["o.need", "o.reason", "o.at", "app_user.name"])
    .where("o.destination_id", "=", destinationId)
    .where("o.file_id", "=", fileId)
    .execute();
  return new Map(
    rows.map(({ need, reason, at, name }): [string, { by: string; on: PlainDate; reason: string }] => [
      need,
      { by: name ?? "", on: dateInAmsterdam(at), reason },
    ]),
  );
}

/** Judges one file for a destination. @throws notFound where the actor may not see it. */
export async function verdictOf(
  ctx: WorkCtx,
  destination: DestinationRecord,
  type: HandoverType,
  fileId: number,
): Promise<{ readonly verdict: Verdict; readonly judged: JudgedHandover }> {
  const judged = await judgeHandover(ctx, fileId);
  const papers = await filePapers(ctx, fileId);
  const overrides = await overridesOf(ctx, destination.id, fileId);
  const of: Judged = { ctx, destination, type, judged, papers, overrides };
  const file = await fileLines(of);
  const lines = [...(await ownLines(of)), ...file.lines];
  const lacking = lines.filter(({ state }) => state === "missing");
  const refused = file.reasons.length > 0 || lacking.some(({ level }) => level === "block");
  const client = await clientById(ctx.db, judged.situation.client.id);
  const { displayName } = await debtorNameOf(ctx, fileId);
  const verdict: Verdict = {
    fileId,
    fileNumber: judged.situation.number,
    debtorName: displayName,
    clientName: client?.company ?? "",
    state: refused ? "refused" : lacking.length > 0 ? "warn" : "ready",
    openCents: judged.balance.open,
    costs: await costsOf(of),
    documents: papers.map(({ name, kind }) => ({ name, kind })),
    lines,
    reasons: file.reasons,
  };
  return { verdict, judged };
}

async function debtorNameOf({ db }: WorkCtx, fileId: number): Promise<{ displayName: string }> {
  const row = await asSystem(db, "the debtor of a file of the batch that is judged")
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select("debtor.display_name")
    .where("case_file.id", "=", fileId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { displayName: row.display_name };
}

const validate = handle(validateFiles, async (ctx, { body }) => {
  requireOffice(ctx);
  const destination = await requireDestination(ctx, body.destination);
  const items: Verdict[] = [];
  for (const fileId of new Set(body.files)) items.push((await verdictOf(ctx, destination, body.type, fileId)).verdict);
  ctx.saw(items.map(({ fileId }) => fileId));
  return { items };
});

/** A file that may be prepared for an office. @throws notFound. */
async function prepared(ctx: Ctx, { destination, file }: { destination: number; file: number }): Promise<void> {
  requireOffice(ctx);
  await requireDestination(ctx, destination);
  await lockFile(ctx, file);
}

export const validationHandlers = [
  validate,
  handle(overrideLine, async (ctx, { body }) => {
    await prepared(ctx, body);
    const { destination, file, need, reason } = body;
    const values = { reason, at: ctx.clock.now(), by_user: ctx.user.id || null };
    await ctx.db
      .insertInto("handover_override")
      .values({ destination_id: destination, file_id: file, need, ...values })
      .onConflict((clash) => clash.columns(["destination_id", "file_id", "need"]).doUpdateSet(values))
      .execute();
    await ctx.audit({
      action: "file.handover-override",
      subject: "file",
      subjectId: file,
      after: { destination, need, reason },
    });
    return {};
  }),
  handle(takeBackOverride, async (ctx, { body }) => {
    await prepared(ctx, body);
    const { destination, file, need } = body;
    const gone = await ctx.db
      .deleteFrom("handover_override")
      .where("destination_id", "=", destination)
      .where("file_id", "=", file)
      .where("need", "=", need)
      .returning("reason")
      .executeTakeFirst();
    if (!gone) throw notFound();
    await ctx.audit({
      action: "file.handover-override",
      subject: "file",
      subjectId: file,
      before: { destination, need, reason: gone.reason },
    });
    return {};
  }),
];
