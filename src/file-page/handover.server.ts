/** Answers whether a file is ready to be handed over: nothing is kept of it, it is judged on what is known now. */
import { sql } from "kysely";
import { requireFile } from "../files/files.server.ts";
import { notFound } from "../kernel/errors.ts";
import { answer, type Ctx } from "../platform/server/room.ts";
import { handoverRefusals } from "../processing/processing.server.ts";
import { type handoverNeeds, readHandover } from "./handover.contract.ts";

interface Known {
  readonly company: boolean;
  readonly initials: boolean;
  readonly birth: boolean;
  readonly kvk: boolean;
  readonly form: boolean;
  readonly invoices: boolean;
  readonly documents: boolean;
}

async function knownOf(ctx: Ctx, fileId: number): Promise<Known> {
  const { rows } = await sql<Known>`
    select d.file_type = 'company' as company, coalesce(d.initials, '') <> '' as initials, d.birth_date is not null as birth,
      coalesce(d.kvk, '') <> '' as kvk, d.legal_form is not null as form,
      exists (select from claim_event e where e.file_id = f.id and e.kind = 'invoice') as invoices,
      exists (select from document o where o.file_id = f.id) as documents
    from case_file f join debtor d on d.id = f.debtor_id where f.id = ${fileId}`.execute(ctx.db);
  const [known] = rows;
  if (!known) throw notFound();
  return known;
}

type Need = { need: (typeof handoverNeeds)[number]; met: boolean };

const needsOf = (known: Known): Need[] => [
  ...(known.company
    ? ([
        { need: "kvk", met: known.kvk },
        { need: "legalForm", met: known.form },
      ] satisfies Need[])
    : ([
        { need: "initials", met: known.initials },
        { need: "birthDate", met: known.birth },
      ] satisfies Need[])),
  { need: "invoices", met: known.invoices },
  { need: "documents", met: known.documents },
];

export const handoverAnswer = answer(readHandover, async (ctx, { params }) => {
  // How far a claim is from the court is the office's own affair.
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  await requireFile(ctx, params.id);
  const needs = needsOf(await knownOf(ctx, params.id));
  const law = await handoverRefusals(ctx, params.id);
  return { ready: law.reasons.length === 0 && needs.every(({ met }) => met), needs, ...law };
});
