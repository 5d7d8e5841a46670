/** Factories of files with claims, as intake creates them. */
import { counter } from "../../../app/testing/serial.factory.ts";
import type { World } from "../../../app/testing/world.factory.ts";
import { createFileRecord } from "../../../cases/files/record/create.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { eventData, type NewEvent } from "../engine/events.ts";
import { refreshBalances } from "../record/record.server.ts";

const serial = counter();

/** Events as in an old record, which no gate has judged. */
export async function enterHistory(ctx: WorkCtx, fileId: number, events: readonly NewEvent[]): Promise<void> {
  for (const event of events)
    await ctx.db
      .insertInto("claim_event")
      .values({
        file_id: fileId,
        kind: event.kind,
        on_date: event.on,
        amount_cents: event.amount ?? 0,
        data: JSON.stringify(eventData[event.kind].parse(event.data)),
        reverses_id: event.reverses ?? null,
        effect_key: event.effectKey ?? ctx.ids.uuid(),
        entered_at: ctx.clock.now(),
        user_id: ctx.user.id || null,
      })
      .execute();
  await refreshBalances(ctx.db, [fileId], ctx.clock.today());
}

/** A private debtor's file of a client with these events. */
export const makeClaimFile = (world: World, clientId: number, events: readonly NewEvent[]): Promise<number> =>
  world.work(async (ctx) => {
    const { id } = await createFileRecord(ctx, {
      clientId,
      clientRef: `claims-${serial()}`,
      merchantId: null,
      claimBasis: "contract",
      claimTitle: "Levering",
      claimDescription: null,
      contractDate: null,
      caseManagerId: null,
      teamId: null,
      placedOn: ctx.clock.today(),
      importId: null,
      debtor: {
        fileType: "private",
        gender: "female",
        initials: "A.",
        firstName: null,
        prefix: "de",
        lastName: "Proef",
        companyName: null,
        legalForm: null,
        kvk: null,
        birthDate: null,
        street: "Voorbeeldstraat",
        houseNumber: "1",
        addition: null,
        postcode: "1012 AB",
        city: "Amsterdam",
        country: "NL",
        phone: null,
        mobile: null,
        email: null,
        iban: null,
        language: "nl",
      },
    });
    await enterHistory(ctx, id, events);
    return id;
  });
