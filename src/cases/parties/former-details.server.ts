/** Keeps former details of a person when they change: the old address, number and e-mail address. */

import { addDays, date } from "../../ground/kernel/dates.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import type { Debtor } from "../persons/persons.contract.ts";
import type { NewDebtor } from "../persons/persons.server.ts";
import { writePersons } from "../persons/persons.server.ts";
import { placeKey } from "../persons/persons.ts";
import { channelKinds, type Source } from "./parties.ts";

/**
 * Keeps what `after` leaves behind of `before`, and where an address that is new comes from. @throws validation on a channel whose use was
 * refused: the refusal is taken back first, where it was noted.
 */
export async function recordFormer(
  ctx: WorkCtx,
  before: Debtor,
  after: NewDebtor,
  addressSource: Source | null,
): Promise<void> {
  const today = ctx.clock.today();
  const noted = { created_at: ctx.clock.now(), created_by: ctx.user.id || null };
  if (placeKey(before) !== placeKey(after)) {
    await ctx.db
      .insertInto("debtor_address")
      .values({
        debtor_id: before.id,
        kind: "former",
        street: before.street,
        house_number: before.houseNumber,
        addition: before.addition,
        postcode: before.postcode,
        city: before.city,
        country: before.country,
        until_date: addDays(today, -1),
        checked_on: before.addressVerifiedOn === null ? null : date(before.addressVerifiedOn),
        source: (
          await ctx.db.selectFrom("debtor").select("address_source").where("id", "=", before.id).executeTakeFirst()
        )?.address_source,
        ...noted,
      })
      .execute();
    await writePersons(ctx.db, [{ id: before.id, address_source: addressSource }]);
  }
  for (const kind of channelKinds) {
    const [was, is] = [before[kind], after[kind]];
    if (was === is) continue;
    if (was !== null) {
      await ctx.db
        .insertInto("debtor_channel")
        .values({ debtor_id: before.id, kind, value: was, ...noted })
        .onConflict((conflict) =>
          conflict
            .columns(["debtor_id", "kind", "value"])
            .doUpdateSet((eb) => ({ preferred: false, version: eb("debtor_channel.version", "+", 1) })),
        )
        .execute();
    }
    if (is === null) continue;
    const known = await ctx.db
      .updateTable("debtor_channel")
      .set((eb) => ({ preferred: true, version: eb("version", "+", 1) }))
      .where("debtor_id", "=", before.id)
      .where("kind", "=", kind)
      .where("value", "=", is)
      .returning("consent")
      .executeTakeFirst();
    if (known?.consent === "refused") throw fieldError(kind, "files.channelRefused");
  }
}
