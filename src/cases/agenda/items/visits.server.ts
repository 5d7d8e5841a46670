/** Visits in the agenda: the law gate judges the day of each one that is planned, moved or taken back (Bki 4.2, house policy). */
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { visitJudge } from "../../logs/logs.server.ts";
import type { SubjectCode } from "../agenda.ts";
import type { AgendaItem } from "./items.contract.ts";

export const visitSubject: SubjectCode = "visit";

/** Each visit is judged by what holds then: none is planned again by itself. @throws validation beside `repeat.unit`. */
export function requireOnce(repeat: AgendaItem["repeat"] | undefined): void {
  if (repeat) throw fieldError("repeat.unit", "agenda.visitOnce");
}

/** An item put on a day. @throws refused beside the field, if it is a visit that the law or the house forbids then. */
export async function requireLawful(
  ctx: WorkCtx,
  { id, fileId, subject }: Pick<AgendaItem, "id" | "fileId" | "subject">,
  on: string,
  field = "on",
): Promise<void> {
  if (subject.code !== visitSubject) return;
  await visitJudge().planned(ctx, { fileId, on: date(on), itemId: id, field });
}

/** Does something to items one after the other; those that are visits which the law forbids on their day are left out of what is given back. */
export async function eachLawful(
  ctx: WorkCtx,
  items: readonly AgendaItem[],
  on: (item: AgendaItem) => string,
  act: (items: readonly AgendaItem[]) => Promise<unknown>,
): Promise<readonly AgendaItem[]> {
  const isJudged = (item: AgendaItem): boolean =>
    item.subject.code === visitSubject && (item.state === "archived" || on(item) !== item.on);
  const done = items.filter((item) => !isJudged(item));
  await act(done);
  for (const item of items.filter(isJudged)) {
    try {
      await requireLawful(ctx, item, on(item));
    } catch (error) {
      if (error instanceof VorderError && error.code === "refused") continue;
      throw error;
    }
    await act([item]);
    done.push(item);
  }
  return done;
}
