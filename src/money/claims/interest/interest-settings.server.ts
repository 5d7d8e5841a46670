/** The interest settings of a file: current terms, the preview of a change, and the change (domain facts 2.3). */

import { lockFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date, dateOfDay, type PlainDate } from "../../../ground/kernel/dates.ts";
import { allChecked, FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { lastChange } from "../../../people/access/access.server.ts";
import { balanceOf } from "../engine/balance.ts";
import {
  type ClaimEvent,
  type InterestTerms,
  isKind,
  type NewEvent,
  standingEvents,
  termsOf,
} from "../engine/events.ts";
import { withHypothetical } from "../engine/hypothetical.server.ts";
import { invoiceTermsOf } from "../engine/replay.ts";
import { appendEvents, eventsOf } from "../record/record.server.ts";
import { type InterestSettingsOf, previewInterest, readInterest, setInterestTerms } from "./interest.contract.ts";
import { chargedInterest } from "./interest.ts";
import { valuesOfTerms } from "./interest-values.ts";

/** The requested change: the file's own terms, those of single invoices, and one more period without interest. */
interface Wanted {
  readonly interest: InterestTerms;
  readonly invoices: readonly {
    readonly number: string;
    readonly interest: InterestTerms | null;
    readonly from: PlainDate | null;
  }[];
  readonly freeze: { readonly from: PlainDate; readonly until: PlainDate | null } | null;
}

const interestKinds: ReadonlySet<ClaimEvent["kind"]> = new Set(["terms", "invoice_terms", "freeze", "reversal"]);

/** The last event that affected interest: the version for conflict detection. */
const versionOf = (events: readonly ClaimEvent[]): number =>
  Math.max(0, ...events.filter(({ kind }) => interestKinds.has(kind)).map(({ id }) => id));

function settingsOf(
  file: { readonly id: number; readonly number: string; readonly status: string },
  events: readonly ClaimEvent[],
  tariffs: Tariffs,
  today: PlainDate,
): InterestSettingsOf {
  const standing = standingEvents(events);
  const balance = balanceOf(events, tariffs, today);
  const own = invoiceTermsOf(standing);
  return {
    fileId: file.id,
    number: file.number,
    today,
    closed: file.status === "closed",
    interest: termsOf(standing).interest,
    invoices: balance.ledger.invoices.map((account) => {
      const { event, accrual } = account;
      const set = own.get(event.data.number);
      return {
        number: event.data.number,
        dueDate: event.data.dueDate,
        interestFrom: dateOfDay(accrual.startDay),
        principal: accrual.principal,
        interestCharged: chargedInterest(accrual),
        interest: (set ? set.interest : event.data.interest) ?? null,
        from: (set ? set.from : event.data.interestFrom) ?? null,
      };
    }),
    frozen: standing
      .filter((event) => isKind(event, "freeze"))
      .map(({ id, on, data }) => ({ id, from: on, until: data.until ?? null, reason: data.reason })),
    charged: balance.interestCharged,
    version: versionOf(events),
  };
}

const isLegal = ({ kind }: InterestTerms): boolean =>
  kind === "statutory" || kind === "commercial" || kind === "government";

/** @throws validation for an agreed rate of zero, or compounding that the law does not allow for its own rates (BW 6:119(2)). */
export function checkTerms(terms: InterestTerms, field: string): void {
  if (terms.kind === "contractual" && terms.rate === 0) throw fieldError(`${field}.rate`, "interest.rateMissing");
  if (isLegal(terms) && terms.compounding !== "yearly")
    throw fieldError(`${field}.compounding`, "interest.legalYearly");
}

function checkInvoices(wanted: Wanted["invoices"], settings: InterestSettingsOf): void {
  const problems = new FieldProblems();
  const known = new Set(settings.invoices.map(({ number }) => number));
  // Named a second time it is unknown too.
  for (const [at, { number }] of wanted.entries())
    if (!known.delete(number)) problems.add(`invoices.${at}.number`, "claims.unknownInvoice", { number });
  problems.throwIfAny();
}

/** @throws validation beside each field that is wrong. */
const check = ({ interest: agreed, invoices, freeze }: Wanted, settings: InterestSettingsOf): Promise<void> =>
  allChecked(
    () => checkTerms(agreed, "interest"),
    () => checkInvoices(invoices, settings),
    ...invoices.map(
      ({ interest }, at) =>
        () =>
          interest && checkTerms(interest, `invoices.${at}.interest`),
    ),
    () => {
      if (freeze?.until && freeze.until <= freeze.from) throw fieldError("freeze.until", "claims.untilBeforeFrom");
    },
  );

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;

/** Whether two sets of terms are equal; absent and null are equal. */
export const sameTerms = (a: InterestTerms | null, b: InterestTerms | null): boolean => same(a, b);

/** The events of a change: only what differs from the current state. */
function eventsFor(
  wanted: Wanted,
  settings: InterestSettingsOf,
  events: readonly ClaimEvent[],
  reason: string,
): NewEvent[] {
  const on = date(settings.today);
  const found: NewEvent[] = [];
  if (!same(wanted.interest, settings.interest)) {
    const { bik } = termsOf(standingEvents(events));
    found.push({ kind: "terms", on, data: { interest: wanted.interest, bik }, field: "interest" });
  }
  for (const [at, { number, interest, from }] of wanted.invoices.entries()) {
    const now = settings.invoices.find((invoice) => invoice.number === number);
    if (now && same(now.interest, interest) && now.from === from) continue;
    const data = { invoice: number, interest, ...(from ? { from } : {}) };
    found.push({ kind: "invoice_terms", on, data, field: `invoices.${at}.interest` });
  }
  if (wanted.freeze) {
    const { from, until } = wanted.freeze;
    found.push({ kind: "freeze", on: from, data: { reason, ...(until ? { until } : {}) } });
  }
  return found;
}

async function present(ctx: Ctx, file: { readonly id: number; readonly number: string; readonly status: string }) {
  const events = await eventsOf(ctx.db, file.id);
  const tariffs = await loadTariffs(ctx.db);
  return { events, tariffs, settings: settingsOf(file, events, tariffs, ctx.clock.today()) };
}

const preview = handle(previewInterest, async (ctx, { params, body }) => {
  const file = await requireFile(ctx, params.id);
  const { events, tariffs, settings } = await present(ctx, file);
  await check(body, settings);
  const today = ctx.clock.today();
  const before = balanceOf(events, tariffs, today);
  const after = balanceOf(withHypothetical(events, eventsFor(body, settings, events, "")), tariffs, today);
  const charged = new Map(after.ledger.invoices.map(({ number, accrual }) => [number, chargedInterest(accrual)]));
  return {
    date: today,
    interest: { before: before.interestCharged, after: after.interestCharged },
    open: { before: before.open, after: after.open },
    invoices: settings.invoices.map(({ number, interestCharged }) => ({
      number,
      before: interestCharged,
      after: charged.get(number) ?? 0,
    })),
  };
});

const save = handle(setInterestTerms, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  if (file.status === "closed") throw fieldError("common", "claims.fileClosed");
  const { events, settings } = await present(ctx, file);
  if (body.version !== undefined && body.version !== settings.version)
    // In addition to the settings, the terms as form values, so that both versions can be compared in a conflict.
    throw new VorderError("conflict", {
      data: {
        current: { ...settings, ...valuesOfTerms(settings.interest) },
        ...(await lastChange(ctx.db, "file", file.id)),
      },
    });
  await allChecked(
    () => check(body, settings),
    () => {
      if (body.freeze && body.reason === "") throw fieldError("reason", "interest.freezeNeedsReason");
    },
  );
  const changes = eventsFor(body, settings, events, body.reason);
  const { ids } = changes.length === 0 ? { ids: [] } : await appendEvents(ctx, file.id, changes);
  const after = await present(ctx, file);
  if (changes.length > 0) {
    await ctx.audit({
      action: "claims.interest",
      subject: "file",
      subjectId: file.id,
      before: { interest: settings.interest, invoices: settings.invoices, charged: settings.charged },
      after: { changes: changes.map(({ kind, on, data }) => ({ kind, on, data })), reason: body.reason },
    });
    await writeLog(ctx, {
      fileId: file.id,
      type: "payment",
      subject: {
        key: "interest.logChanged",
        values: { before: { cents: settings.charged }, after: { cents: after.settings.charged } },
      },
      content: body.reason,
      ref: { kind: "claim_event", id: ids[0] ?? 0 },
    });
  }
  const { open } = balanceOf(after.events, after.tariffs, ctx.clock.today());
  return { id: ids[0] ?? settings.version, open: decimalFromCents(open) };
});

export const interestHandlers: readonly Handler[] = [
  handle(readInterest, async (ctx, { params }) => (await present(ctx, await requireFile(ctx, params.id))).settings),
  preview,
  save,
];
