/** Outgoing messages by day: waiting and due ones, and the capacity of a day; moving and withdrawing them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { contactHours, isContactDay, isWorkingDay } from "../../../ground/kernel/calendar.ts";
import { addDays, amsterdamClock, instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { letterPosting, recallMessages } from "../../correspondence/correspondence.server.ts";
import { type MessageChannel, messageChannels } from "../../correspondence/correspondence.ts";
import { mostDaysAhead } from "../steps/message-facts.server.ts";
import { moveWaiting, readSendCalendar, sendsOfDay, withdrawMessages } from "./calendar.contract.ts";
import { fullChannel, mostPerDay, takenOn } from "./day-limits.server.ts";
import { type Moved, messagesInWeek, type Waiting, wouldBeTooMany } from "./too-near.server.ts";

const localDay = legalDate("outbox.next_attempt_at");

/** Waiting messages with their files, as far as the actor sees those. */
const waitingFrom = (ctx: Pick<WorkCtx, "user">, where: readonly RawBuilder<SqlBool>[]) =>
  sql`message join outbox on outbox.key = message.effect_key and outbox.state = 'pending'
    join case_file on case_file.id = message.file_id join client on client.id = case_file.client_id
    join debtor on debtor.id = case_file.debtor_id
    where message.document_id is null and ${sql.join([visibleFiles(ctx.user), ...where], sql` and `)}`;

interface Counted {
  readonly on: PlainDate;
  readonly channel: string;
  readonly count: number;
}

const ofClient = (client: number | undefined): RawBuilder<SqlBool> =>
  client === undefined ? sql<SqlBool>`true` : sql<SqlBool>`case_file.client_id = ${client}`;

async function waitingByDay(ctx: Pick<WorkCtx, "db" | "user">, from: PlainDate, until: PlainDate, client?: number) {
  const within = sql<SqlBool>`outbox.next_attempt_at >= ${instantInAmsterdam(from)}
    and outbox.next_attempt_at < ${instantInAmsterdam(until)}`;
  const { rows } = await sql<Counted>`select ${localDay} as "on", message.channel, count(*)::int as count
    from ${waitingFrom(ctx, [within, ofClient(client)])} group by 1, 2`.execute(ctx.db);
  return rows;
}

