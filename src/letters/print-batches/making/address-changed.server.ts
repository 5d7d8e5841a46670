/** Tells a file's case manager of a letter that waits for the print house with an address that was corrected since. */
import { sql } from "kysely";
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { refusedLetters } from "../../processing/processing.server.ts";

/** Follows a change of a file's persons. Once for each letter, however often the address is corrected. */
export async function noteWaitingLetters(ctx: WorkCtx, fileId: number): Promise<void> {
  const { rows } = await sql<{ id: number; subject: string }>`select id, subject from message
    where file_id = ${fileId} and posting = 'awaited' order by id`.execute(
    asSystem(ctx.db, "a letter to a wrong address matters whoever corrected it"),
  );
  if (rows.length === 0) return;
  const refused = await refusedLetters(
    ctx,
    rows.map(({ id }) => id),
  );
  for (const { id, subject } of rows) {
    if (!refused.get(id)?.some(({ rule }) => rule === "addressChanged")) continue;
    await planAgenda(ctx, {
      fileId,
      subject: "review",
      on: ctx.clock.today(),
      note: ctx.translate({ key: "print-batches.agendaAddress", values: { subject } }, "nl"),
      key: `letter-address:${id}`,
    });
  }
}
