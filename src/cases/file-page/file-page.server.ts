/** Composes a file for its screen out of the modules below. */

import { sql } from "kysely";
import { notFound, VorderError } from "../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { nameFrom } from "../../ground/lists/lists.server.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { balanceColumn } from "../../money/claims/claims.server.ts";
import type { Balance } from "../../money/claims/claims.ts";
import { selectFiles, visibleFiles } from "../files/files.server.ts";
import {
  claimBases,
  closingReasons,
  contactChannels,
  filePhases,
  fileStatuses,
  nextStepMessage,
} from "../files/files.ts";
import { debtorColumn, debtorOf, isNamedAlike } from "../persons/persons.server.ts";
import { holdOf, holdsColumn, speakersOf } from "../states/states.server.ts";
import { messageHandlers } from "./composer/composer.server.ts";
import { messageTexts } from "./composer/composer.texts.ts";
import { documentsTexts } from "./documents/documents.texts.ts";
import { type ShownFile, showFile, showNoneScreen, showScreen } from "./file-page.contract.ts";
import { filePageTexts } from "./file-page.texts.ts";
import { capacityTexts } from "./summary/capacity.texts.ts";
import { limitationTexts } from "./summary/limitation.texts.ts";

/** A value that a check constraint keeps to a list, as that list's type. */
function listed<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}

/** Other files of the same person: one named alike at the same address. Asked in a statement that joins `debtor`. */
const otherFiles = (ctx: Ctx, id: number) =>
  sql<ShownFile["otherFiles"]>`(
    select jsonb_build_object('open', count(*) filter (where case_file.status <> 'closed'), 'total', count(*))
    from debtor as other join case_file on case_file.debtor_id = other.id
    where other.postcode = debtor.postcode and other.house_number = debtor.house_number
      and debtor.postcode <> '' and ${isNamedAlike("other", "debtor")} and case_file.id <> ${id} and ${visibleFiles(ctx.user)})`;

/** The file with all that its page shows of it, in one statement that the server keeps: a page is opened as often as a list. */
async function fileRow(ctx: Ctx, id: number) {
  const row = await selectFiles(ctx)
    .modifyFront(prepared)
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .leftJoin("merchant", "merchant.id", "case_file.merchant_id")
    .leftJoin("app_user", "app_user.id", "case_file.case_manager_id")
    .leftJoin("team", "team.id", "case_file.team_id")
    .leftJoin("legal_type", "legal_type.id", "case_file.legal_type_id")
    .leftJoin("file_closure", (join) =>
      join.onRef("file_closure.file_id", "=", "case_file.id").on("file_closure.reopened_at", "is", null),
    )
    .leftJoin("closing_reason", "closing_reason.id", "file_closure.closing_reason_id")
    .leftJoin("app_user as closer", "closer.id", "file_closure.user_id")
    .selectAll("case_file")
    .select([
      "client.company",
      "client.number as client_number",
      "merchant.name as merchant_name",
      "app_user.name as manager_name",
      "team.name as team_name",
      "legal_type.name as legal_type_name",
      "file_closure.reason as close_reason",
      "closing_reason.name as own_reason",
      "file_closure.closed_on as close_on",
      "file_closure.note as close_note",
      "closer.name as closer_name",
      debtorColumn.as("debtor"),
      holdsColumn(ctx.clock.today()).as("holds"),
      balanceColumn.events.as("events"),
      otherFiles(ctx, id).as("others"),
    ])
    .where("case_file.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Row = Awaited<ReturnType<typeof fileRow>>;

function closureOf(row: Row, language: Language): ShownFile["closure"] {
  if (row.close_reason === null || row.close_on === null) return null;
  return {
    reason: listed(closingReasons, row.close_reason),
    ownReason: row.own_reason === null ? null : nameFrom(row.own_reason, language),
    on: row.close_on,
    by: row.closer_name,
    note: row.close_note,
  };
}

function shownBalance(balance: Balance): ShownFile["balance"] {
  return {
    date: balance.asOf,
    currency: "EUR",
    principal: decimalFromCents(balance.principal),
    interest: decimalFromCents(balance.interest),
    costs: decimalFromCents(balance.costs),
    paid: decimalFromCents(balance.paid),
    open: decimalFromCents(balance.open),
  };
}

/** Whoever may see a file need not know what another client's says of its debtor. */
async function nobodyToWriteTo(ctx: Ctx, id: number): Promise<ShownFile["nobodyToWriteTo"]> {
  const speaker = (await speakersOf(ctx.db, [id], ctx.clock.today())).get(id);
  if (speaker === undefined || speaker.to !== null) return null;
  return { kind: speaker.elsewhere ? null : speaker.kind };
}

const show = handle(showFile, async (ctx, { params }): Promise<ShownFile> => {
  const [row, tariffs] = await Promise.all([fileRow(ctx, params.id), loadTariffs(ctx.db)]);
  const step = nextStepMessage(row.next_step, row.next_step_values);
  return {
    id: row.id,
    number: row.number,
    client: { id: row.client_id, number: row.client_number, company: row.company },
    clientRef: row.client_ref,
    merchant:
      row.merchant_id !== null && row.merchant_name !== null ? { id: row.merchant_id, name: row.merchant_name } : null,
    debtor: debtorOf(row.debtor),
    claim: {
      basis: listed(claimBases, row.claim_basis),
      legalType: row.legal_type_name === null ? null : nameFrom(row.legal_type_name, ctx.lang),
      title: row.claim_title,
      description: row.claim_description,
      contractDate: row.contract_date,
    },
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    caseManager:
      row.case_manager_id !== null && row.manager_name !== null
        ? { id: row.case_manager_id, name: row.manager_name }
        : null,
    team: row.team_name,
    placedOn: row.placed_on,
    paymentReference: row.payment_reference,
    balance: shownBalance(balanceColumn.on(row.events, tariffs, ctx.clock.today())),
    next: step === null ? null : { step: ctx.translate(step, ctx.lang), on: row.next_action_on },
    holds: row.holds.map(holdOf).map(({ fileId: _file, placedAt, ...hold }) => ({
      ...hold,
      placedAt: placedAt.toISOString(),
    })),
    nobodyToWriteTo: row.status === "closed" ? null : await nobodyToWriteTo(ctx, row.id),
    lastContact:
      row.last_contact_at === null
        ? null
        : {
            at: row.last_contact_at.toISOString(),
            channel: contactChannels.find((channel) => channel === row.last_contact_channel) ?? null,
          },
    erasedOn: row.erased_on,
    closure: closureOf(row, ctx.lang),
    otherFiles: row.others,
    office: ctx.user.kind === "staff" || ctx.user.kind === "system",
    version: row.version,
  };
});

export const filePageServer = defineModule({
  name: "file-page",
  screens: [showNoneScreen, showScreen],
  texts: [filePageTexts, documentsTexts, capacityTexts, limitationTexts, messageTexts],
  handlers: [show, ...messageHandlers],
});
