/** How a case stands by what its office told: stage, title, seizures, and until when something can be done about it. Pure. */
import { type LegalCalendar, nextWorkingDay, workingDaysBefore } from "../../../ground/kernel/calendar.ts";
import { addDays, addMonths, afterTerm, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import type { Claimed } from "./claimed.ts";
import { awardedCents, type OfficeReport, ofKind, type ReportOf } from "./reports.ts";

/** A judgment may be enforced for twenty years, beginning on the next day (BW 3:324(1)). */
const titleMonths = 240;
/** Opposition within four weeks of service in person, within eight for who lives abroad (Rv 143(2)). */
const oppositionDays = 28;
const oppositionDaysAbroad = 56;
/**
 * Appeal within three months of the judgment (Rv 339(1)), where more than 1,750.00 was claimed (Rv 332(1), claimed.ts). Of one by default only the
 * claimant may, whose claim was awarded in part (Rv 335).
 */
const appealMonths = 3;
const appealAboveCents = 175_000;
/** A title is served with an order to pay within two days (Rv 439(1)); a term of law, which goes on to the next working day. */
const orderDays = 2;

export interface Title {
  readonly on: PlainDate;
  readonly caseNumber: string;
  readonly byDefault: boolean;
  readonly awardedCents: number;
  /** The first day on which it can be enforced no more. */
  readonly expiresOn: PlainDate;
  /** The last day of opposition; null where there is none, or its term has not begun. */
  readonly oppositionUntil: PlainDate | null;
  /** The last day of appeal; null where none is open. */
  readonly appealUntil: PlainDate | null;
}

export const stages = ["amicable", "summons", "judgment", "service", "seizure", "closed"] as const;
export type Stage = (typeof stages)[number];

export interface Proceedings {
  readonly stage: Stage;
  readonly stageOn: PlainDate | null;
  readonly court: string;
  readonly caseNumber: string;
  readonly summonsOn: PlainDate | null;
  readonly rollDate: PlainDate | null;
  readonly title: Title | null;
  readonly services: readonly { readonly on: PlainDate; readonly inPerson: boolean; readonly text: string }[];
  readonly seizures: readonly { readonly on: PlainDate; readonly type: string; readonly thirdParty: string }[];
  readonly paidCents: number;
  readonly withheldCents: number;
}

const stageOf = (report: OfficeReport): Stage | undefined => {
  if (report.kind === "service") return report.of === "title" ? "service" : undefined;
  return stages.find((stage) => stage === report.kind);
};

/** Of the last kind by its day; on one day the later stage. What was told late does not take a case back. */
export function latestStage(
  reports: readonly OfficeReport[],
): { readonly stage: Stage; readonly on: string } | undefined {
  let last: { stage: Stage; on: string } | undefined;
  for (const report of reports) {
    const stage = stageOf(report);
    if (stage === undefined) continue;
    const isLater =
      last === undefined ||
      report.on > last.on ||
      (report.on === last.on && stages.indexOf(stage) > stages.indexOf(last.stage));
    if (isLater) last = { stage, on: report.on };
  }
  return last;
}

/**
 * The terms that run from a judgment.
 * @param claimed what was claimed and whether all of it was awarded, which decides on appeal; undefined where that is not known.
 * @param abroad the debtor has no known residence in the Netherlands, and one elsewhere.
 */
export function titleOf(
  judgment: ReportOf<"judgment">,
  services: readonly ReportOf<"service">[],
  claimed: Claimed | undefined,
  calendar: LegalCalendar,
  abroad = false,
): Title {
  const on = date(judgment.on);
  const served = services.find((service) => service.of === "title" && service.inPerson && service.on >= on);
  // A term of law that ends on a Saturday, Sunday or holiday goes on to the next working day (Algemene termijnenwet art. 1).
  const lastDay = (day: PlainDate): PlainDate => nextWorkingDay(day, calendar);
  const appeals = claimed !== undefined && claimed.cents > appealAboveCents && (!judgment.byDefault || claimed.inPart);
  return {
    on,
    caseNumber: judgment.caseNumber,
    byDefault: judgment.byDefault,
    awardedCents: awardedCents(judgment),
    expiresOn: afterTerm(addDays(on, 1), titleMonths),
    oppositionUntil:
      judgment.byDefault && served
        ? lastDay(addDays(date(served.on), abroad ? oppositionDaysAbroad : oppositionDays))
        : null,
    appealUntil: appeals ? lastDay(addMonths(on, appealMonths)) : null,
  };
}

const sum = (amounts: readonly string[]): number =>
  amounts.reduce((total, amount) => total + (centsFromDecimal(amount) ?? 0), 0);

/** How a case stands by all that was told of it, in whatever order it came. */
export function proceedingsOf(
  reports: readonly OfficeReport[],
  claimed: Claimed | undefined,
  calendar: LegalCalendar,
  abroad = false,
): Proceedings {
  const summons = ofKind(reports, "summons").at(-1);
  const judgment = ofKind(reports, "judgment").at(-1);
  const services = ofKind(reports, "service");
  const payments = ofKind(reports, "payment");
  const last = latestStage(reports);
  return {
    stage: last?.stage ?? "amicable",
    stageOn: last ? date(last.on) : null,
    court: summons?.court ?? "",
    caseNumber: judgment?.caseNumber ?? summons?.caseNumber ?? "",
    summonsOn: summons ? date(summons.on) : null,
    rollDate: summons?.rollDate === undefined ? null : date(summons.rollDate),
    title: judgment ? titleOf(judgment, services, claimed, calendar, abroad) : null,
    services: services.map(({ on, inPerson, text }) => ({ on: date(on), inPerson, text })),
    seizures: ofKind(reports, "seizure").map(({ on, type, thirdParty }) => ({ on: date(on), type, thirdParty })),
    paidCents: sum(payments.map(({ amount }) => amount)),
    withheldCents: sum(payments.map(({ withheld }) => withheld)),
  };
}

/** What is planned in the agenda because of a report: before a day, or to decide something. */
export interface Planned {
  readonly subject:
    | "roll_date"
    | "judgment_received"
    | "bailiff_status"
    | "address_check"
    | "debtor_proposal"
    | "limitation_warning";
  readonly on: PlainDate;
  /** A key of the texts of what is to be done; with the dates that it is about. */
  readonly note: string;
  readonly about: PlainDate | null;
}

/** Whether to appeal is decided two weeks before its term is over. */
const appealDays = 14;
/** Working days: work is looked at before the roll date: what was paid is withdrawn from the roll in time (domain facts 4.1). */
export const daysBeforeRoll = 2;
const statusDays = 30;
/** A title about to lapse is warned of half a year before (BW 3:325). */
const monthsBeforeLapse = 6;

const plan = (subject: Planned["subject"], on: PlainDate, note: string, about: PlainDate | null = null): Planned => ({
  subject,
  on,
  note,
  about,
});

/** A debtor who did not appear opposes, and does not appeal: it is the client that decides then. */
const appealNote = ({ byDefault }: Title): string => (byDefault ? "planAppealInPart" : "planAppeal");

const judgmentPlans = (on: PlainDate, title: Proceedings["title"]): readonly Planned[] => [
  plan("judgment_received", on, "planJudgment", on),
  ...(title
    ? [plan("limitation_warning", addMonths(title.expiresOn, -monthsBeforeLapse), "planTitleLapses", title.expiresOn)]
    : []),
  ...(title?.appealUntil
    ? [
        plan("judgment_received", addDays(title.appealUntil, -appealDays), appealNote(title), title.appealUntil),
        plan("judgment_received", addDays(title.appealUntil, 1), `${appealNote(title)}Over`, title.appealUntil),
      ]
    : []),
];

/** After the judgment was served: the order to pay is over, and opposition is no longer possible. */
function servicePlans(on: PlainDate, title: Proceedings["title"], calendar: LegalCalendar): readonly Planned[] {
  const ordered = nextWorkingDay(addDays(on, orderDays), calendar);
  const opposition = title?.oppositionUntil;
  return [
    plan("bailiff_status", addDays(ordered, 1), "planOrderOver", ordered),
    ...(opposition ? [plan("judgment_received", addDays(opposition, 1), "planOppositionOver", opposition)] : []),
  ];
}

export function plansOf(report: OfficeReport, { title }: Proceedings, calendar: LegalCalendar): readonly Planned[] {
  const on = date(report.on);
  switch (report.kind) {
    case "summons": {
      if (report.rollDate === undefined) return [];
      const roll = date(report.rollDate);
      return [
        plan("roll_date", workingDaysBefore(roll, daysBeforeRoll, calendar), "planBeforeRoll", roll),
        plan("roll_date", roll, "planRoll", roll),
      ];
    }
    case "judgment":
      return judgmentPlans(on, title);
    case "service":
      return report.of === "summons" ? [] : servicePlans(on, title, calendar);
    case "seizure":
      return [plan("bailiff_status", addDays(on, statusDays), "planSeizure", on)];
    case "debtor_change":
      return [plan("address_check", on, "planChanged")];
    case "advice":
      return [plan("debtor_proposal", on, "planAdvice")];
    case "closed":
      return [plan("bailiff_status", on, "planClosed")];
    case "accepted":
    case "rejected":
    case "payment":
    case "cost":
    case "register":
      return [];
  }
}
