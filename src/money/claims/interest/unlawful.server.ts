/** Interest terms that violate the law: of open files against consumers, and in the terms of clients (BW 6:119a, 6:233). */
import { sql } from "kysely";
import { selectFiles } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Check, type Ctx, type Db, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { type DebtRefusal, debtRefusals } from "../../../law/rules/rules.ts";
import { type AgreedTerms, agreedTermsOf, maySeeClient } from "../../../people/customers/customers.server.ts";
import { type ClaimEvent, type InterestTerms, isKind, standingEvents, termsOf } from "../engine/events.ts";
import { invoiceTermsOf } from "../engine/replay.ts";
import { loadEvents } from "../record/record.server.ts";
import { type UnlawfulTerms, unlawfulTerms } from "./approvals.contract.ts";
import { approvalsOf, isApproved } from "./approvals.server.ts";
import type { InterestFact } from "./approvals.ts";

/** The gate's refusals of terms for consumers on a date. */
export function consumerTermsRefusals(
  terms: InterestFact,
  approved: boolean,
  tariffs: Tariffs,
  today: PlainDate,
): readonly DebtRefusal[] {
  const facts = {
    isConsumer: true,
    contractual: true,
    holds: [],
    oldestDue: null,
    fairRate: tariffOn(tariffs, "interest_fair", today).rate,
    statutoryRate: tariffOn(tariffs, "interest_statutory", today).rate,
  };
  return debtRefusals({ kind: "interest", terms, approved }, facts);
}

/** The terms of a client in the gate's form; null if they follow the law. */
export function conditionTerms(
  agreed: Pick<AgreedTerms, "interestKind" | "interestRate" | "interestPer" | "compounding">,
): InterestFact | null {
  const { interestKind: kind, interestRate: rate, interestPer: per } = agreed;
  if (kind === "legal") return null;
  const byContract = kind === "contractual" || kind === "none";
  return { kind, rate, per, compounding: byContract ? agreed.compounding : "yearly", floor: "statutory" };
}

interface Suspect {
  readonly fileId: number;
  readonly number: string;
  readonly clientId: number;
  readonly client: string;
}

/** Open files against consumers of which the claim, or one invoice, has other terms than the plain legal rate. */
async function suspects(db: Db, ctx: Pick<Ctx, "user"> | null): Promise<readonly Suspect[]> {
  const files =
    ctx === null ? asSystem(db, "the check looks at every file").selectFrom("case_file") : selectFiles({ db, ...ctx });
  return files
    .innerJoin("debtor as d", "d.id", "case_file.debtor_id")
    .innerJoin("client as c", "c.id", "case_file.client_id")
    .select(["case_file.id as fileId", "case_file.number", "c.id as clientId", "c.company as client"])
    .where("case_file.status", "<>", "closed")
    .where("d.is_consumer", "=", true)
    .where(
      sql<boolean>`exists (select from claim_event e where e.file_id = case_file.id and e.kind in ('terms', 'invoice', 'invoice_terms')
        and (e.data -> 'interest' ->> 'kind' in ('commercial', 'government', 'contractual')
          or (e.data -> 'interest' ->> 'rate')::bigint > 0))`,
    )
    .orderBy("case_file.id")
    .execute();
}

/** A file or client with refused terms. */
export interface Unlawful {
  readonly client: { readonly id: number; readonly name: string };
  readonly file: { readonly id: number; readonly number: string } | null;
  /** The invoice with terms of its own; null for the terms of the file or the client. */
  readonly invoice: string | null;
  readonly validFrom: PlainDate | null;
  readonly refusals: readonly DebtRefusal[];
}

/** The terms of a file: its own, and those of single invoices. */
function termsIn(events: readonly ClaimEvent[]): readonly (readonly [invoice: string | null, terms: InterestTerms])[] {
  const standing = standingEvents(events);
  const set = invoiceTermsOf(standing);
  const single = standing.flatMap((event) => {
    if (!isKind(event, "invoice")) return [];
    const known = set.get(event.data.number);
    const own = known ? known.interest : event.data.interest;
    return own ? [[event.data.number, own] as const] : [];
  });
  return [[null, termsOf(standing).interest], ...single];
}

