/** Which closed files are over their term, and what of each would go. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { hasWordsSince } from "../../cases/logs/logs.server.ts";
import { addMonths, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Ctx, SystemDb, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import type { RetentionState } from "./retention.contract.ts";
import { fiscalPapers, type RetentionReason, type RetentionStage } from "./retention.ts";

/** The last day of closing whose term is over, of each stage. */
export interface Terms {
  readonly enabled: boolean;
  readonly today: PlainDate;
  readonly months: Readonly<Record<RetentionStage, number>>;
  readonly before: Readonly<Record<RetentionStage, PlainDate>>;
}

export async function termsOf({ db, clock }: Pick<WorkCtx, "db" | "clock">): Promise<Terms> {
  const { eraseClosedFiles, retentionMonths, fiscalRetentionMonths } = await globalSettings(db);
  const today = clock.today();
  return {
    enabled: eraseClosedFiles,
    today,
    months: { file: retentionMonths, books: fiscalRetentionMonths },
    before: { file: addMonths(today, -retentionMonths), books: addMonths(today, -fiscalRetentionMonths) },
  };
}

const held = (today: PlainDate): RawBuilder<SqlBool> => sql<SqlBool>`exists (select from file_hold
  where file_hold.file_id = case_file.id and lifted_at is null and (until_date is null or until_date >= ${today}))`;

const handedOver = sql<SqlBool>`(case_file.phase in ('bailiff', 'partner') and case_file.open_cents > 0)`;

/** What keeps a file of `case_file`; null where nothing does. */
export const retentionReasonOf = ({ today }: Terms): RawBuilder<RetentionReason | null> =>
  sql<RetentionReason | null>`case when ${held(today)} then 'hold' when ${handedOver} then 'handover' end`;

/** Documents of `case_file` that go at a stage: those for the books stay when the file goes. */
export const erasedAt = (stage: RetentionStage): RawBuilder<SqlBool> =>
  stage === "books"
    ? sql<SqlBool>`document.erased_at is null`
    : sql<SqlBool>`document.erased_at is null and not coalesce(
        (select file_paper.kind = any(${[...fiscalPapers]}::text[]) from file_paper where file_paper.document_id = document.id),
        document.kind = 'statement')`;

/**
 * What came to a file of `case_file` after it was erased: a note, a message, a paper, a report of an office. Whatever is changed about a file leaves
 * a line.
 */
const cameLate = sql<SqlBool>`(
  exists (select from message where message.file_id = case_file.id and message.erased_at is null)
  or exists (select from document where document.file_id = case_file.id and ${erasedAt("file")})
  or exists (select from agenda_item where agenda_item.file_id = case_file.id and (note is not null or outcome is not null))
  or exists (select from handover_batch_file as sent join handover_report on handover_report.batch_file_id = sent.id
    where sent.file_id = case_file.id and handover_report.data <> '{}')
  or ${hasWordsSince(sql`case_file.id`, sql`(case_file.erased_on::timestamp at time zone 'Europe/Amsterdam')`)})`;

/** A file that was erased is over its term once more that long after, if anything came to it meanwhile. */
const isLate = ({ before }: Terms): RawBuilder<SqlBool> =>
  sql<SqlBool>`(case_file.erased_on <= ${before.file} and ${cameLate})`;

/** An invoice or a statement that came when those of the file were gone goes when they have been gone for the term. */
const areBooksLate = ({
  before,
}: Terms): RawBuilder<SqlBool> => sql<SqlBool>`(case_file.books_erased_on <= ${before.books}
  and exists (select from document where document.file_id = case_file.id and ${erasedAt("books")}))`;

/** Files of `case_file` over the term of a stage, kept or not. */
export const isPastTerm = (terms: Terms, stage: RetentionStage): RawBuilder<SqlBool> =>
  stage === "file"
    ? sql<SqlBool>`(case_file.closed_on <= ${terms.before.file} and (case_file.erased_on is null or ${isLate(terms)}))`
    : sql<SqlBool>`(case_file.erased_on is not null and case_file.closed_on <= ${terms.before.books} and not ${isLate(terms)}
        and (case_file.books_erased_on is null or ${areBooksLate(terms)}))`;

/** At which stage a file of `case_file` that is over a term is. */
export const stageOf = (terms: Terms): RawBuilder<RetentionStage> =>
  sql<RetentionStage>`case when ${isPastTerm(terms, "file")} then 'file' else 'books' end`;

interface Sums {
  readonly kept: RetentionReason | null;
  readonly files: number;
  readonly documents: number;
  readonly bytes: number;
}

async function sumsOf(ctx: Ctx, terms: Terms, stage: RetentionStage): Promise<readonly Sums[]> {
  const { rows } = await sql<Sums>`
    select ${retentionReasonOf(terms)} as kept, count(*) as files, coalesce(sum(papers.documents), 0)::bigint as documents,
      coalesce(sum(papers.bytes), 0)::bigint as bytes
    from case_file left join lateral (select count(*) as documents, sum(size_bytes) as bytes
        from document where document.file_id = case_file.id and ${erasedAt(stage)}) as papers on true
    where ${isPastTerm(terms, stage)} and ${visibleFiles(ctx.user)}
    group by 1`.execute(ctx.db);
  return rows;
}

export async function stateOf(ctx: Ctx): Promise<RetentionState> {
  const terms = await termsOf(ctx);
  const file = await sumsOf(ctx, terms, "file");
  const books = await sumsOf(ctx, terms, "books");
  const going = (sums: readonly Sums[]) => {
    const found = sums.find(({ kept }) => kept === null);
    return { files: found?.files ?? 0, documents: found?.documents ?? 0, bytes: found?.bytes ?? 0 };
  };
  const kept = (why: RetentionReason): number =>
    [...file, ...books].reduce((sum, one) => (one.kept === why ? sum + one.files : sum), 0);
  return {
    enabled: terms.enabled,
    months: terms.months.file,
    fiscalMonths: terms.months.books,
    files: going(file),
    books: going(books),
    kept: { hold: kept("hold"), handover: kept("handover") },
  };
}

/** So many files are looked up at once. */
const batch = 200;

/** The next files that go at a stage, after one of them. */
export async function filesDue(
  db: SystemDb,
  terms: Terms,
  stage: RetentionStage,
  after: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select case_file.id from case_file
    where ${isPastTerm(terms, stage)} and ${retentionReasonOf(terms)} is null and case_file.id > ${after}
    order by case_file.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}
