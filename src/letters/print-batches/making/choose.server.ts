/** Which letters wait to be printed, and a preview of a batch of them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { addDays, instantInAmsterdam, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { visibleRecords } from "../../precasso/precasso.server.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { templateNames } from "../../templates/templates.server.ts";
import type { listWaiting, planPrint } from "../print-batches.contract.ts";
import { lettersOfPart } from "../print-batches.ts";
import { judgeWaiting, type WaitingMessage } from "./judge.server.ts";

/** What is chosen; what is absent or null chooses all. */
interface Chosen {
  readonly client?: number | null | undefined;
  readonly run?: number | null | undefined;
  readonly dateFrom?: string | null | undefined;
  readonly dateTo?: string | null | undefined;
  readonly templateCode?: string | null | undefined;
}

const ofRun = (actor: Actor, id: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from run_row join run on run.id = run_row.run_id
    where letter.kind = 'file' and run_row.message_id = letter.message_id and run_row.run_id = ${id} and ${runGuards.visible(actor)})`;

/** Days for which a letter of a house without a print house waits: it counted as posted on its own day, and somebody has printed it since. */
const assumedDays = 14;

/** The columns of a message that letters are sorted and shown by: one of before its country was noted stayed in the Netherlands. */
const columnsOf = (message: "message" | "precasso_message"): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`${of("subject")}, ${of("template_code")}, ${of("created_at")}, ${of("posting")},
    coalesce(nullif(${of("to_country")}, ''), 'NL') as country, coalesce(${of("to_postcode")}, '') as shown_postcode,
    upper(replace(coalesce(${of("to_postcode")}, ''), ' ', '')) as postcode`;
};

/** Letters to print: of files, and of pre-collection in a client's name. The id of a message is one of its own kind. */
const lettersOf = (actor: Actor): RawBuilder<unknown> => sql`(
    select 'file' as kind, message.id as message_id, message.file_id as holder_id, case_file.number, case_file.client_id,
      debtor.display_name, message.document_id, document.sha256, ${columnsOf("message")}
    from message join document on document.id = message.document_id and document.storage_key is not null
    join case_file on case_file.id = message.file_id
    join debtor on debtor.id = case_file.debtor_id
    where ${visibleFiles(actor)}
      and not exists (select from print_piece p where p.message_id = message.id and p.withdrawn is null)
    union all
    select 'record', precasso_message.id, precasso_record.id, precasso_record.number, precasso_record.client_id,
      precasso_record.debtor_name, null, precasso_message.sha256, ${columnsOf("precasso_message")}
    from precasso_message join precasso_record on precasso_record.id = precasso_message.record_id
    where precasso_message.storage_key is not null and precasso_message.returned_on is null
      -- What was paid, disputed, taken back or became a file is not written about in the client's name any more.
      and precasso_record.state = 'open' and ${visibleRecords(actor)}
      and not exists (select from print_piece p where p.record_message_id = precasso_message.id and p.withdrawn is null)
  ) as letter join client on client.id = letter.client_id`;

/** Letters that a print house has to tell of, and those of the last days, or of chosen ones, that nobody tells of. */
function waits({ clock }: Pick<Ctx, "clock">, { dateFrom, run }: Chosen): RawBuilder<SqlBool> {
  const unposted = sql<SqlBool>`letter.posting in ('assumed', 'awaited')`;
  if (dateFrom || run) return unposted;
  const since = instantInAmsterdam(addDays(clock.today(), -assumedDays));
  return sql<SqlBool>`${unposted} and (letter.posting = 'awaited' or letter.created_at >= ${since})`;
}

/** Letters that wait, as far as the actor sees their files and records: a table expression with its condition. */
function waitingLetters(ctx: Pick<Ctx, "user" | "clock">, chosen: Chosen): RawBuilder<unknown> {
  const from = chosen.dateFrom ? parsePlainDate(chosen.dateFrom) : undefined;
  const to = chosen.dateTo ? parsePlainDate(chosen.dateTo) : undefined;
  const all = [waits(ctx, chosen)];
  if (chosen.client) all.push(sql<SqlBool>`letter.client_id = ${chosen.client}`);
  if (chosen.run) all.push(ofRun(ctx.user, chosen.run));
  if (from) all.push(sql<SqlBool>`letter.created_at >= ${instantInAmsterdam(from)}`);
  if (to) all.push(sql<SqlBool>`letter.created_at < ${instantInAmsterdam(addDays(to, 1))}`);
  if (chosen.templateCode) all.push(sql<SqlBool>`letter.template_code = ${chosen.templateCode}`);
  return sql`${lettersOf(ctx.user)} where ${sql.join(all, sql` and `)}`;
}

interface WaitingRecord {
  readonly kind: WaitingMessage["kind"];
  readonly message_id: number;
  readonly holder_id: number;
  readonly number: string;
  readonly company: string;
  readonly display_name: string;
  readonly subject: string;
  readonly template_code: string;
  readonly created_at: Date;
  readonly country: string;
  readonly shown_postcode: string;
  readonly document_id: number | null;
  readonly posting: string;
}

export async function waitingPage(ctx: Ctx, query: (typeof listWaiting)["query"]["_output"]) {
  const from = waitingLetters(ctx, query.filter);
  const direction = sql.raw(query.order?.direction === "desc" ? "desc" : "asc");
  const order =
    query.order?.field === "postcode" ? sql`letter.country ${direction}, letter.postcode ${direction},` : sql``;
  const { rows } = await sql<WaitingRecord>`select letter.*, client.company
    from ${from} order by ${order} letter.created_at ${direction}, letter.kind, letter.message_id ${direction}
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const nameOf = await templateNames(ctx.db, ctx.lang);
  const refusedFor = await judgeWaiting(
    ctx,
    rows.map(({ kind, message_id: messageId }) => ({ kind, messageId })),
  );
  const whyOf = ({ kind, message_id: messageId }: WaitingRecord): string | null => {
    const refusals = refusedFor({ kind, messageId });
    return refusals
      ? translateRefusals(ctx, refusals)
          .reasons.map(({ text }) => text)
          .join(" ")
      : null;
  };
  const items = rows.map((row) => ({
    id: row.message_id,
    fileId: row.kind === "file" ? row.holder_id : null,
    recordId: row.kind === "record" ? row.holder_id : null,
    number: row.number,
    clientName: row.company,
    debtorName: row.display_name,
    subject: row.subject,
    templateCode: row.template_code,
    template: nameOf("post", row.template_code),
    madeAt: row.created_at.toISOString(),
    country: row.country,
    postcode: row.shown_postcode,
    documentId: row.document_id ?? row.message_id,
    awaited: row.posting === "awaited",
    why: whyOf(row),
  }));
  return toPage(items, await cappedCount(ctx.db, from), query.limit);
}

