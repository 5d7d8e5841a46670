/** An example that templates of court papers are looked at with: 850.00 of principal, 22.10 of interest, 127.50 of costs (domain facts 4.5, K1). */
import { addDays } from "../../../ground/kernel/dates.ts";
import { mapRecord } from "../../../ground/kernel/records.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { type Drafted, draftPaper } from "../drafting/paper.ts";
import {
  belongs,
  type ClaimType,
  type CourtPaperKind,
  claimTypes,
  type Defence,
  type Section,
  type SectionFact,
} from "./shape.ts";
import { courtVariables } from "./variables.ts";

interface Words {
  readonly kind: CourtPaperKind;
  readonly sections: readonly Section[];
  readonly defences: readonly Defence[];
}

/** Every section that can stand in one paper with the others: the case in which most of them belong. */
export function sampleDraft(ctx: Ctx, { kind, sections, defences }: Words): Drafted {
  const today = ctx.clock.today();
  const facts = new Set<SectionFact>(["costs", "interest", "kanton", defences.length === 0 ? "undisputed" : "none"]);
  const consumer = kind !== "petition";
  const counts = (claimType: ClaimType): number =>
    sections.filter((each) => belongs(each, { claimType, consumer, facts })).length;
  const claimType = claimTypes.toSorted((a, b) => counts(b) - counts(a))[0] ?? "other";
  const number = courtVariables.invoiceNumbers.example;
  return draftPaper({
    kind,
    sections,
    claimType,
    consumer,
    facts,
    chosen: new Set(sections.map(({ key }) => key)),
    values: mapRecord(courtVariables, ({ example }) => example),
    claim: {
      asOf: today,
      invoices: [
        {
          number,
          date: addDays(today, -190),
          dueDate: addDays(today, -160),
          amount: 85_000,
          credited: 0,
          principal: 85_000,
          interest: 2_210,
          awarded: false,
        },
      ],
      costs: [
        { date: addDays(today, -120), label: "Buitengerechtelijke kosten", bik: true, amount: 12_750, open: 12_750 },
      ],
      payments: [],
      totals: { principal: 85_000, interest: 2_210, costs: 12_750, paid: 0, open: 99_960 },
    },
    costs: null,
    defences: defences.slice(0, 2),
    evidence: [{ title: "Factuur", name: `${number}.pdf` }],
    date: today,
    author: courtVariables.agentName.example,
    running: courtVariables.fileNumber.example,
    footer: [],
    label: (name) => ctx.translate({ key: `court-papers.variable_${name}` }, "nl"),
  });
}
