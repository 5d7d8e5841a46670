import { noticeTerm } from "../../../ground/kernel/calendar.ts";
import { contactIn } from "../../../ground/kernel/contact-hours.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { NotedReason } from "../../../ground/platform/server/jobs/works.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { type prepareLetter, readMessageText } from "../../correspondence/correspondence.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { convertRecord } from "../conversion/convert.server.ts";
import { textCode } from "../house/text-code.server.ts";
import type { Message } from "../letters/letter.server.ts";
import { announcedCosts, type Judged, type RecordEnvironment } from "../records/judge.ts";
import { dueInvoices, effectKeyOf, grantedUntil, type Notice14, type RecordSituation } from "../records/record.ts";
import { refreshRecords, writeLines } from "../records/write.server.ts";

type PreparedLetter = Awaited<ReturnType<typeof prepareLetter>>;

/** A row of a run as it was planned. */
export interface Taken {
  readonly record_id: number;
  readonly inputs_hash: string;
  readonly attempts: number;
}

/** A row that is to be written, with its letter typeset. */
export interface Ready {
  readonly taken: Taken;
  readonly situation: RecordSituation;
  readonly judged: Judged;
  readonly message: Message | null;
  readonly letter: PreparedLetter | null;
}

/** What became of a row. */
export type Outcome =
  | { readonly state: "done"; readonly messageId: number | null; readonly fileId: number | null }
  | { readonly state: "dropped" | "failed"; readonly error: NotedReason }
  /** It hit a limit of the database, and is tried again after the others. */
  | { readonly state: "planned" };

export const dropped = (key: "precasso.droppedChanged" | "processing.dropped_tooMany"): Outcome => ({
  state: "dropped",
  error: { key },
});

/** The term of this step's letter, and the stored data of a 14-day letter. */
function termOf(situation: RecordSituation, judged: Judged, environment: RecordEnvironment, messageId: number) {
  const { today } = environment.at;
  const calendar = calendarOf(environment.tariffs);
  if (judged.effect === "notice14") {
    const term = noticeTerm(today, "post", calendar, situation.debtor.country);
    const { principalCents, cents, vatCents } = announcedCosts(situation, environment);
    const notice: Notice14 = {
      messageId,
      sentOn: today,
      lastPayDay: term.lastPayDayExtended,
      bikDueFrom: term.bikDueFrom,
      principalCents,
      announcedCents: cents + vatCents,
      invoices: dueInvoices(situation.invoices, situation.payments, today).map(({ number }) => number),
    };
    return { term_until: term.lastPayDayExtended, notice14: JSON.stringify(notice) };
  }
  return judged.step?.effect === "notice14" ? { term_until: grantedUntil(today, calendar) } : {};
}

const mailOf = ({ from, model }: Message, to: string, text: Awaited<ReturnType<typeof readMessageText>>) => ({
  contactHours: true,
  country: model.country,
  to,
  from,
  subject: text.subject,
  text: text.text,
  ...(text.html !== null && { html: text.html }),
  ...(model.provider.replyTo && { replyTo: model.provider.replyTo }),
});

/** Sends the message: stored under its key and put into the outbox, or stored with the typeset letter. */
async function sendMessage(
  ctx: WorkCtx,
  runId: number,
  { situation, judged, letter }: Ready,
  message: Message,
  environment: RecordEnvironment,
): Promise<number> {
  const channel = judged.step?.channel === "email" ? "email" : judged.step?.channel === "sms" ? "sms" : "post";
  const { debtor } = situation;
  const to =
    channel === "email" ? debtor.email : channel === "sms" ? debtor.mobile : message.model.recipient.join(", ");
  const code = await textCode(ctx.db, situation.creditor.id, judged.template, message.model.language);
  const text = channel === "post" ? null : await readMessageText(ctx.db, channel, code, message.model);
  const effectKey = effectKeyOf(situation, judged.step?.position ?? 0);
  const { printHouse } = await globalSettings(ctx.db);
  const now = ctx.clock.now();
  const sendAfter = channel === "post" ? now : contactIn(debtor.country, now, calendarOf(environment.tariffs)).next;
  const name = `${situation.number}-${judged.template.toLowerCase().replaceAll("_", "-")}-${environment.at.today}.pdf`;
  const { id } = await ctx.db
    .insertInto("precasso_message")
    .values({
      record_id: situation.id,
      run_id: runId,
      step: judged.step?.position ?? 0,
      channel,
      template_code: judged.template,
      text_code: code === judged.template ? null : code,
      language: message.model.language,
      to_address: to ?? "",
      subject: letter?.subject ?? text?.subject ?? "",
      body_text: letter?.text ?? text?.text ?? "",
      effect_key: effectKey,
      name,
      storage_key: letter?.stored?.key ?? null,
      size_bytes: letter?.stored?.size ?? null,
      sha256: letter?.stored?.sha256 ?? null,
      open_cents: judged.openCents,
      created_at: now,
      created_on: environment.at.today,
      created_by: ctx.user.id || null,
      send_after: sendAfter,
      ...(channel === "post" && {
        posting: printHouse ? "awaited" : "assumed",
        to_country: debtor.country,
        to_postcode: debtor.postcode,
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const effect = { key: effectKey, notBefore: sendAfter };
  if (channel === "email" && text)
    await ctx.send({ ...effect, kind: "mail", payload: mailOf(message, to ?? "", text) });
  if (channel === "sms" && text)
    await ctx.send({
      ...effect,
      kind: "sms",
      payload: { contactHours: true, country: debtor.country, to: to ?? "", text: text.text },
    });
  return id;
}

/** Writes the step of a row; see `noteSteps`. */
export async function writeStep(
  ctx: WorkCtx,
  runId: number,
  ready: Ready,
  environment: RecordEnvironment,
): Promise<Outcome> {
  const { situation, judged, message } = ready;
  if (judged.effect === "convert") {
    const { fileId } = await convertRecord(ctx, situation.id);
    return { state: "done", messageId: null, fileId };
  }
  if (!message || !judged.step) return dropped("precasso.droppedChanged");
  const messageId = await sendMessage(ctx, runId, ready, message, environment);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      position: judged.step?.position ?? situation.position,
      previous_done_on: environment.at.today,
      ...termOf(situation, judged, environment, messageId),
      version: set("version", "+", 1),
    }))
    .where("id", "=", situation.id)
    .execute();
  return { state: "done", messageId, fileId: null };
}

/** The timeline lines and next steps of records whose steps were written; those of a record that became a file are there already. */
export async function noteSteps(
  ctx: WorkCtx,
  written: readonly Ready[],
  environment: RecordEnvironment,
): Promise<void> {
  const sent = written.filter(({ message }) => message !== null);
  await writeLines(
    ctx,
    sent.map(({ situation, judged }) => ({
      recordId: situation.id,
      key: "logSent",
      values: { step: stepText(judged.template), openCents: judged.openCents },
    })),
  );
  await refreshRecords(
    ctx,
    sent.map(({ situation }) => situation.id),
    environment,
  );
}
