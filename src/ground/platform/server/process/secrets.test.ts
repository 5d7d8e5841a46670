/** Secrets: sealed for one address, opened for that only, and sealed anew with a new key. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addSecretKey, openSecret, readSecretKey, resealed, sealSecret } from "./secrets.ts";

const dataDir = mkdtempSync(join(tmpdir(), "vorder-secrets-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const home = { dataDir, secretKeys: [] };
const purpose = ["gateway", "mail.example", 587, "vorder"] as const;

describe("a secret", () => {
  it("is unreadable, different each time, and decrypts only for its purpose", () => {
    const [one, other] = [sealSecret(home, purpose, "een-geheim"), sealSecret(home, purpose, "een-geheim")];
    expect(one).not.toContain("geheim");
    expect(one).not.toBe(other);
    expect([openSecret(home, purpose, one), openSecret(home, purpose, other)]).toEqual(["een-geheim", "een-geheim"]);
    expect(sealSecret(home, purpose, "")).toBe("");
  });

  it.each([
    [["gateway", "elsewhere.example", 587, "vorder"]],
    [["gateway", "mail.example", 25, "vorder"]],
    [["gateway", "mail.example", 587, "other"]],
    [["gateway", "mail.example", 587]],
  ] as const)("is not decrypted with %j", (other) => {
    expect(openSecret(home, other, sealSecret(home, purpose, "een-geheim"))).toBe("");
  });

  it("does not decrypt when a character was changed", () => {
    const sealed = sealSecret(home, purpose, "een-geheim");
    const changed = sealed.slice(0, -3) + (sealed.endsWith("AAA") ? "BBB" : "AAA");
    expect(openSecret(home, purpose, changed)).toBe("");
  });
});

it("keeps its key in a file that only its owner reads, and rotates it without losing encrypted values", () => {
  const file = join(dataDir, "secret-key");
  expect(statSync(file).mode & 0o077).toBe(0);
  const sealed = sealSecret(home, purpose, "een-geheim");
  expect(resealed(home, purpose, sealed)).toBeUndefined();
  expect(addSecretKey(home)).toBe(true);
  const anew = resealed(home, purpose, sealed) ?? "";
  expect(anew.slice(0, 17)).not.toBe(sealed.slice(0, 17));
  expect([openSecret(home, purpose, sealed), openSecret(home, purpose, anew)]).toEqual(["een-geheim", "een-geheim"]);
  // The key of before the one before is gone, and with it what was not sealed anew.
  addSecretKey(home);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  expect([openSecret(home, purpose, sealed), openSecret(home, purpose, anew)]).toEqual(["", "een-geheim"]);
});

it("takes the keys of the environment, the first for encryption", () => {
  const [first, second] = ["a", "b"].map((sign) => readSecretKey(Buffer.alloc(32, sign).toString("base64")));
  if (!first || !second) throw new Error("no keys");
  const before = { dataDir: "/nowhere", secretKeys: [first] };
  const after = { dataDir: "/nowhere", secretKeys: [second, first] };
  const sealed = sealSecret(before, purpose, "een-geheim");
  const anew = resealed(after, purpose, sealed) ?? "";
  expect(openSecret({ ...after, secretKeys: [second] }, purpose, anew)).toBe("een-geheim");
  expect(openSecret({ ...after, secretKeys: [second] }, purpose, sealed)).toBe("");
  expect(addSecretKey(after)).toBe(false);
});

it("encrypts what was stored in plain text", () => {
  const sealed = resealed(home, purpose, "uit-vroeger-tijd") ?? "";
  expect(openSecret(home, purpose, sealed)).toBe("uit-vroeger-tijd");
  expect(resealed(home, purpose, "")).toBeUndefined();
});
