/** The judgment by which a claim is carried out, as the office that does so is told of it. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { JudgedHandover } from "../../../letters/processing/processing.server.ts";
import { isKind, standingEvents } from "../../../money/claims/claims.ts";
import type { HandoverSet } from "../handover.contract.ts";

/** What offices told of a judgment beside its amounts. */
export interface ReportedTitle {
  readonly court: string;
  readonly byDefault: boolean;
  readonly servedOn: PlainDate | null;
}
type TitleReader = (db: Db, fileId: number, caseNumber: string) => Promise<ReportedTitle | null>;
const readers: TitleReader[] = [];
/** Lets a module above say what it knows of the judgment of a case. */
export const addTitleReader = (reader: TitleReader): void => {
  readers.push(reader);
};

/** The last judgment that stands; null where there is none. */
export async function titleOut(
  { db }: Pick<WorkCtx, "db">,
  { situation, balance }: JudgedHandover,
): Promise<HandoverSet["file"]["title"]> {
  const judged = standingEvents(situation.events)
    .flatMap((event) => (isKind(event, "judgment") && event.on <= balance.asOf ? [event] : []))
    .sort((a, b) => (a.on < b.on ? -1 : 1))
    .at(-1);
  if (!judged) return null;
  const { reference, principal, interest, bik, costs, interestFrom } = judged.data;
  let title: ReportedTitle | null = null;
  for (const read of readers) title ??= await read(db, situation.fileId, reference);
  return {
    court: title?.court || null,
    caseNumber: reference,
    judgmentDate: judged.on,
    kind: title === null ? null : title.byDefault ? "verstek" : "tegenspraak",
    amounts: {
      principal: decimalFromCents(principal),
      interest: decimalFromCents(interest),
      bik: decimalFromCents(bik),
      costs: decimalFromCents(costs),
    },
    interestFrom: interestFrom ?? null,
    servedAt: title?.servedOn ?? null,
  };
}