interface Group {
  readonly id: string | number;
  readonly text: string;
  readonly letters: number;
}

// A plan names those that most letters are of.
const mostNamed = 50;

async function grouped(
  ctx: Ctx,
  from: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
): Promise<Group[]> {
  const { rows } = await sql<Group>`select ${id} as id, ${text} as text, count(*)::int as letters from ${from}
    group by 1, 2 order by 3 desc, 2 limit ${mostNamed}`.execute(ctx.db);
  return rows;
}

/** The runs that the waiting letters are of. */
async function runsOf(ctx: Ctx, from: RawBuilder<unknown>): Promise<Group[]> {
  const { rows } = await sql<Group>`select run.id, run.id::text as text, count(*)::int as letters
    from (select letter.message_id from ${from} and letter.kind = 'file') as found join run_row on run_row.message_id = found.message_id
    join run on run.id = run_row.run_id where ${runGuards.visible(ctx.user)}
    group by run.id order by run.id desc limit ${mostNamed}`.execute(ctx.db);
  return rows;
}

export async function planOf(ctx: Ctx, chosen: (typeof planPrint)["query"]["_output"]) {
  const from = waitingLetters(ctx, chosen);
  const { rows } = await sql<{ letters: number; awaited: number; oldest: Date | null }>`
    select count(*)::int as letters, count(*) filter (where letter.posting = 'awaited')::int as awaited,
      min(letter.created_at) as oldest from ${from}`.execute(ctx.db);
  const { letters = 0, awaited = 0, oldest = null } = rows[0] ?? {};
  const nameOf = await templateNames(ctx.db, ctx.lang);
  const templates = await grouped(ctx, from, sql`letter.template_code`, sql`letter.template_code`);
  return {
    letters,
    awaited,
    parts: Math.ceil(letters / lettersOfPart),
    oldest: oldest?.toISOString() ?? null,
    countries: await grouped(ctx, from, sql`letter.country`, sql`letter.country`),
    clients: await grouped(ctx, from, sql`client.id`, sql`client.company`),
    templates: templates.map((group) => ({ ...group, text: nameOf("post", group.text) })),
    runs: await runsOf(ctx, from),
    printHouse: (await globalSettings(ctx.db)).printHouse,
  };
}

/** A letter that is chosen for a batch. */
export interface ChosenLetter {
  readonly kind: WaitingMessage["kind"];
  readonly messageId: number;
  readonly holderId: number;
  readonly documentId: number | null;
  readonly country: string;
  readonly postcode: string;
  readonly sha256: string;
}

/** The letters of a scope in the order in which a mail house wants them: the Netherlands first, then by country and postcode. */
export async function lettersInOrder(
  ctx: WorkCtx,
  chosen: Chosen & { readonly max: number },
): Promise<readonly ChosenLetter[]> {
  const { rows } = await sql<ChosenLetter>`select kind, message_id as "messageId", holder_id as "holderId",
      document_id as "documentId", country, postcode, sha256
    from (select letter.* from ${waitingLetters(ctx, chosen)}
      order by letter.created_at, letter.kind, letter.message_id limit ${chosen.max}) as chosen
    order by (country <> 'NL'), country, postcode, kind, holder_id, message_id`.execute(ctx.db);
  return rows;
}
