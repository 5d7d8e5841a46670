/** People with a second factor, for tests. */
import { Secret, TOTP } from "otpauth";
import { counter } from "../../../app/testing/serial.factory.ts";
import type { Visitor, World } from "../../../app/testing/world.factory.ts";
import { systemRandom } from "../../../ground/platform/server/process/clock.ts";
import type { Grant } from "../access.ts";
import { login } from "../sign-in/sign-in.contract.ts";
import { createUser } from "../users/users.server.ts";
import { beginTotp, confirmTotp } from "./factors.contract.ts";

export const password = "zeven kleine geitjes";
const serial = counter();

export interface Person {
  readonly id: number;
  readonly username: string;
}

/** A user with a password. */
export async function makePerson(world: World, acl: readonly Grant[] = ["ROLE_EMPLOYEE"]): Promise<Person> {
  const username = `factor${serial()}`;
  const made = { clock: world.clock, random: systemRandom };
  const email = `${username}@example.test`;
  const id = await createUser(world.db, made, { username, name: "Fenna", email, password, acl, kind: "staff" });
  return { id, username };
}

/** The code that an app shows, some steps of half a minute from now. */
export const codeOf = (world: World, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.clock.now().getTime() + steps * 30_000 });

const networks = counter();
/** From a network of its own. */
export const elsewhere = () => ({ "x-forwarded-for": `198.18.${networks() % 256}.7` });

export const enterPassword = (visitor: Visitor, { username }: Person) =>
  visitor.send(login, { body: { username, password }, headers: elsewhere() });

/** Turns the clock on, so that the next code is another. */
export const nextStep = (world: World, steps = 1): void =>
  world.clock.set(new Date(world.clock.now().getTime() + steps * 30_000));

/** A user with an authenticator app; who is logged in, and the secret and recovery codes. */
export async function withApp(world: World, acl?: readonly Grant[]) {
  const person = await makePerson(world, acl);
  const visitor = world.guest();
  await enterPassword(visitor, person);
  const { secret, ticket } = await visitor.call(beginTotp);
  const body = { ticket, code: codeOf(world, secret), name: "Telefoon" };
  const { recoveryCodes } = await visitor.call(confirmTotp, { body });
  nextStep(world);
  return { ...person, visitor, secret, recoveryCodes: recoveryCodes ?? [] };
}
