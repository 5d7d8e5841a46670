/** Which letters wait to be printed, and a preview of a batch of them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { addDays, instantInAmsterdam, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { visibleRuns } from "../../processing/processing.server.ts";
import { templateNames } from "../../templates/templates.server.ts";
import type { listWaiting, planPrint } from "../print-batches.contract.ts";
import { lettersOfPart } from "../print-batches.ts";

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
    where run_row.message_id = message.id and run_row.run_id = ${id} and ${visibleRuns(actor)})`;

/** Days for which a letter of a house without a print house waits: it counted as posted on its own day, and somebody has printed it since. */
const assumedDays = 14;

/** Letters that a print house has to tell of, and those of the last days, or of chosen ones, that nobody tells of. */
function waits({ clock }: Pick<Ctx, "clock">, { dateFrom, run }: Chosen): RawBuilder<SqlBool> {
  const unposted = sql<SqlBool>`message.posting in ('assumed', 'awaited')`;
  if (dateFrom || run) return unposted;
  const since = instantInAmsterdam(addDays(clock.today(), -assumedDays));
  return sql<SqlBool>`${unposted} and (message.posting = 'awaited' or message.created_at >= ${since})`;
}

/** Letters that wait, with their files, as far as the actor sees those: a table expression with its condition. */
function waitingLetters(ctx: Pick<Ctx, "user" | "clock">, chosen: Chosen): RawBuilder<unknown> {
  const actor = ctx.user;
  const from = chosen.dateFrom ? parsePlainDate(chosen.dateFrom) : undefined;
  const to = chosen.dateTo ? parsePlainDate(chosen.dateTo) : undefined;
  const all = [
    waits(ctx, chosen),
    sql<SqlBool>`document.storage_key is not null`,
    sql<SqlBool>`not exists (select from print_piece p where p.message_id = message.id and p.withdrawn is null)`,
    visibleFiles(actor),
  ];
  if (chosen.client) all.push(sql<SqlBool>`case_file.client_id = ${chosen.client}`);
  if (chosen.run) all.push(ofRun(actor, chosen.run));
  if (from) all.push(sql<SqlBool>`message.created_at >= ${instantInAmsterdam(from)}`);
  if (to) all.push(sql<SqlBool>`message.created_at < ${instantInAmsterdam(addDays(to, 1))}`);
  if (chosen.templateCode) all.push(sql<SqlBool>`message.template_code = ${chosen.templateCode}`);
  return sql`message join document on document.id = message.document_id
    join case_file on case_file.id = message.file_id
    join client on client.id = case_file.client_id
    join debtor on debtor.id = case_file.debtor_id
    where ${sql.join(all, sql` and `)}`;
}

/** The country as it is sorted and shown: a letter of before it was noted stayed in the Netherlands. */
export const country = sql<string>`coalesce(nullif(message.to_country, ''), 'NL')`;
export const postcode = sql<string>`upper(replace(coalesce(message.to_postcode, ''), ' ', ''))`;

interface WaitingRecord {
  readonly id: number;
  readonly file_id: number;
  readonly number: string;
  readonly company: string;
  readonly display_name: string;
  readonly subject: string;
  readonly template_code: string;
  readonly created_at: Date;
  readonly country: string;
  readonly postcode: string;
  readonly document_id: number;
  readonly posting: string;
}

export async function waitingPage(ctx: Ctx, query: (typeof listWaiting)["query"]["_output"]) {
  const from = waitingLetters(ctx, query.filter);
  const direction = sql.raw(query.order?.direction === "desc" ? "desc" : "asc");
  const order = query.order?.field === "postcode" ? sql`${country} ${direction}, ${postcode} ${direction},` : sql``;
  const { rows } =
    await sql<WaitingRecord>`select message.id, message.file_id, case_file.number, client.company, debtor.display_name,
      message.subject, message.template_code, message.created_at, ${country} as country,
      coalesce(message.to_postcode, '') as postcode, message.document_id, message.posting
    from ${from} order by ${order} message.created_at ${direction}, message.id ${direction}
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const templates = await templateNames(ctx.db, ctx.lang);
  const items = rows.map((row) => ({
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.number,
    clientName: row.company,
    debtorName: row.display_name,
    subject: row.subject,
    templateCode: row.template_code,
    template: templates.get(row.template_code) ?? row.template_code,
    madeAt: row.created_at.toISOString(),
    country: row.country,
    postcode: row.postcode,
    documentId: row.document_id,
    awaited: row.posting === "awaited",
  }));
  return toPage(items, await cappedCount(ctx.db, from), query.limit);
}

interface Group {
  readonly id: string | number;
  readonly text: string;
  readonly letters: number;
}

/** What the house calls the template of a letter, in Dutch where it is written in several languages; its code once it is gone. */
const templateName = sql<string>`coalesce((select template.name from template where template.channel = 'post'
  and template.code = message.template_code order by template.language <> 'nl', template.id limit 1), message.template_code)`;

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
    from (select message.id as message_id from ${from}) as found join run_row on run_row.message_id = found.message_id
    join run on run.id = run_row.run_id where ${visibleRuns(ctx.user)}
    group by run.id order by run.id desc limit ${mostNamed}`.execute(ctx.db);
  return rows;
}

export async function planOf(ctx: Ctx, chosen: (typeof planPrint)["query"]["_output"]) {
  const from = waitingLetters(ctx, chosen);
  const { rows } = await sql<{ letters: number; awaited: number; oldest: Date | null }>`
    select count(*)::int as letters, count(*) filter (where message.posting = 'awaited')::int as awaited,
      min(message.created_at) as oldest from ${from}`.execute(ctx.db);
  const { letters = 0, awaited = 0, oldest = null } = rows[0] ?? {};
  return {
    letters,
    awaited,
    parts: Math.ceil(letters / lettersOfPart),
    oldest: oldest?.toISOString() ?? null,
    countries: await grouped(ctx, from, country, country),
    clients: await grouped(ctx, from, sql`client.id`, sql`client.company`),
    templates: await grouped(ctx, from, sql`message.template_code`, templateName),
    runs: await runsOf(ctx, from),
    printHouse: (await globalSettings(ctx.db)).printHouse,
  };
}

/** The letters of a scope in the order in which a mail house wants them: the Netherlands first, then by country and postcode. */
export async function lettersInOrder(
  ctx: WorkCtx,
  chosen: Chosen & { readonly max: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select id from (
      select message.id, ${country} as country, ${postcode} as postcode, message.file_id
      from ${waitingLetters(ctx, chosen)} order by message.created_at, message.id limit ${chosen.max}) as chosen
    order by (country <> 'NL'), country, postcode, file_id, id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
