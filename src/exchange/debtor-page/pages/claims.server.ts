/** What is known of the files of a visit, as its pages tell it. Every query goes through the visibility of files. */

import { type SqlBool, sql } from "kysely";
import { recordIdsOf } from "../../../cases/debtors/debtors.server.ts";
import { selectFiles } from "../../../cases/files/files.server.ts";
import type { HoldKind } from "../../../cases/files/files.ts";
import { activeHolds } from "../../../cases/states/states.server.ts";
import { addDays, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { arranging, fileBalance, statementOf } from "../../../money/claims/claims.server.ts";
import { chosenProvider } from "../../../money/online-payments/online-payments.server.ts";
import type { RoleInFile } from "../access/scope.server.ts";
import type { Visit } from "../access/visit.server.ts";

type Term = Pick<
  Awaited<ReturnType<typeof statementOf>>["arrangements"][number]["terms"][number],
  "on" | "amount" | "status" | "received"
>;

export interface Claim {
  readonly id: number;
  readonly number: string;
  readonly client: string;
  readonly reference: string;
  readonly closed: boolean;
  readonly placedOn: PlainDate;
  readonly open: Cents;
  readonly holds: readonly HoldKind[];
  readonly standing: RoleInFile;
  /** Whether it can be paid on the page. */
  readonly online: boolean;
  /** What is agreed or asked for, the newest that counts. */
  readonly arrangement:
    | { readonly kind: "running"; readonly next: { readonly on: string; readonly amount: Cents } | null }
    | { readonly kind: "asked" }
    | null;
  readonly terms: readonly Term[];
}

/** The files of a visit, those with something open first. `ctx` is that of the visitor. */
export async function claimsOf(ctx: Ctx, visit: Visit): Promise<readonly Claim[]> {
  const today = ctx.clock.today();
  const rows = await selectFiles(ctx)
    .innerJoin("client", "client.id", "case_file.client_id")
    .select([
      "case_file.id",
      "case_file.number",
      "case_file.payment_reference",
      "case_file.status",
      "case_file.placed_on",
      "client.company",
    ])
    .orderBy("case_file.placed_on", "desc")
    .orderBy("case_file.id", "desc")
    .execute();
  const holds = await activeHolds(
    ctx.db,
    rows.map(({ id }) => id),
    today,
  );
  const online = (await chosenProvider(ctx)) !== undefined;
  const claims: Claim[] = [];
  for (const row of rows) {
    const { arrangements, totals } = await statementOf(ctx.db, row.id, today);
    const running = arrangements.find(({ status }) => status === "active" || status === "paused");
    const next = running?.terms.find(({ status }) => status !== "received" && status !== "waived");
    const due = next ? arranging.askedOf(next, totals.open) : 0;
    const asked = arrangements.some(({ status }) => status === "proposed");
    claims.push({
      id: row.id,
      number: row.number,
      client: row.company,
      reference: row.payment_reference,
      closed: row.status === "closed",
      placedOn: row.placed_on,
      open: row.status === "closed" ? 0 : totals.open,
      holds: (holds.get(row.id) ?? []).map(({ kind }) => kind),
      standing: visit.files.get(row.id) ?? "answers",
      online,
      arrangement: running
        ? { kind: "running", next: next && due > 0 ? { on: next.on, amount: due } : null }
        : asked
          ? { kind: "asked" }
          : null,
      terms: running?.terms ?? [],
    });
  }
  return claims.sort((a, b) => Number(a.closed) - Number(b.closed));
}

/** One file of a visit. @throws notFound, alike for another person's file and for none. */
export async function claimOf(ctx: Ctx, visit: Visit, id: number): Promise<Claim> {
  if (!visit.files.has(id)) throw notFound();
  const claim = (
    await claimsOf(ctx, { ...visit, files: new Map([...visit.files].filter(([one]) => one === id)) })
  ).find((one) => one.id === id);
  if (!claim) throw notFound();
  return claim;
}

/** What a day adds to what is owed. */
export async function dailyIncrease(ctx: Ctx, id: number, on: PlainDate): Promise<Cents> {
  const [now, then] = [await fileBalance(ctx.db, id, on), await fileBalance(ctx.db, id, addDays(on, 1))];
  return Math.max(0, then.open - now.open);
}

export interface Letter {
  readonly id: number;
  readonly on: PlainDate;
  readonly subject: string;
}

/** Whether a message went to somebody else beside the debtor and the visitor: a guarantor, a joint debtor, a counsellor. */
const isToAnother = (records: readonly number[]) => sql<SqlBool>`exists (select from file_party
    where file_party.id = message.party_id and file_party.debtor_id <> all(${[...records]}::bigint[]))`;

/** Letters that went to the person of the visit: never those that wait for their day or were recalled, and no other's. */
export async function lettersOf(ctx: Ctx, visit: Visit, id: number): Promise<readonly Letter[]> {
  if (visit.level !== "full" || visit.files.get(id) === "answers") return [];
  const records = await recordIdsOf(ctx.db, visit.debtorId);
  const rows = await selectFiles(ctx)
    .innerJoin("message", "message.file_id", "case_file.id")
    .innerJoin("document", "document.id", "message.document_id")
    .select(["document.id", "message.send_after", "message.subject"])
    .where("message.file_id", "=", id)
    .where("message.channel", "=", "post")
    .where("message.send_after", "<=", ctx.clock.now())
    .where("message.refused", "is", null)
    .where("message.posting", "is distinct from", "recalled")
    .where("document.erased_at", "is", null)
    .where((eb) => eb.not(isToAnother(records)))
    .orderBy("message.send_after", "desc")
    .orderBy("message.id", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({ id: row.id, on: dateInAmsterdam(row.send_after), subject: row.subject }));
}

export interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly amount?: Cents;
}

