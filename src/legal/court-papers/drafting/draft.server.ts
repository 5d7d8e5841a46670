/** A court paper of a file put together from its template, what was chosen and what the file knows. */
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { filePapers } from "../../handover/handover.server.ts";
import type { CourtTemplate } from "../templates/templates.contract.ts";
import { courtTemplateById } from "../templates/templates.server.ts";
import type { PaperChoices } from "./drafting.contract.ts";
import { type PaperFacts, paperFacts } from "./facts.server.ts";
import { type Drafted, draftPaper, type Exhibit } from "./paper.ts";
import { summonsProblem } from "./term.ts";
import { type Named, valuesOf } from "./values.ts";

const dayOf = (text: string | null): PlainDate | null => (text === null ? null : (parsePlainDate(text) ?? null));

const named = ({ birthDate, ...person }: PaperFacts["debtor"]): Named => ({ ...person, birthDate: dayOf(birthDate) });

/** Who is summoned, and called upon to pay before that; an insolvency is asked for, and a claim lodged in it, by the name of the debtor. */
function defendant({ debtor, standIn }: PaperFacts, kind: CourtTemplate["kind"]): Named {
  if (standIn === null || (kind !== "summons" && kind !== "notice")) return named(debtor);
  const { displayName } = debtor;
  if (standIn.kind === "heirs")
    return { ...named(debtor), displayName: `de gezamenlijke erfgenamen van ${displayName}`, birthDate: null };
  const by = named(standIn.person);
  const capacity = `in de hoedanigheid van bewindvoerder over de goederen van ${displayName}`;
  return { ...by, displayName: `${by.displayName}, ${capacity}`, birthDate: null };
}

/** @throws validation beside a paper that the file does not have, or that the reader does not see. */
async function exhibits(ctx: Ctx, fileId: number, wanted: PaperChoices["evidence"]): Promise<Exhibit[]> {
  if (wanted.length === 0) return [];
  const papers = await filePapers(ctx, fileId);
  return wanted.map(({ source, id, title }, at) => {
    const paper = papers.find((one) => one.source === source && one.id === id);
    if (!paper) throw fieldError(`evidence.${at}.id`, "court-papers.errorEvidence");
    return { title, name: paper.name };
  });
}

export interface FileDraft extends Drafted {
  readonly template: CourtTemplate;
  readonly facts: PaperFacts;
}

/** The first day on which an invoice bears interest. */
const interestFrom = ({ statement, claim }: PaperFacts): PlainDate | null =>
  claim.totals.interest === 0 && statement.interest.kind === "none"
    ? null
    : (statement.invoices.flatMap(({ interestFrom: from }) => dayOf(from) ?? []).sort()[0] ?? null);

function noticeOf({ statement }: PaperFacts) {
  const counted = statement.notices.findLast(({ flaw }) => flaw === null);
  const [sentOn, lastPayDay] = [dayOf(counted?.sentOn ?? null), dayOf(counted?.lastPayDay ?? null)];
  return sentOn === null || lastPayDay === null ? null : { sentOn, lastPayDay };
}

/** Who collects for others says in everything that goes out under which number it is registered (Wki art. 11). */
const registrations = ({ registeredName, kvk, wkiNumber }: PaperFacts["provider"]): string =>
  [registeredName, kvk && `KvK ${kvk}`, wkiNumber && `Wki ${wkiNumber}`].filter(Boolean).join(" · ");

/** The template, and the days that were chosen. @throws validation beside a choice that cannot be. */
async function requireChoices(ctx: Ctx, choices: PaperChoices) {
  const template = await courtTemplateById(ctx.db, choices.template).catch(() => null);
  if (!template) throw fieldError("template", "court-papers.errorTemplate");
  const days = { summonsOn: dayOf(choices.summonsOn), rollOn: dayOf(choices.rollOn), asOf: dayOf(choices.asOf) };
  if (days.asOf !== null && days.asOf > ctx.clock.today()) throw fieldError("asOf", "court-papers.errorFuture");
  return { template, ...days };
}

/** @throws notFound; validation beside a choice that cannot be. */
export async function draftFor(ctx: Ctx, fileId: number, choices: PaperChoices): Promise<FileDraft> {
  const { template, summonsOn, rollOn, asOf } = await requireChoices(ctx, choices);
  const { kind } = template;
  const today = ctx.clock.today();
  const undisputed = choices.defences.length === 0;
  const facts = await paperFacts(ctx, fileId, { kind, claimType: choices.claimType, asOf, summonsOn, undisputed });
  const { judged, client, provider, statement, claim } = facts;
  const { standIn } = facts;
  const summoned = standIn?.kind === "administrator" ? standIn.person : facts.debtor;
  const countries = [summoned, ...facts.others].map(({ country }) => country);
  const problem = kind === "summons" ? summonsProblem(summonsOn, rollOn, countries) : null;
  if (problem) throw fieldError("rollOn", problem);
  const { situation } = judged;
  const consumer = situation.debtor.isConsumer;
  const paymentReference = situation.paymentReference;
  const values = valuesOf({
    today,
    file: { number: situation.number, clientRef: situation.clientRef, paymentReference },
    claimTitle: situation.claimTitle,
    claimDescription: situation.claimDescription,
    contractDate: situation.contractDate,
    client,
    agent: provider,
    debtor: defendant(facts, kind),
    others: facts.others.map(named),
    claim,
    interest: { ...statement.interest, from: interestFrom(facts) },
    notice: noticeOf(facts),
    costs: facts.costs,
    court: facts.court,
    place: facts.place,
    sector: facts.sector,
    summonsOn,
    rollOn,
    rollTime: choices.rollTime,
    payBefore: dayOf(choices.payBefore),
    signer: choices.signer,
    recipient: choices.recipient,
    state: facts.insolvency,
  });
  const drafted = draftPaper({
    kind,
    sections: template.sections,
    claimType: choices.claimType,
    consumer,
    facts: facts.facts,
    chosen: new Set(choices.sections),
    values,
    claim,
    costs: facts.costs,
    defences: choices.defences,
    evidence: await exhibits(ctx, fileId, choices.evidence),
    date: today,
    author: provider.registeredName,
    running: situation.number,
    footer: [registrations(provider)],
    label: (name) => ctx.translate({ key: `court-papers.variable_${name}` }, "nl"),
  });
  return { ...drafted, template, facts };
}

export const requireTemplateKind = (template: CourtTemplate, kind: string): void => {
  if (template.kind !== kind) throw notFound();
};
