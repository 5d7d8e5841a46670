/** A test world in which months pass: it moves the clock, runs the nightly jobs, and logs everybody in again, because sessions expire meanwhile. */
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { bookPaymentCall } from "../bookings/bookings.contract.ts";
import { refreshJob } from "../record/nightly.server.ts";

export interface Months {
  readonly world: World;
  readonly clientId: number;
  /** An employee, a contact person of the client, and one of another client. */
  staff: Visitor;
  contact: Visitor;
  stranger: Visitor;
  on(day: string): Promise<void>;
  /** Moves to a date and runs its nightly jobs. */
  night(day: string): Promise<void>;
  pay(fileId: number, day: string, amount: string): Promise<unknown>;
  statusOf(fileId: number): Promise<string>;
}

/** @param acl the roles of contact persons. */
export async function startMonths(day: string, acl: readonly string[]): Promise<Months> {
  const world = await startWorld();
  const clientId = (await makeClient(world.db, world.clock)).id;
  const other = (await makeClient(world.db, world.clock)).id;
  const moveTo = async (to: string): Promise<Pick<Months, "staff" | "contact" | "stranger">> => {
    world.clock.set(new Date(`${to}T09:00:00Z`));
    return {
      staff: await world.login(["ROLE_FILE_SEARCH", "ROLE_FINANCE", "ROLE_FILE_EDIT", "ROLE_EMPLOYEE"]),
      contact: await world.login({ kind: "contact", clientIds: [clientId], acl: [...acl] }),
      stranger: await world.login({ kind: "contact", clientIds: [other], acl: [...acl] }),
    };
  };
  const months: Months = {
    world,
    clientId,
    ...(await moveTo(day)),
    on: async (to) => void Object.assign(months, await moveTo(to)),
    night: async (to) => {
      await months.on(to);
      await world.work((ctx) => ctx.enqueue(refreshJob, {}));
      await world.drain();
    },
    pay: (id, date, amount) =>
      months.staff.call(bookPaymentCall, { params: { id }, body: { date, amount, kind: "agency", reference: "R" } }),
    statusOf: async (id) =>
      (await world.db.selectFrom("case_file").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status,
  };
  return months;
}
