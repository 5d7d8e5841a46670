/** Records of pre-collection for tests. */
import { counter } from "../../app/testing/serial.factory.ts";
import type { Visitor } from "../../app/testing/world.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { createRecordCall } from "./records/records.contract.ts";

const serial = counter();

/** A consumer's claim of € 100.00 due on 1 November 2026; each with its own reference, person and invoice. */
export function recordOf(
  client: number,
  changes: Partial<BodyOf<typeof createRecordCall>> = {},
): BodyOf<typeof createRecordCall> {
  const number = serial();
  return {
    client,
    clientRef: `PRE-${number}`,
    fileType: "private",
    debtor: {
      gender: "female",
      initials: "S.",
      lastName: `Voorbeeld${number}`,
      street: "Kanaalstraat",
      houseNumber: "112",
      postcode: "3531 CL",
      city: "Utrecht",
      mobile: `+316${10_000_000 + number}`,
      email: `voorbeeld${number}@example.nl`,
    },
    claim: { title: "Levering van energie", description: "Jaarafrekening 2025" },
    invoices: [{ number: `PF-${number}`, date: "2026-10-01", dueDate: "2026-11-01", amount: "100.00" }],
    ...changes,
  };
}

export const makeRecord = async (
  by: Visitor,
  client: number,
  changes: Partial<BodyOf<typeof createRecordCall>> = {},
): Promise<number> => (await by.call(createRecordCall, { body: recordOf(client, changes) })).id;
