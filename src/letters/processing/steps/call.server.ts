/** The facts for a call about a file: the script, whether a call is allowed now, and the talking points of its phase. */

import { requireFile } from "../../../cases/files/files.server.ts";
import { capacityOf } from "../../../cases/logs/logs.server.ts";
import { type LogValue, readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { Recipient } from "../../../cases/parties/parties.ts";
import { addDays } from "../../../ground/kernel/dates.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { houseLine } from "../../../ground/kernel/identifiers.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { gate } from "../../../law/rules/rules.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import {
  activeArrangement,
  arrangementsOf,
  type Balance,
  balanceOf,
  judgeNotice,
} from "../../../money/claims/claims.ts";
import { callScript } from "../../correspondence/correspondence.server.ts";
import { groupIban, groupReference } from "../../templates/templates.ts";
import { modelOf } from "../../workflows/workflows.server.ts";
import { type FileInputs, gateFacts } from "../processing.ts";
import { loadInputs, type RunEnvironment, runEnvironment, spokenTo, writtenIn } from "../runs/inputs.server.ts";
import type { ShownReason } from "../runs/runs.contract.ts";

export interface TalkingPoints {
  readonly title: string;
  readonly items: readonly string[];
}

export interface CallHelp {
  /** The person to be called. */
  readonly name: string;
  readonly numbers: readonly { readonly number: string; readonly blocked: boolean }[];
  /** The verdict of the law gate on a call that demands payment, at this moment. */
  readonly allowed: boolean;
  readonly reasons: readonly ShownReason[];
  readonly possibleFrom: string | null;
  readonly points: readonly TalkingPoints[];
  /** The script in the language of the person called, otherwise of the caller; null if no template can be filled. */
  readonly script: string | null;
  readonly language: string;
}

/** The data of a file for a call. */
interface Known {
  readonly inputs: FileInputs;
  readonly environment: RunEnvironment;
  readonly balance: Balance;
  readonly parties: readonly Recipient[];
  readonly birthDate: string | null;
}

/** Avoids a double period after "Bakker B.V." at the end of a sentence. */
const onePeriod = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, ".");

type ScriptLine = readonly [key: string, values?: Readonly<Record<string, LogValue>>];

const isHeld = ({ inputs }: Known, kind: string): boolean => inputs.holds.some((hold) => hold.kind === kind);

function identify({ inputs, environment, birthDate }: Known): ScriptLine[] {
  const { reach, situation } = inputs;
  const { letterhead } = environment;
  const { address } = reach;
  const checks: ScriptLine[] = [];
  // The date of birth is only known of the debtor; of a representative only the address is.
  if (birthDate !== null && reach.partyId === null) checks.push(["checkBirth", { birthDate: { date: birthDate } }]);
  checks.push(["checkAddress", { address: `${address.postcode} ${houseLine(address)}` }]);
  return [
    ["sayWho", { provider: letterhead.registeredName, registration: letterhead.wkiNumber }],
    ["askFor", { name: reach.displayName }],
    ...(situation.debtor.isNaturalPerson ? checks : []),
  ];
}

function whom({ inputs, parties }: Known): ScriptLine[] {
  const { reach, speaker } = inputs;
  if (speaker?.to)
    return [
      ["speaker", { name: speaker.to.displayName }],
      ["others", { name: speaker.to.displayName }],
    ];
  const beside = parties
    .filter(({ partyId }) => partyId !== reach.partyId)
    .map(({ displayName, liable }): ScriptLine => [liable ? "liable" : "notLiable", { name: displayName }]);
  return [...beside, ["others", { name: reach.displayName }]];
}

function stand({ inputs, environment, balance }: Known): ScriptLine[] {
  if (balance.open <= 0) return [["nothingOpen"]];
  const { events, paymentReference } = inputs.situation;
  const { today } = environment.at;
  const dueFrom = judgeNotice(events, environment.tariffs, today)?.event.data.bikDueFrom;
  const { iban } = environment.letterhead;
  return [
    [
      "open",
      {
        open: { cents: balance.open },
        principal: { cents: balance.principal },
        interest: { cents: balance.interest },
        costs: { cents: balance.costs },
      },
    ],
    ...(dueFrom !== undefined && dueFrom > today
      ? [["noticeRuns", { date: { date: addDays(dueFrom, -1) } }] satisfies ScriptLine]
      : []),
    ["payTo", { iban: groupIban(iban), reference: groupReference(paymentReference) }],
  ];
}

