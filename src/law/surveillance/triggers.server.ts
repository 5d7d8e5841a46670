/** What asks for checks by itself: a letter that comes back, the workflow's own step, files that are watched, checks that are old. */
import { sql } from "kysely";
import { z } from "zod";
import { followFiles } from "../../cases/files/files.server.ts";
import { placeKey } from "../../cases/persons/persons.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { type Db, type JobCtx, job, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../ground/platform/server/postgres/batched.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { openChecks } from "./record.server.ts";
import { forgetUploads } from "./uploads.server.ts";

/** Days in which an address that nobody could find is not asked for again. */
const quietDays = 30;

interface Place {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly country: string;
}

/** Checks since a day that found nobody, with the place that was looked at and the one where the debtor is said to live now. */
const vainChecks = batchedRows(
  async (db, fileIds: readonly number[], since: PlainDate) => {
    const place = (of: "c" | "d") =>
      sql<Place>`jsonb_build_object('street', ${sql.ref(of)}.street, 'houseNumber', ${sql.ref(of)}.house_number,
        'addition', ${sql.ref(of)}.addition, 'postcode', ${sql.ref(of)}.postcode, 'country', ${sql.ref(of)}.country)`;
    return db
      .selectFrom("address_check as c")
      .innerJoin("debtor as d", "d.id", "c.debtor_id")
      .select(["c.file_id", place("c").as("checked"), place("d").as("present")])
      .where("c.file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("c.result", "in", ["unknown", "secret"])
      .where("c.checked_on", ">=", since)
      .execute();
  },
  ({ file_id }) => file_id,
);

/** A returned letter asks for a check at once, unless it was a check that found nobody there. */
followFiles(async (ctx, file, change) => {
  if (change.kind !== "held" || change.hold !== "returned_mail") return;
  const vain = await vainChecks(ctx.db, [file.id], addDays(ctx.clock.today(), -quietDays));
  // The same place, however it is written now, is not looked at again for a price.
  if (!vain.some(({ checked, present }) => placeKey(checked) === placeKey(present)))
    await openChecks(ctx, "returned_mail", sql`case_file.id = ${file.id}`);
});

const cancelChecks = batchedWrite((db, fileIds: readonly number[]) =>
  db
    .updateTable("address_check")
    .set((eb) => ({ state: "cancelled", version: eb("version", "+", 1) }))
    .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
    .where("state", "in", ["open", "sent"])
    .execute(),
);

/** A closed file is not looked up any more. */
followFiles(async (ctx, file, change) => {
  if (change.kind !== "closed") return;
  await cancelChecks(ctx.db, [file.id]);
});

/** A check that nobody was sent yet is of the address that the debtor has by now. */
const renewChecks = (db: Db, debtorId: number) =>
  sql`update address_check c set street = d.street, house_number = d.house_number, addition = d.addition, postcode = d.postcode,
      city = d.city, country = d.country, version = c.version + 1
    from debtor d where d.id = c.debtor_id and d.id = ${debtorId} and c.state = 'open'
      and (c.street, c.house_number, c.addition, c.postcode, c.city, c.country)
        is distinct from (d.street, d.house_number, d.addition, d.postcode, d.city, d.country)`.execute(db);

followFiles(async (ctx, file, change) => {
  if (change.kind === "debtor") await renewChecks(ctx.db, file.debtorId);
});

/** The files whose workflow waits for the check of an address now. */
const atTheStep = (today: string) => sql<boolean>`case_file.next_action_on <= ${today} and exists (
  select from file_workflow join workflow_step on workflow_step.workflow_code = file_workflow.workflow_code
    and workflow_step.version_number = file_workflow.definition_version and workflow_step.position > file_workflow.position
  where file_workflow.file_id = case_file.id and workflow_step.effect = 'address_check'
    and not exists (select from workflow_step earlier where earlier.workflow_code = workflow_step.workflow_code
      and earlier.version_number = workflow_step.version_number and earlier.position > file_workflow.position and earlier.position < workflow_step.position))
  and coalesce(debtor.address_verified_on < ${today}, true)`;

/** Watched files, and such as go to a bailiff, whose address has not been checked for longer than the house allows. */
const uncheckedSince = (phase: "monitoring" | "judicial", since: string) => sql<boolean>`
  case_file.phase = ${phase} and coalesce(debtor.address_verified_on < ${since}, true)
  and not exists (select from address_check earlier where earlier.file_id = case_file.id
    and earlier.state = 'done' and earlier.checked_on >= ${since})`;

async function askDue(ctx: WorkCtx): Promise<void> {
  const today = ctx.clock.today();
  const { addressEveryDays, addressStaleDays } = await globalSettings(ctx.db);
  await openChecks(ctx, "step", atTheStep(today));
  await openChecks(ctx, "stale", uncheckedSince("judicial", addDays(today, -addressStaleDays)));
  await openChecks(ctx, "monitoring", uncheckedSince("monitoring", addDays(today, -addressEveryDays)));
}

export const watchAddresses = job({
  name: "surveillance.watch",
  payload: z.object({}),
  cron: "20 4 * * *",
  run: async (ctx: JobCtx) =>
    ctx.tx(async (work) => {
      await askDue(work);
      await forgetUploads(work);
    }),
});