/** What happened, newest first, in kinds that have plain words. */
export async function happeningsOf(ctx: Ctx, visit: Visit, claim: Claim): Promise<readonly TimelineEntry[]> {
  if (visit.level !== "full" || claim.standing === "answers") return [];
  const records = await recordIdsOf(ctx.db, visit.debtorId);
  const messages = await selectFiles(ctx)
    .innerJoin("message", "message.file_id", "case_file.id")
    .leftJoin("outbox", "outbox.key", "message.effect_key")
    .select(["message.channel", "message.send_after"])
    .where("message.file_id", "=", claim.id)
    .where("message.send_after", "<=", ctx.clock.now())
    .where("message.refused", "is", null)
    .where("message.posting", "is distinct from", "recalled")
    .where((eb) => eb.or([eb("message.channel", "=", "post"), eb("outbox.state", "=", "sent")]))
    .where((eb) => eb.not(isToAnother(records)))
    .orderBy("message.send_after", "desc")
    .limit(100)
    .execute();
  const done = await ctx.db
    .selectFrom("debtor_page_act")
    .innerJoin("debtor_link", "debtor_link.id", "debtor_page_act.link_id")
    .select(["debtor_page_act.kind", "debtor_page_act.at"])
    .where("debtor_page_act.file_id", "=", claim.id)
    .where("debtor_link.debtor_id", "=", visit.debtorId)
    .execute();
  const { payments } = await statementOf(ctx.db, claim.id, ctx.clock.today());
  return [
    ...messages.map((row) => ({ at: row.send_after.toISOString(), kind: row.channel })),
    ...done.map((row) => ({ at: row.at.toISOString(), kind: row.kind })),
    ...payments
      .filter(({ reversed }) => reversed === null)
      .map((row) => ({ at: `${row.date}T12:00:00.000Z`, kind: "payment", amount: row.amount })),
    { at: `${claim.placedOn}T00:00:00.000Z`, kind: "placed" },
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
}