/** What the client's rules allow the caller to agree. */
async function agreeable({ db }: Ctx, known: Known): Promise<ScriptLine[]> {
  const { inputs, environment, balance } = known;
  const { fileId, events, debtor } = inputs.situation;
  const help: ScriptLine = [debtor.isConsumer ? "helpConsumer" : "helpBusiness"];
  if (balance.open <= 0) return [help];
  const rules = await arranging.rulesOf(db, fileId);
  const { at, tariffs } = environment;
  const running = activeArrangement(arrangementsOf(events, at.today, calendarOf(tariffs), rules));
  if (running?.next)
    return [
      [
        "running",
        { amount: { cents: arranging.askedOf(running.next, balance.open) }, date: { date: running.next.on } },
      ],
      help,
    ];
  const least = Math.min(balance.open, Math.max(rules.minimumTerm, Math.ceil(balance.open / rules.maximumMonths)));
  const capacity = await capacityOf(db, fileId);
  return [
    [
      "limits",
      {
        minimum: { cents: rules.minimumTerm },
        months: rules.maximumMonths,
        least: { cents: least },
        terms: Math.ceil(balance.open / least),
      },
    ],
    ...(capacity
      ? [["capacity", { amount: { cents: Math.max(0, capacity.capacityCents) } }] satisfies ScriptLine]
      : []),
    ["more"],
    help,
  ];
}

const states = ["dispute", "complaint", "vulnerable", "deceased"] as const;

function never(known: Known): ScriptLine[] {
  const { phase, client } = known.inputs.situation;
  return [
    [`phase_${phase}`],
    ...states.filter((state) => isHeld(known, state)).map((state): ScriptLine => [state]),
    ["noRemission", { client: client.company }],
    ["noThreat"],
  ];
}

async function scriptOf(
  ctx: Ctx,
  { inputs, environment, balance }: Known,
): Promise<Pick<CallHelp, "script" | "language">> {
  const { situation, reach } = inputs;
  const template = situation.debtor.isConsumer ? "CALL_1" : "CALL_B2B";
  const model = modelOf({
    situation,
    to: spokenTo(reach, template, environment, ctx.lang),
    balance,
    provider: environment.letterhead,
    date: environment.at.today,
    translate: ctx.translate,
    written: writtenIn(environment, "call", template),
  });
  try {
    return { script: await callScript(ctx.db, template, model), language: model.language };
  } catch (error) {
    if (error instanceof VorderError && error.code === "refused") return { script: null, language: model.language };
    throw error;
  }
}

async function known(ctx: Ctx, fileId: number): Promise<Known> {
  const environment = await runEnvironment(ctx, null, true);
  const { today } = environment.at;
  const inputs = (await loadInputs(ctx.db, [fileId], today)).get(fileId);
  if (!inputs) throw notFound();
  const debtor = await ctx.db
    .selectFrom("debtor")
    .select("birth_date")
    .where("id", "=", inputs.situation.debtor.id)
    .executeTakeFirstOrThrow();
  return {
    inputs,
    environment,
    balance: balanceOf(inputs.situation.events, environment.tariffs, today),
    parties: (await recipientsOf(ctx.db, [fileId], today)).get(fileId) ?? [],
    birthDate: debtor.birth_date,
  };
}

/** The data and talking points for a call about a file. @throws notFound, also for users outside the office. */
export async function callHelpOf(ctx: Ctx, fileId: number): Promise<CallHelp> {
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  await requireFile(ctx, fileId);
  const all = await known(ctx, fileId);
  const { inputs, environment, balance } = all;
  const { at, tariffs } = environment;
  const facts = gateFacts(inputs, balance, judgeNotice(inputs.situation.events, tariffs, at.today), environment);
  const verdict = gate({ kind: "contact", channel: "call", purpose: "dunning" }, facts, at);
  const reader = readerOf(ctx);
  const translate = ([key, values = {}]: ScriptLine): string =>
    onePeriod(translateLogText({ key: `call.${key}`, values }, reader));
  const points = (title: ScriptLine, items: readonly ScriptLine[]): TalkingPoints => ({
    title: translate(title),
    items: items.map(translate),
  });
  const { reach, blocked } = inputs;
  const numbers = [...new Set([reach.mobile, reach.phone])].filter((number) => number !== null);
  const isBlocked = (number: string): boolean =>
    blocked.some((block) => block.channel === "call" && block.number === number);
  return {
    name: reach.displayName,
    numbers: numbers.map((number) => ({ number, blocked: isBlocked(number) })),
    allowed: verdict.allowed,
    ...translateRefusals(ctx, verdict.allowed ? [] : verdict.refusals),
    points: [
      points(["identify"], identify(all)),
      points(["whom"], whom(all)),
      points(["now", { date: { date: at.today } }], stand(all)),
      points(["arrange"], await agreeable(ctx, all)),
      points(["never"], never(all)),
    ],
    ...(await scriptOf(ctx, all)),
  };
}
