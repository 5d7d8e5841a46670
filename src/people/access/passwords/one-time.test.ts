/** The token of a mailed link is nowhere but in the mail: not while it waits, not when it has gone, not when it will not go. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resealAll } from "../../../app/operations/secrets.server.ts";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { placesOf } from "../../../app/testing/secrets.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import type { MailPayload } from "../../../ground/platform/server/outbox/outbox.ts";
import { cancelOutbox, forgetOutbox, recallOutbox, sendAgain } from "../../../ground/platform/server/outbox/outbox.ts";
import { addSecretKey } from "../../../ground/platform/server/process/secrets.ts";
import { addUser } from "../acl/user-changes.server.ts";
import { completeReset, csrfToken, login, requestPasswordReset } from "../sign-in/sign-in.contract.ts";
import { inviteUser } from "./invite.server.ts";

const password = "zeven zeer zachte zwanen";
let world: World;
let peer: MailPeer;
let serial = 0;

beforeAll(async () => {
  peer = await startMailPeer();
  world = await startWorld({ env: { SMTP_URL: peer.url, BASE_URL: "https://incasso.example" } });
});
beforeEach(() => {
  peer.manner = undefined;
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

const found = (token: string): Promise<string[]> => placesOf(world, token);

const newUser = async () => {
  serial += 1;
  const user = { username: `eenmalig${serial}`, name: "E. Eenmalig", email: `eenmalig${serial}@example.com` };
  const id = await world.work((ctx) => addUser(ctx, { ...user, acl: ["ROLE_EMPLOYEE"], kind: "staff" }));
  return { id, ...user };
};
const tokenIn = (text = ""): string => /\/reset-password\/([\w-]{43})/.exec(text)?.[1] ?? "";
const mailedTo = (address: string): string => tokenIn(peer.messages.findLast(({ to }) => to === address)?.text);
const rowOf = (mail: MailPayload | { to: string }) =>
  world.db
    .selectFrom("outbox")
    .selectAll()
    .where(sql<string>`payload ->> 'to'`, "=", mail.to)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
/** An invitation that waits: its token, and the key of its mail. */
async function waiting() {
  const user = await newUser();
  await world.work((ctx) => inviteUser(ctx, user.id));
  const mail = (await mailsOf(world)).findLast(({ to }) => to === user.email);
  const token = tokenIn(mail?.text);
  expect(token).toHaveLength(43);
  return { ...user, token, key: (await rowOf({ to: user.email })).key };
}
async function choose(token: string): Promise<number> {
  const visitor = world.guest();
  await visitor.call(csrfToken);
  return (await visitor.send(completeReset, { body: { token, password, passwordRepeat: password } })).status;
}

