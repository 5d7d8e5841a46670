/** Trying the OpenID provider of the settings, and who may set it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import {
  clientId,
  clientSecret,
  type Forgery,
  type ForgingProvider,
  type RealProvider,
  startForgingProvider,
  startProvider,
} from "../../people/access/oidc/oidc.factory.ts";
import { readGlobalSettings, saveGlobalSettings, testOidc } from "./settings.contract.ts";
import { oidcReturn } from "./settings.server.ts";

let world: World;
let keeper: Visitor;
let provider: RealProvider;
let liar: ForgingProvider;

beforeAll(async () => {
  world = await startWorld({ env: { GATEWAY_SECONDS: "2" } });
  keeper = await world.login(["ROLE_SETTINGS", "ROLE_ADMIN"]);
  provider = await startProvider(oidcReturn(world.vorder.parts.environment));
  liar = await startForgingProvider();
});
afterAll(async () => {
  await Promise.all([provider.close(), liar.close()]);
  await world.close();
});

async function save(changes: Readonly<Record<string, unknown>>, by = keeper) {
  const { values, version } = await by.call(readGlobalSettings);
  return by.send(saveGlobalSettings, { body: wrong({ ...values, ...changes, version }) });
}
const real = () => ({ oidcIssuer: provider.origin, oidcClientId: clientId, oidcSecret: clientSecret });
/** A later moment, so that the tests of before no longer count. */
const later = (): void => world.clock.set(new Date(world.clock.now().getTime() + 11 * 60_000));
const outcome = async (): Promise<string> => {
  later();
  return (await keeper.call(testOidc, { body: {} })).outcome;
};

describe("trying the connection", () => {
  it("reports missing settings, and then success", async () => {
    expect(await outcome()).toBe("notSet");
    expect((await save(real())).status).toBe(200);
    later();
    const reply = await keeper.call(testOidc, { body: {} });
    expect(reply).toEqual({
      outcome: "works",
      message: "This works: the provider answers and knows this client.",
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["client", { oidcSecret: "een ander geheim" }],
    ["client", { oidcClientId: "een-ander", oidcSecret: clientSecret }],
    ["notFound", { oidcIssuer: "https://bestaat-niet.invalid" }],
    ["connection", { oidcIssuer: "http://127.0.0.1:1" }],
    ["notAllowed", { oidcIssuer: "https://10.0.0.1" }],
    ["insecure", { oidcIssuer: "http://example.com" }],
  ])("reports %s for %j", async (fault, changes) => {
    await save({ ...real(), ...changes });
    expect(await outcome()).toBe(fault);
  });

  it("reports a security error when the server does not use TLS", async () => {
    await save({ ...real(), oidcIssuer: provider.origin.replace("http:", "https:"), oidcSecret: clientSecret });
    expect(await outcome()).toBe("security");
  });

  it.each<[string, Forgery]>([
    ["timeout", { at: "discovery", answer: () => undefined }],
    ["notProvider", { at: "discovery", answer: (_request, response) => void response.writeHead(404).end() }],
    [
      "notProvider",
      { at: "discovery", answer: (_request, response) => void response.writeHead(302, { location: "/" }).end() },
    ],
    ["notProvider", { at: "discovery", answer: (_request, response) => void response.end(Buffer.alloc(400_000, " ")) }],
    ["notProvider", { at: "keys", answer: (_request, response) => void response.end("{}") }],
    ["issuer", { discovery: { issuer: "https://elders.example" } }],
    ["unable", { discovery: { code_challenge_methods_supported: ["plain"] } }],
    ["unable", { discovery: { response_types_supported: ["id_token"] } }],
    ["insecure", { discovery: { token_endpoint: "http://example.com/token" } }],
    ["notAllowed", { discovery: { token_endpoint: "https://192.168.0.1/token" } }],
  ])("reports %s for %j", async (fault, lie) => {
    liar.translate("", lie);
    await save({ oidcIssuer: liar.origin, oidcClientId: clientId, oidcSecret: clientSecret });
    expect(await outcome()).toBe(fault);
  });

  it("is limited to five in ten minutes", async () => {
    later();
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await keeper.send(testOidc, { body: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("setting the provider", () => {
  it("is for users with all rights, because the provider can vouch for anybody", async () => {
    const lesser = await world.login(["ROLE_SETTINGS"]);
    for (const changes of [
      { oidcIssuer: "https://elders.example" },
      { oidcByEmail: true },
      { oidcFactorCounts: true },
    ]) {
      const reply = await save(changes, lesser);
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({
        errors: { [Object.keys(changes)[0] ?? ""]: ["Only an administrator may change how staff log in."] },
      });
    }
    expect((await save({ city: "Utrecht" }, lesser)).status).toBe(200);
  });

  it("clears the secret with another issuer or client, and never shows it", async () => {
    await save(real());
    const shown = await keeper.call(readGlobalSettings);
    expect(JSON.stringify(shown)).not.toContain(clientSecret);
    expect(shown.filledSecrets).toContain("oidcSecret");
    const stored = await world.db.selectFrom("global_setting").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(clientSecret);
    await save({ oidcIssuer: liar.origin });
    expect((await keeper.call(readGlobalSettings)).filledSecrets).not.toContain("oidcSecret");
  });
});