/** Files by the day and channel of their next step; its template determines the name of the step in lists. */
async function dueByDay(ctx: Ctx, from: PlainDate, until: PlainDate, client?: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`select case_file.next_action_on as "on", s.channel, count(*)::int as count
    from case_file join (select template_code, min(channel) as channel from workflow_step where channel in ('post', 'email', 'sms')
      group by 1) as s on s.template_code = case_file.next_step_values ->> 'template'
    where case_file.closed_on is null and case_file.next_action_on >= ${from} and case_file.next_action_on < ${until}
      and ${visibleFiles(ctx.user)} and ${ofClient(client)} group by 1, 2`.execute(ctx.db);
  return rows;
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

async function calendar(ctx: Ctx, query: (typeof readSendCalendar)["query"]["_output"]) {
  const from = query.from ?? ctx.clock.today();
  const until = addDays(from, query.days);
  const waiting = await waitingByDay(ctx, from, until, query.client);
  const due = await dueByDay(ctx, from, until, query.client);
  const most = await mostPerDay(ctx.db);
  const taken = Object.values(most).some((each) => each !== null) ? await takenOn(ctx.db, { from, until }) : () => 0;
  const legal = calendarOf(await loadTariffs(ctx.db));
  const hours = contactHours(legal);
  const found = (rows: readonly Counted[], on: PlainDate, channel: string): number =>
    rows.find((row) => row.on === on && row.channel === channel)?.count ?? 0;
  const days = Array.from({ length: query.days }, (_, at) => addDays(from, at));
  return {
    items: days.flatMap((on) =>
      messageChannels.map((channel) => ({
        on,
        channel,
        waiting: found(waiting, on, channel),
        due: found(due, on, channel),
        taken: most[channel] === null ? 0 : taken(on, channel),
        most: most[channel],
        open: channel === "post" ? isWorkingDay(on, legal) : isContactDay(on, legal),
      })),
    ),
    contactFrom: clockText(hours.from),
    contactUntil: clockText(hours.until),
    messagesPerWeek: (await globalSettings(ctx.db)).messagesPerWeek,
  };
}

interface WaitingRecord extends Waiting {
  readonly number: string;
  readonly company: string;
  readonly display_name: string;
  readonly channel: string;
  readonly subject: string;
  readonly at: Date;
}

async function waitingPage(ctx: Ctx, query: (typeof sendsOfDay)["query"]["_output"]) {
  const { filter } = query;
  const where = [ofClient(filter.client)];
  if (filter.on) where.push(sql<SqlBool>`${localDay} = ${filter.on}`);
  if (filter.channel) where.push(sql<SqlBool>`message.channel = ${filter.channel}`);
  const from = waitingFrom(ctx, where);
  const direction = sql.raw(query.order?.direction === "desc" ? "desc" : "asc");
  const { rows } = await sql<WaitingRecord>`select message.id, message.effect_key, message.file_id, message.to_address,
      case_file.number, client.company, debtor.display_name, message.channel,
      coalesce(nullif(message.subject, ''), message.body_text) as subject,
      outbox.next_attempt_at as at, ${localDay} as "on"
    from ${from} order by outbox.next_attempt_at ${direction}, message.id ${direction}
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const counts = await messagesInWeek(
    ctx,
    rows.filter(({ channel }) => channel !== "post"),
  );
  const items = rows.map((row) => ({
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.number,
    clientName: row.company,
    debtorName: row.display_name,
    channel: messageChannels.find((known) => known === row.channel) ?? "post",
    subject: row.subject,
    sendAfter: row.at.toISOString(),
    inWeek: counts.get(row.id) ?? 0,
  }));
  return toPage(items, await cappedCount(ctx.db, from), query.limit);
}

interface Chosen extends Moved {
  readonly channel: string;
}

/** The channels and days of these messages; their files are locked, before any of their addresses, as where one is written. @throws notFound if the actor does not see the file of one of them. */
async function chosenMessages(ctx: WorkCtx, ids: readonly number[]): Promise<readonly Chosen[]> {
  const { rows } =
    await sql<Chosen>`select message.id, message.effect_key, message.file_id, message.channel, message.to_address,
      ${legalDate("message.send_after")} as "on",
      message.channel <> 'post' and coalesce(message.purpose in ('dunning', 'notice14'), false) as counted
    from message join case_file on case_file.id = message.file_id
    where message.id = any(${[...ids]}::bigint[]) and ${visibleFiles(ctx.user)}
    order by case_file.id for update of case_file`.execute(ctx.db);
  if (rows.length < new Set(ids).size) throw notFound();
  return rows;
}

/** @throws validation beside the day: it is in the past, too far ahead, closed for messages, over for them, full, or too near to others to the same address. */
async function requireDay(ctx: WorkCtx, on: PlainDate, chosen: readonly Chosen[]): Promise<void> {
  if (on < ctx.clock.today()) throw fieldError("on", "processing.calendarPast");
  if (on > addDays(ctx.clock.today(), mostDaysAhead))
    throw fieldError("on", "processing.momentTooFar", { days: mostDaysAhead });
  const legal = calendarOf(await loadTariffs(ctx.db));
  if (chosen.some(({ channel }) => channel !== "post")) {
    if (!isContactDay(on, legal)) throw fieldError("on", "processing.calendarClosedDay");
    // What is moved to a day whose hours are over leaves on the next one, which may be full.
    const isOver = amsterdamClock(ctx.clock.now()).minutes >= contactHours(legal).until;
    if (on === ctx.clock.today() && isOver) throw fieldError("on", "processing.calendarHoursOver");
  }
  // Those that wait for this day already are counted with it.
  const others = chosen.filter((message) => message.on !== on);
  const wantedOf = (channel: MessageChannel): number => others.filter((each) => each.channel === channel).length;
  const full = await fullChannel(
    ctx,
    on,
    Object.fromEntries(messageChannels.map((channel) => [channel, wantedOf(channel)])),
  );
  if (full) {
    const { channel, count, most } = full;
    throw fieldError("on", "processing.calendarFull", { count, most, wanted: wantedOf(channel) });
  }
  const { messagesPerWeek: weekly } = await globalSettings(ctx.db);
  if (await wouldBeTooMany(ctx, others, on, weekly))
    throw fieldError("on", "processing.calendarTooOften", { most: weekly });
}

export const calendarHandlers: readonly Handler[] = [
  handle(readSendCalendar, (ctx, { query }) => calendar(ctx, query)),
  handle(sendsOfDay, (ctx, { query }) => waitingPage(ctx, query)),
  handle(moveWaiting, async (ctx, { body }) => {
    await requireDay(ctx, body.on, await chosenMessages(ctx, body.messages));
    return { moved: (await letterPosting.moveWaiting(ctx, body.messages, body.on, body.reason)).length };
  }),
  handle(withdrawMessages, async (ctx, { body }) => {
    const found = await chosenMessages(ctx, body.messages);
    const withdrawn = new Set(await recallMessages(ctx, body.messages));
    await writeLogs(
      ctx,
      found
        .filter(({ id }) => withdrawn.has(id))
        .map(({ file_id }) => ({
          fileId: file_id,
          type: "note" as const,
          subject: { key: "processing.logPulledBack" },
          content: body.reason,
        })),
    );
    return { withdrawn: withdrawn.size };
  }),
];