async function unlawfulFiles(db: Db, today: PlainDate, ctx: Pick<Ctx, "user"> | null): Promise<Unlawful[]> {
  const files = await suspects(db, ctx);
  const tariffs = await loadTariffs(db);
  const ids = files.map(({ fileId }) => fileId);
  const events = await loadEvents(db, ids);
  const approvals = await approvalsOf(
    db,
    files.map(({ clientId }) => clientId),
    ids,
  );
  return files.flatMap(({ fileId, number, clientId, client }) => {
    const of = { client: { id: clientId, name: client }, file: { id: fileId, number }, validFrom: null };
    return termsIn(events.get(fileId) ?? []).flatMap(([invoice, terms]) => {
      const approved = isApproved(approvals, terms, clientId, fileId);
      const refusals = consumerTermsRefusals(terms, approved, tariffs, today);
      return refusals.length === 0 ? [] : [{ ...of, invoice, refusals }];
    });
  });
}

async function unlawfulConditions(db: Db, today: PlainDate): Promise<Unlawful[]> {
  const clients = await asSystem(db, "conditions are agreed with clients, whom all staff see")
    .selectFrom("client")
    .select(["id", "company"])
    .where("active", "=", true)
    .execute();
  const names = new Map(clients.map(({ id, company }) => [id, company]));
  const ids = clients.map(({ id }) => id);
  const tariffs = await loadTariffs(db);
  const approvals = await approvalsOf(db, ids);
  return (await agreedTermsOf(db, ids)).flatMap(({ clientId, fileType, validFrom, terms: agreed }, at, all) => {
    const later = all
      .slice(at + 1)
      .some((each) => each.clientId === clientId && each.fileType === fileType && each.validFrom <= today);
    const terms = fileType === "private" && !later ? conditionTerms(agreed) : null;
    if (terms === null) return [];
    const refusals = consumerTermsRefusals(terms, isApproved(approvals, terms, clientId, null), tariffs, today);
    if (refusals.length === 0) return [];
    return [
      { client: { id: clientId, name: names.get(clientId) ?? "" }, file: null, invoice: null, validFrom, refusals },
    ];
  });
}

/** All refused terms of today; for files those that the reader may see, or all. */
export async function unlawful(db: Db, today: PlainDate, ctx: Pick<Ctx, "user"> | null): Promise<readonly Unlawful[]> {
  return [...(await unlawfulConditions(db, today)), ...(await unlawfulFiles(db, today, ctx))];
}

async function unlawfulIn(ctx: Ctx): Promise<UnlawfulTerms[]> {
  const found = await unlawful(ctx.db, ctx.clock.today(), ctx);
  return found
    .filter(({ client }) => maySeeClient(ctx.user, client.id))
    .map(({ refusals, ...each }) => ({
      ...each,
      why: refusals.map(({ textKey, values }) => ctx.translate({ key: textKey, values }, ctx.lang)),
    }));
}

export const unlawfulHandlers: readonly Handler[] = [
  handle(unlawfulTerms, async (ctx) => ({ items: await unlawfulIn(ctx) })),
];

/** Terms from before the gate existed, or whose approval was revoked: they must be corrected by hand. */
export const unlawfulCheck: Check = {
  name: "interest against the law",
  async *run({ db, looked }) {
    const { rows } = await sql<{
      today: PlainDate;
    }>`select ${legalDate(sql`now()`)} as today`.execute(db);
    const [day] = rows;
    if (!day) return;
    const found = await unlawful(db, day.today, null);
    looked(found.length);
    for (const { client, file, invoice, validFrom, refusals } of found) {
      const single = invoice === null ? "" : `, invoice ${invoice}`;
      const what = file ? `file ${file.number}${single}` : `the conditions of client ${client.name} from ${validFrom}`;
      yield `${what}: ${refusals.map(({ rule }) => rule).join(", ")}`;
    }
  },
};
