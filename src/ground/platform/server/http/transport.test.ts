import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { getJob, listJobs } from "../../platform.contract.ts";

describe("the transport", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  const json = { accept: "application/json", "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };

  test("answers /health and /ready without a session", async () => {
    expect((await world.guest().raw("GET", "/health")).json()).toMatchObject({
      status: "ok",
      release: expect.any(String),
      database: expect.any(String),
    });
    expect((await world.guest().raw("GET", "/ready")).json()).toEqual({ ready: true });
  });

  test("hides /metrics without its token", async () => {
    expect((await world.guest().raw("GET", "/metrics")).status).toBe(404);
  });

  test("every answer carries the security headers", async () => {
    for (const path of ["/login", "/api/v4/merchant", "/nothing/here"]) {
      const { headers } = await world.guest().raw("GET", path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe-");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBeTruthy();
    }
  });

  test("every reply to a call states the current date of the server", async () => {
    const { headers } = await world.guest().raw("GET", "/api/v4/users/csrf", { headers: json });
    expect(headers.get("x-vorder-day")).toBe(world.clock.today());
  });

  test("session cookies cannot be read by scripts or sent from other sites", async () => {
    const { headers } = await world.guest().raw("GET", "/api/v4/users/csrf", { headers: json });
    const session = headers.getSetCookie().find((line) => line.startsWith("vorder_session=")) ?? "";
    expect(session).toContain("HttpOnly");
    expect(session).toContain("SameSite=Lax");
  });

  test("behind TLS cookies are Secure and HSTS is on", async () => {
    const secure = await startWorld({ env: { BASE_URL: "https://vorder.example" } });
    const { headers } = await secure.guest().raw("GET", "/api/v4/users/csrf", { headers: json });
    expect(headers.getSetCookie().every((line) => line.includes("Secure"))).toBe(true);
    expect(headers.get("strict-transport-security")).toContain("max-age=");
    await secure.close();
  });

  test("an unknown address is 404: a page for a person, JSON for a call", async () => {
    const page = await world.guest().raw("GET", "/nothing/here", { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await world.guest().raw("GET", "/nothing/here", { headers: json })).json()).toMatchObject({
      code: "notFound",
    });
  });

  describe("a navigation that is refused", () => {
    const navigation = {
      accept: "text/html,application/xhtml+xml",
      "accept-language": "en",
      "sec-fetch-mode": "navigate",
    };

    test("gets a page in the person's language, with the status and a way back; a call gets JSON", async () => {
      const visitor = await world.login(["ROLE_FILE_SEARCH"]);
      for (const [path, status, heading] of [
        ["/api/v4/merchant", 403, "Geen toegang!"],
        ["/api/v4/jobs/00000000-0000-4000-8000-000000000000", 404, "Pagina niet gevonden"],
        ["/api/v4/file?_limit=much", 400, "Dit gaat nu niet"],
      ] as const) {
        const page = await visitor.raw("GET", path, { headers: navigation });
        expect([page.status, page.headers.get("content-type")], path).toEqual([status, "text/html; charset=utf-8"]);
        expect(page.text, path).toContain(`<h1>${heading}</h1>`);
        expect(page.text).toContain('<html lang="nl">');
        expect(page.text).toContain('<a href="/">Naar het begin</a>');
        expect((await visitor.raw("GET", path, { headers: json })).json(), path).toMatchObject({
          code: expect.any(String),
        });
      }
    });

    test("puts nothing of its address into the page, and its style is allowed by the policy", async () => {
      const visitor = await world.login(["ROLE_FILE_SEARCH"]);
      const hostile = "/api/v4/file?_limit=%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
      const page = await visitor.raw("GET", hostile, { headers: navigation });
      expect(page.status).toBe(400);
      expect(page.text).not.toContain("<script");
      const nonce = /<style nonce="([^"]+)">/.exec(page.text)?.[1];
      const sent = nonce?.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
      expect(page.headers.get("content-security-policy")).toContain(`'nonce-${sent}'`);
    });

    test("leads a guest to the login and back", async () => {
      const page = await world.guest().raw("GET", "/api/v4/merchant?_limit=10", { headers: navigation });
      expect(page.status).toBe(303);
      expect(page.headers.get("location")).toBe(`/login?return=${encodeURIComponent("/api/v4/merchant?_limit=10")}`);
    });
  });

  test.each([
    ["broken JSON", "/api/v4/merchant", '{"name":'],
    ["a list instead of an object", "/api/v4/merchant", "[1,2]"],
    ["a prototype key", "/api/v4/merchant", '{"__proto__":{"admin":true}}'],
    ["a constructor key in a nested object", "/api/v4/merchant", '{"a":{"b":{"constructor":{}}}}'],
    ["a body with too many levels", "/api/v4/merchant", `${'{"a":'.repeat(50)}1${"}".repeat(50)}`],
  ])("refuses %s with a plain message", async (_name, path, body) => {
    const visitor = await world.login(["ROLE_SETTINGS"]);
    const reply = await visitor.raw("POST", path, {
      headers: { ...json, "x-xsrf-token": visitor.cookie("XSRF-TOKEN") ?? "" },
      body,
    });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ message: expect.any(String) });
  });

  test.each([
    "?__proto__[x]=1",
    "?_filter[a][b][c][d][e][f]=1",
    `?${"a[]=1&".repeat(1100)}`,
    "?a[constructor]=1",
    "?a=1&a[b]=2",
  ])("refuses the hostile query %.40s", async (query) => {
    const visitor = await world.login(["ROLE_SETTINGS"]);
    const reply = await visitor.raw("GET", `/api/v4/merchant${query}`, { headers: json });
    expect(reply.status).toBe(400);
  });

  test("a body over the limit is 413, and an unsupported content type 415", async () => {
    const visitor = await world.login(["ROLE_SETTINGS"]);
    const headers = { ...json, "x-xsrf-token": visitor.cookie("XSRF-TOKEN") ?? "" };
    expect(
      (
        await visitor.raw("POST", "/api/v4/merchant", {
          headers,
          body: JSON.stringify({ name: "x".repeat(3_000_000) }),
        })
      ).status,
    ).toBe(413);
    expect(
      (
        await visitor.raw("POST", "/api/v4/merchant", {
          headers: { ...headers, "content-type": "application/x-strange" },
          body: "x",
        })
      ).status,
    ).toBe(415);
  });

  test("both list dialects sort alike", async () => {
    const visitor = await world.login(["ROLE_SETTINGS"]);
    const one = await visitor.raw("GET", "/api/v4/merchant?_offset=0&_limit=50&_order[name]=desc", { headers: json });
    const other = await visitor.raw("GET", "/api/v4/merchant?offset=0&limit=50&sortBy=name&sortOrder=DESC", {
      headers: json,
    });
    expect(one.status).toBe(200);
    expect(other.json()).toEqual(one.json());
  });

  test("a session ends after an hour without use, and at once for a user who lost access", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    expect((await visitor.send(listJobs)).status).toBe(200);
    const start = world.clock.now();
    world.clock.set(new Date(start.getTime() + 61 * 60_000));
    expect((await visitor.send(listJobs)).status).toBe(401);
    world.clock.set(start);
    const other = await world.login(["ROLE_EMPLOYEE"]);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", other.userId).execute();
    expect((await other.send(listJobs)).status).toBe(401);
  });

  test("long work is shown to its owner only", async () => {
    const owner = await world.login(["ROLE_EMPLOYEE"]);
    const other = await world.login(["ROLE_EMPLOYEE"]);
    const id = world.vorder.parts.ids.uuid();
    await world.db
      .insertInto("job_progress")
      .values({
        id,
        job: "test",
        title: "Import",
        user_id: owner.userId,
        state: "running",
        done: 5,
        total: 10,
        created_at: world.clock.now(),
      })
      .execute();
    expect(await owner.call(getJob, { params: { id } })).toMatchObject({ title: "Import", done: 5, total: 10 });
    expect((await other.refused(getJob, { params: { id } })).status).toBe(404);
    expect((await other.call(listJobs)).items).toEqual([]);
  });
});