describe("a link that is mailed", () => {
  it("is nowhere in the database or the data folder, before and after sending", async () => {
    const invited = await waiting();
    expect(await found(invited.token)).toEqual([]);
    expect(await rowOf({ to: invited.email })).toMatchObject({ secret: expect.stringMatching(/^sealed:1:/) });
    await world.drain();
    expect(mailedTo(invited.email)).toBe(invited.token);
    expect(await rowOf({ to: invited.email })).toMatchObject({ state: "sent", secret: "" });
    expect(await found(invited.token)).toEqual([]);
    expect(await choose(invited.token)).toBe(200);

    const visitor = world.guest();
    await visitor.call(csrfToken);
    await visitor.call(requestPasswordReset, { body: { username: invited.username } });
    await world.drain();
    const token = mailedTo(invited.email);
    expect(token).not.toBe(invited.token);
    expect(await found(token)).toEqual([]);
    expect(await choose(token)).toBe(200);
    expect(await found(token)).toEqual([]);
    expect((await world.guest().call(login, { body: { username: invited.username, password } })).user.id).toBe(
      invited.id,
    );
  });

  it("would be found by this search if it were there", async () => {
    const token = Buffer.from(world.vorder.parts.random.bytes(32)).toString("base64url");
    const ways = [
      token,
      Buffer.from(`link: ${token}.`).toString("base64"),
      Buffer.from(token).toString("hex"),
      Buffer.from(token, "base64url").toString("hex"),
    ];
    for (const text of ways) {
      await sql`update app_user set name = ${text} where id = (select min(id) from app_user)`.execute(world.owner.db);
      expect(await found(token), text).toEqual(["public.app_user.name"]);
    }
    await sql`update app_user set name = '-' where id = (select min(id) from app_user)`.execute(world.owner.db);
  });

  it("waits encrypted while the server is down, and is sent complete when it is back", async () => {
    peer.manner = { stage: "data", does: "451 later please" };
    const { email, token } = await waiting();
    await world.drain();
    expect(await rowOf({ to: email })).toMatchObject({ state: "pending", secret: expect.stringMatching(/^sealed:1:/) });
    expect(await found(token)).toEqual([]);
    peer.manner = undefined;
    world.clock.set(new Date(world.clock.now().getTime() + 2 * 60_000));
    await world.drain();
    expect(mailedTo(email)).toBe(token);
  });

  it("is sent complete after a change of the key", async () => {
    const { email, token } = await waiting();
    const { environment } = world.vorder.parts;
    for (const _twice of [1, 2]) {
      expect(addSecretKey(environment)).toBe(true);
      await resealAll(world.db, environment);
    }
    await world.drain();
    expect(mailedTo(email)).toBe(token);
  });

  it("is not stored in the server's reply", async () => {
    const { email, token, key } = await waiting();
    peer.manner = { stage: "body", does: `554 spam: https://incasso.example/reset-password/${token}` };
    await world.drain();
    expect(await rowOf({ to: email })).toMatchObject({
      state: "dead",
      secret: "",
      last_error: "554 spam: https://incasso.example/reset-password/%one-time%",
    });
    expect(await found(token)).toEqual([]);
    await expect(world.work(({ db, clock }) => sendAgain(db, clock, key))).rejects.toMatchObject({
      code: "refused",
      detail: { fields: { common: [{ key: "platform.outbox.oneTime" }] } },
    });
    expect((await rowOf({ to: email })).state).toBe("dead");
  });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ["cancelled", (key) => world.work(({ db }) => cancelOutbox(db, key))],
    ["recalled", (key) => world.work(({ db }) => recallOutbox(db, [key]))],
    ["forgotten", (key) => world.work(({ db }) => forgetOutbox(db, [key]))],
  ])("is withdrawn when its mail is %s", async (_name, stop) => {
    const { key } = await waiting();
    await stop(key);
    const row = await world.db.selectFrom("outbox").selectAll().where("key", "=", key).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "cancelled", secret: "" });
  });

  it("is removed when it is unknown whether its e-mail was sent, and when its worker died", async () => {
    const unheard = await waiting();
    peer.manner = { stage: "body", does: "drop" };
    await world.drain();
    expect(await rowOf({ to: unheard.email })).toMatchObject({ state: "uncertain", secret: "" });
    const silent = await waiting();
    const long = new Date(world.clock.now().getTime() - 3_600_000);
    await world.db
      .updateTable("outbox")
      .set({ state: "sending", handed_at: long, next_attempt_at: long })
      .where("key", "=", silent.key)
      .execute();
    await world.drain();
    expect(await rowOf({ to: silent.email })).toMatchObject({ state: "uncertain", secret: "" });
  });

  it("cannot be kept by a statement that settles its e-mail without removing it", async () => {
    const { key } = await waiting();
    await expect(
      world.db.updateTable("outbox").set({ state: "sent" }).where("key", "=", key).execute(),
    ).rejects.toThrow(/outbox_secret_check/);
  });
});

it("is removed when no mail server is configured", async () => {
  const apart = await startWorld();
  const user = { username: "apart", name: "A. Part", email: "apart@example.com", acl: [], kind: "staff" } as const;
  const id = await apart.work((ctx) => addUser(ctx, user));
  await apart.work((ctx) => inviteUser(ctx, id));
  await apart.drain();
  const row = await apart.db
    .selectFrom("outbox")
    .selectAll()
    .where("key", "like", "access.invite:%")
    .executeTakeFirst();
  expect(row).toMatchObject({ state: "kept", secret: "" });
  await apart.close();
});
