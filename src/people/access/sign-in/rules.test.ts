import { describe, expect, it } from "vitest";
import { coversAcl, guessBudget, mayGuess, networkOf } from "../access.ts";

describe("having at least another user's rights", () => {
  it.each([
    [["ROLE_SETTINGS"], ["ROLE_SETTINGS"], true],
    [["ROLE_SETTINGS"], ["ROLE_FINANCE"], false],
    [["ROLE_SETTINGS", "ROLE_SETTINGS_ACL"], ["*"], false],
    [["*"], ["*"], true],
    [["*"], ["ROLE_FINANCE", "ROLE_LEGAL"], true],
    [[], [], true],
  ])("%j covers %j: %s", (acl, wanted, covered) => {
    expect(coversAcl(acl, wanted)).toBe(covered);
  });
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.17", "192.0.2"],
    ["::ffff:192.0.2.17", "192.0.2"],
    ["2001:db8:12:34:56:78:9a:bc", "2001:db8:12:34"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:0db8:0000:0000::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s belongs to %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("the budget of guesses", () => {
  const none = { strangers: 0, network: 0, trusted: 0, networkAllAccounts: 0 };

  it("is at most twenty an hour and account, whoever guesses", () => {
    expect(guessBudget.strangers + guessBudget.trusted).toBeLessThanOrEqual(20);
  });

  it("reserves a part for the owner's browser that strangers cannot use up", () => {
    const usedUp = { ...none, strangers: 1000, network: 1000, networkAllAccounts: 1000 };
    expect(mayGuess(usedUp, false)).toBe(false);
    expect(mayGuess(usedUp, true)).toBe(true);
    expect(mayGuess({ ...none, trusted: guessBudget.trusted }, true)).toBe(false);
  });

  it("is used up for one network before it is for all, and for one network over all accounts", () => {
    expect(mayGuess({ ...none, strangers: 10, network: 10 }, false)).toBe(false);
    expect(mayGuess({ ...none, strangers: 10, network: 9 }, false)).toBe(true);
    expect(mayGuess({ ...none, networkAllAccounts: guessBudget.networkAllAccounts }, false)).toBe(false);
  });
});
