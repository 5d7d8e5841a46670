/** Reads a record with everything that its page shows. */
import { sql } from "kysely";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { houseLine } from "../../../ground/kernel/identifiers.ts";
import { keysOf } from "../../../ground/kernel/records.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { formatMoney, formatShortDate } from "../../templates/templates.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { judgeRecord, type Reason } from "./judge.ts";
import { filteredRecords, recordColumns, shownRecords } from "./list.server.ts";
import { liveStates, openInvoices, type RecordSituation } from "./record.ts";
import type { RecordDetail } from "./records.contract.ts";
import { loadSituations, recordEnvironment } from "./situations.server.ts";
import { requireRecord } from "./visibility.server.ts";

type Say = Pick<Ctx, "translate" | "lang">;

/** Amounts and dates of a line in the reader's language: keys ending in `…cents` are amounts, `date` and `…On` are dates. */
function readableValues(ctx: Say, values: unknown): Record<string, string> {
  const given: Readonly<Record<string, unknown>> = typeof values === "object" && values !== null ? { ...values } : {};
  return Object.fromEntries(
    keysOf(given).map((name) => {
      const value = given[name];
      if (typeof value === "number" && /cents$/i.test(name)) return [name, formatMoney(value, ctx.lang)];
      if (name === "step") return [name, ctx.translate({ key: String(value) }, ctx.lang)];
      const day = typeof value === "string" && /^date$|On$/.test(name) ? parsePlainDate(value) : undefined;
      if (day !== undefined) return [name, formatShortDate(day, ctx.lang)];
      return [name, String(value)];
    }),
  );
}

export const translateReasons = (ctx: Say, reasons: readonly Reason[]) =>
  reasons.map(({ rule, article, textKey, values, possibleFrom }) => ({
    rule,
    article,
    text: ctx.translate(
      {
        key: textKey,
        values: ["notDue", "held", "returned", "notPosted"].includes(rule) ? readableValues(ctx, values) : values,
      },
      ctx.lang,
    ),
    possibleFrom,
  }));

async function messagesOf(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .selectFrom("precasso_message")
    .leftJoin("outbox", "outbox.key", "precasso_message.effect_key")
    .select([
      "precasso_message.id",
      "precasso_message.channel",
      "template_code",
      "to_address",
      "subject",
      "body_text",
      "name",
      "storage_key",
      "precasso_message.created_at",
      "posting",
      "posted_on",
      "returned_on",
      "outbox.state",
    ])
    .where("record_id", "=", id)
    .orderBy("precasso_message.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: (["email", "sms", "post"] as const).find((channel) => channel === row.channel) ?? "post",
    template: ctx.translate({ key: stepText(row.template_code), values: { template: row.template_code } }, ctx.lang),
    toAddress: row.to_address,
    subject: row.subject,
    text: row.body_text,
    name: row.name,
    hasDocument: row.storage_key !== null,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    isAwaited: row.posting === "awaited" && row.returned_on === null,
    isRecalled: row.posting === "recalled",
    postedOn: row.posted_on,
    returnedOn: row.returned_on,
  }));
}

async function linesOf(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .selectFrom("precasso_line")
    .leftJoin("app_user", "app_user.id", "precasso_line.user_id")
    .select(["precasso_line.id", "at", "app_user.name as by", "key", sql<unknown>`"values"`.as("said"), "note"])
    .where("record_id", "=", id)
    .orderBy("precasso_line.id", "desc")
    .limit(500)
    .execute();
  return rows.map(({ id: line, at, by, key, said, note }) => ({
    id: line,
    at: at.toISOString(),
    by,
    text: ctx.translate({ key, values: readableValues(ctx, said) }, ctx.lang),
    note,
  }));
}

async function paymentsOf(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .selectFrom("precasso_payment")
    .leftJoin("app_user", "app_user.id", "precasso_payment.noted_by")
    .select([
      "precasso_payment.id",
      "paid_on",
      "cents",
      "reference",
      "told_by",
      "noted_at",
      "app_user.name as by",
      "taken_back_at",
    ])
    .where("record_id", "=", id)
    .orderBy("paid_on")
    .orderBy("precasso_payment.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    on: row.paid_on,
    cents: row.cents,
    reference: row.reference,
    toldBy: row.told_by === "client" ? ("client" as const) : ("house" as const),
    notedAt: row.noted_at.toISOString(),
    notedBy: row.by,
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
  }));
}

const debtorOf = ({ debtor }: RecordSituation): RecordDetail["debtor"] => ({
  fileType: debtor.fileType,
  street: `${debtor.street} ${houseLine({ houseNumber: debtor.houseNumber, addition: debtor.addition })}`.trim(),
  address: { street: debtor.street, houseNumber: debtor.houseNumber, addition: debtor.addition },
  postcode: debtor.postcode,
  city: debtor.city,
  country: debtor.country,
  email: debtor.email,
  mobile: debtor.mobile,
  phone: debtor.phone,
  language: debtor.language,
});

/** @throws notFound */
export async function recordDetailOf(ctx: Ctx, id: number): Promise<RecordDetail> {
  const record = await requireRecord(ctx, id);
  const environment = await recordEnvironment(ctx);
  const situation = (await loadSituations(ctx.db, [id], environment.at.today)).get(id);
  const listed = await filteredRecords(ctx, {})
    .select(recordColumns(ctx.user))
    .where("precasso_record.id", "=", id)
    .executeTakeFirstOrThrow();
  const [row] = await shownRecords(ctx, [listed]);
  if (!row || !situation) throw new Error("a record that is seen is found");
  const judged = judgeRecord(situation, environment);
  const merchant =
    record.merchant_id === null
      ? undefined
      : await ctx.db.selectFrom("merchant").select("name").where("id", "=", record.merchant_id).executeTakeFirst();
  const isLive = liveStates.includes(situation.state);
  const steps = environment.workflows.of(situation)?.steps ?? [];
  const { notice14 } = situation;
  return {
    ...row,
    merchantName: merchant?.name ?? null,
    debtor: debtorOf(situation),
    claimTitle: situation.claim.title,
    claimDescription: situation.claim.description,
    invoices: openInvoices(situation.invoices, situation.payments),
    payments: await paymentsOf(ctx, id),
    messages: await messagesOf(ctx, id),
    lines: await linesOf(ctx, id),
    steps: steps.map(({ position, template, channel }) => ({
      position,
      name: ctx.translate({ key: stepText(template), values: { template } }, ctx.lang),
      channel,
      isDone: position <= situation.position,
      isNext: isLive && judged.step?.position === position,
      dueOn: isLive && judged.step?.position === position ? judged.dueOn : null,
    })),
    notice14: notice14 && {
      sentOn: notice14.sentOn,
      lastPayDay: notice14.lastPayDay,
      bikDueFrom: notice14.bikDueFrom,
      announcedCents: notice14.announcedCents,
    },
    addressWrongSince: situation.addressWrongSince,
    reasons: translateReasons(ctx, judged.reasons),
    mayConvert: isLive && row.openCents > 0 && situation.unpostedSince === null,
    version: record.version,
  };
}
