/** The first start of an installation without a demo: somebody gets in with nothing but the console. */

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completeReset, csrfToken, currentUser, login } from "../../people/access/access.contract.ts";
import { CallError, startWorld, type World } from "../testing/world.factory.ts";
import { firstRun } from "./first-run.server.ts";

const password = "vier vergeten fietsen";
let world: World;

beforeEach(async () => {
  world = await startWorld({ env: { BASE_URL: "https://vorder.example/kantoor" } });
});
afterEach(() => world.close());

const start = async (): Promise<string> =>
  (await firstRun(world.vorder, new AbortController().signal, () => undefined)).notice;

const tokenIn = (notice: string): string =>
  /https:\/\/vorder\.example\/kantoor\/reset-password\/([\w-]+)/.exec(notice)?.[1] ?? "";

/** Chooses a password by a link: "done", or what the page says about the link. */
async function choose(token: string): Promise<string> {
  const visitor = world.guest();
  await visitor.call(csrfToken);
  const reply = await visitor.send(completeReset, { body: { token, password, passwordRepeat: password } });
  return reply.status === 200
    ? "done"
    : (new CallError(completeReset, reply.status, reply.json()).body.errors?.common?.[0] ?? "");
}
const worthless = "This link is not valid (any more). Ask for a new one.";

const administrators = async () =>
  world.db.selectFrom("app_user").select(["username", "acl", "kind"]).orderBy("id").execute();

describe("the first start without a demo", () => {
  it("makes the administrator and shows a login link under the public address", async () => {
    const notice = await start();
    expect(notice).toContain("admin");
    expect(await administrators()).toEqual([{ username: "admin", acl: ["*"], kind: "staff" }]);
    expect(await choose(tokenIn(notice))).toBe("done");
    const visitor = world.guest();
    await visitor.call(login, { body: { username: "admin", password } });
    expect((await visitor.call(currentUser)).user).toMatchObject({ username: "admin", acl: ["*"] });
  });

  it("shows a new link at each start until a password is chosen, and none after that", async () => {
    const first = await start();
    const second = await start();
    expect(tokenIn(second)).not.toBe(tokenIn(first));
    expect(await administrators()).toHaveLength(1);
    expect(await choose(tokenIn(second))).toBe("done");
    expect(await start()).toBe("");
    // The link of the first start is still within its time, and is worthless all the same.
    expect(await choose(tokenIn(first))).toBe(worthless);
  });

  it("refuses the link after a day", async () => {
    const notice = await start();
    world.clock.set(new Date(world.clock.now().getTime() + 24 * 3_600_000));
    expect(await choose(tokenIn(notice))).toBe(worthless);
    expect(await choose(tokenIn(await start()))).toBe("done");
  });

  it("keeps the link out of the tables, the outbox and the audit trail", async () => {
    const token = tokenIn(await start());
    for (const table of ["password_reset", "outbox", "audit_log"]) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(world.db);
      expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
    }
  });

  it("makes no administrator where users exist, and only one when two processes start at once", async () => {
    const links = await Promise.all([start(), start(), start()]);
    expect(links.map((notice) => tokenIn(notice) !== "")).toEqual([true, true, true]);
    expect(await administrators()).toHaveLength(1);
  });

  it("makes no administrator where a user with a password already has all rights by a group", async () => {
    const { id } = await world.db
      .insertInto("user_group")
      .values({ name: "Directie", acl: ["*"], created_at: world.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const visitor = await world.login([]);
    await world.db
      .updateTable("app_user")
      .set({ group_id: id, password_hash: "x" })
      .where("id", "=", visitor.userId)
      .execute();
    expect(await start()).toBe("");
    expect((await administrators()).filter(({ username }) => username === "admin")).toEqual([]);
  });
});
