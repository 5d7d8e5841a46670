/** Whoever owns an account is told when the way into it changes, whoever changed it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { updateEmployee } from "../../employees/record/people.contract.ts";
import { enterPassword, makePerson, password } from "../second-factor/factor.factory.ts";
import { changePassword, completeReset, csrfToken } from "../sign-in/sign-in.contract.ts";
import { makeLink } from "./password-links.server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const next = "acht grote geitebokken";
const mailsTo = async (address: string): Promise<string[]> =>
  (await mailsOf(world)).filter(({ to }) => to === address).map(({ text }) => text);
const changed = (username: string) =>
  expect.stringContaining(`Het wachtwoord van uw account ${username} is gewijzigd.`);

it("of a password that they changed themselves", async () => {
  const anna = await makePerson(world);
  const visitor = world.guest();
  await enterPassword(visitor, anna);
  await visitor.call(changePassword, { body: { currentPassword: password, password: next, passwordRepeat: next } });
  expect(await mailsTo(`${anna.username}@example.test`)).toEqual([changed(anna.username)]);
});

it("of a password that was chosen by a link, unless it is the first", async () => {
  const anna = await makePerson(world);
  const first = await makePerson(world);
  await world.db.updateTable("app_user").set({ password_hash: null }).where("id", "=", first.id).execute();
  for (const [{ id }, kind] of [
    [anna, "reset"],
    [first, "invite"],
  ] as const) {
    const { token } = await world.work((ctx) => makeLink(ctx, id, kind));
    const visitor = world.guest();
    await visitor.call(csrfToken);
    await visitor.call(completeReset, { body: { token, password: next, passwordRepeat: next } });
  }
  expect(await mailsTo(`${anna.username}@example.test`)).toEqual([changed(anna.username)]);
  expect(await mailsTo(`${first.username}@example.test`)).toEqual([]);
});

it("of a password and an address that a manager entered, at the former address", async () => {
  const anna = await makePerson(world, []);
  const manager = await world.login(["ROLE_MANAGE_EMPLOYEE"]);
  const former = `${anna.username}@example.test`;
  await manager.call(updateEmployee, { body: { id: anna.id, jobTitle: "Behandelaar", email: former } });
  await manager.call(updateEmployee, { body: { id: anna.id, password: next } });
  expect(await mailsTo(former)).toEqual([changed(anna.username)]);
  const email = "anders@example.test";
  await manager.call(updateEmployee, { body: { id: anna.id, email } });
  expect(await mailsTo(former)).toEqual([
    changed(anna.username),
    expect.stringContaining(`Bij uw account ${anna.username} is een ander e-mailadres ingevuld.`),
  ]);
  expect(await mailsTo(email)).toEqual([]);
  await manager.call(updateEmployee, { body: { id: anna.id, email: null } });
  expect(await mailsTo(email)).toHaveLength(1);
});
