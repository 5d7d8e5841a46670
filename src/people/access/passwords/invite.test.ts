/** The story of an invitation: mailed in the user's language, used once, within a week, and replaced by the next. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { CallError, startWorld, type World } from "../../../app/testing/world.factory.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { accessTexts } from "../access.texts.ts";
import { inviteDays } from "../access.ts";
import { addUser, setActive } from "../acl/user-changes.server.ts";
import { completeReset, csrfToken, login } from "../sign-in/sign-in.contract.ts";
import { inviteUser } from "./invite.server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { BASE_URL: "https://vorder.example" } });
});
afterAll(() => world.close());

const password = "vier vergeten fietsen";
let serial = 0;

const invited = async (more: { lang?: (typeof languages)[number]; email?: string | null } = {}) => {
  serial += 1;
  const user = { username: `genodigde${serial}`, name: "G. Enodigde", email: `g${serial}@example.com`, ...more };
  const id = await world.work((ctx) => addUser(ctx, { ...user, acl: ["ROLE_EMPLOYEE"], kind: "staff" }));
  return { id, ...user };
};
const invite = (id: number) => world.work((ctx) => inviteUser(ctx, id));

const mailsTo = async (address: string | null) => (await mailsOf(world)).filter(({ to }) => to === address);

const tokenIn = (text: string | undefined): string =>
  /https:\/\/vorder\.example\/reset-password\/([\w-]{43})/.exec(text ?? "")?.[1] ?? "";

/** Chooses a password by a link: "done", or what the page says. */
async function choose(token: string): Promise<string> {
  const visitor = world.guest();
  await visitor.call(csrfToken);
  const reply = await visitor.send(completeReset, { body: { token, password, passwordRepeat: password } });
  if (reply.status === 200) return "done";
  return new CallError(completeReset, reply.status, reply.json()).body.errors?.common?.[0] ?? "";
}
const worthless = accessTexts.texts.en.errorResetLink;

describe("an invitation", () => {
  it("lets a user without a password log in, once", async () => {
    const user = await invited();
    expect((await world.guest().refused(login, { body: { username: user.username, password } })).status).toBe(401);
    await invite(user.id);
    const [mail, ...more] = await mailsTo(user.email);
    expect(more).toEqual([]);
    const token = tokenIn(mail?.text);
    expect(mail?.text).toContain(user.username);
    expect(await choose(token)).toBe("done");
    expect((await world.guest().call(login, { body: { username: user.username, password } })).user.id).toBe(user.id);
    expect(await choose(token)).toBe(worthless);
  });

  it.each(languages)("is in the user's language: %s", async (lang) => {
    const user = await invited({ lang });
    await invite(user.id);
    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe(accessTexts.texts[lang].inviteMailSubject.replace("%provider%", "Vorder"));
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/%\w+%/);
  });

  it("is replaced by the next one", async () => {
    const user = await invited();
    await invite(user.id);
    await invite(user.id);
    const tokens = (await mailsTo(user.email)).map(({ text }) => tokenIn(text));
    expect(new Set(tokens).size).toBe(2);
    expect(await choose(tokens[0] ?? "")).toBe(worthless);
    expect(await choose(tokens[1] ?? "")).toBe("done");
  });

  it(`lasts ${inviteDays} days and no longer`, async () => {
    const [early, late] = [await invited(), await invited()];
    const start = world.clock.now();
    await invite(early.id);
    await invite(late.id);
    const tokenOf = async (email: string | null) => tokenIn((await mailsTo(email))[0]?.text);
    const life = inviteDays * 24 * 3_600_000;
    world.clock.set(new Date(start.getTime() + life - 1000));
    expect(await choose(await tokenOf(early.email))).toBe("done");
    world.clock.set(new Date(start.getTime() + life));
    expect(await choose(await tokenOf(late.email))).toBe(worthless);
    world.clock.set(start);
  });

  it("does not work for a user who was denied access since", async () => {
    const user = await invited();
    await invite(user.id);
    const token = tokenIn((await mailsTo(user.email))[0]?.text);
    await world.work((ctx) => setActive(ctx, user.id, false));
    expect(await choose(token)).toBe(worthless);
    // Given access again, the old link stays what it was.
    await world.work((ctx) => setActive(ctx, user.id, true));
    expect(await choose(token)).toBe(worthless);
  });

  it("needs an address and access", async () => {
    const nowhere = await invited({ email: null });
    const fields = (key: string, field: string) => ({ detail: { fields: { [field]: [{ key }] } } });
    await expect(invite(nowhere.id)).rejects.toMatchObject(fields("access.errorNoEmail", "email"));
    const gone = await invited();
    await world.work((ctx) => setActive(ctx, gone.id, false));
    await expect(invite(gone.id)).rejects.toMatchObject(fields("access.errorInactive", "common"));
    await expect(invite(999_999)).rejects.toMatchObject({ code: "notFound" });
  });

  it("is audited with the address, and its token is only in the e-mail", async () => {
    const user = await invited();
    await invite(user.id);
    const token = tokenIn((await mailsTo(user.email))[0]?.text);
    const line = await world.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject", "=", "app_user")
      .where("subject_id", "=", String(user.id))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      action: "access.inviteUser",
      after: { email: user.email, until: "2026-11-27T09:00:00.000Z" },
    });
    for (const table of ["password_reset", "audit_log", "outbox"]) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(world.db);
      expect(rows.some(({ text }) => text.includes(token))).toBe(false);
    }
  });
});
