import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { all, allows, any, open, roles, user } from "../../../ground/kernel/access.ts";
import { effectiveAcl, mayManage } from "../access.ts";
import { grants, mayGrant, unheldGrant, whyMay } from "./rights.ts";
import { type Declarations, differenceOf, opensOf } from "./role-access.ts";
import { areaNames, roleAreas } from "./roles.ts";

describe("what can be given", () => {
  it("is each of the 49 roles but the one that only a session holds, and everything", () => {
    expect(roles).toHaveLength(49);
    expect(grants).toHaveLength(49);
    expect(grants).toContain("*");
    expect(grants).not.toContain("ROLE_PREVIOUS_ADMIN");
  });
});

describe("giving", () => {
  it.each([
    // giver, before, after, the first that may not be given
    [["ROLE_LEGAL"], [], ["ROLE_LEGAL"], undefined],
    [["ROLE_LEGAL"], [], ["ROLE_FINANCE"], "ROLE_FINANCE"],
    // What is there already is not given.
    [["ROLE_LEGAL"], ["ROLE_FINANCE"], ["ROLE_FINANCE", "ROLE_LEGAL"], undefined],
    // Taking away needs nothing.
    [[], ["ROLE_FINANCE"], [], undefined],
    [["*"], [], ["ROLE_FINANCE", "*"], undefined],
    // Every role there is, is still not "*".
    [roles.filter((role) => role !== "ROLE_PREVIOUS_ADMIN"), [], ["*"], "*"],
    [["*"], [], ["ROLE_PREVIOUS_ADMIN"], "ROLE_PREVIOUS_ADMIN"],
    [["ROLE_PREVIOUS_ADMIN", "*"], [], ["ROLE_PREVIOUS_ADMIN"], "ROLE_PREVIOUS_ADMIN"],
  ] as const)("%j turns %j into %j: %s", (giver, before, after, refused) => {
    expect(unheldGrant(giver, before, after)).toEqual(refused);
    expect(mayGrant(giver, after, before)).toBe(refused === undefined);
  });

  it("never makes two people hold together what neither the giver nor they held", () => {
    const acl = fc.uniqueArray(fc.constantFrom(...roles, "*" as const), { maxLength: 8 });
    fc.assert(
      fc.property(acl, acl, acl, (giver, before, after) => {
        if (!mayGrant(giver, after, before)) return;
        const known: readonly string[] = [...giver, ...before];
        const held = (role: string): boolean => known.includes(role) || (giver.includes("*") && role !== "*");
        expect(after.every((role) => held(role))).toBe(true);
      }),
      { seed: 3 },
    );
  });
});

describe("changing somebody", () => {
  it.each([
    [["ROLE_LEGAL"], [], true],
    [["ROLE_LEGAL"], ["ROLE_LEGAL"], true],
    [["ROLE_LEGAL"], ["ROLE_LEGAL", "ROLE_FINANCE"], false],
    [["ROLE_LEGAL"], ["*"], false],
    [["*"], ["*"], true],
  ] as const)("%j may change who holds %j: %s", (own, target, may) => {
    expect(mayManage(own, target)).toBe(may);
  });
});

describe("why", () => {
  it.each([
    ["everybody", open, [], [], { may: true, by: "open" }],
    ["any user who is logged in", user, [], [], { may: true, by: "user" }],
    [
      "a role of the user",
      any("ROLE_LEGAL", "ROLE_FINANCE"),
      ["ROLE_LEGAL"],
      ["ROLE_LEGAL"],
      { may: true, by: "roles", through: [{ role: "ROLE_LEGAL", from: "own" }] },
    ],
    [
      "a role of the user's group",
      any("ROLE_LEGAL"),
      ["*"],
      ["ROLE_LEGAL"],
      { may: true, by: "roles", through: [{ role: "ROLE_LEGAL", from: "group" }] },
    ],
    [
      "all roles, from user and group together",
      all("ROLE_PROCESSING", "ROLE_MERGING"),
      ["ROLE_MERGING"],
      ["ROLE_PROCESSING"],
      {
        may: true,
        by: "roles",
        through: [
          { role: "ROLE_PROCESSING", from: "group" },
          { role: "ROLE_MERGING", from: "own" },
        ],
      },
    ],
    [
      "all rights",
      all("ROLE_PROCESSING", "ROLE_MERGING"),
      [],
      ["*"],
      { may: true, by: "roles", through: [{ role: "*", from: "group" }] },
    ],
    [
      "one of two required roles is missing",
      all("ROLE_PROCESSING", "ROLE_MERGING"),
      ["ROLE_MERGING"],
      [],
      { may: false, missing: ["ROLE_PROCESSING"], enough: "all" },
    ],
    [
      "one of two alternative roles is enough",
      any("ROLE_LEGAL", "ROLE_FINANCE"),
      ["ROLE_NEWS"],
      [],
      { may: false, missing: ["ROLE_LEGAL", "ROLE_FINANCE"], enough: "any" },
    ],
  ] as const)("%s", (_what, who, own, group, answer) => {
    expect(whyMay(who, own, group)).toEqual(answer);
  });

  it("says of every guard what the guard itself says", () => {
    const role = fc.constantFrom(...roles);
    const acl = fc.uniqueArray(fc.constantFrom(...roles, "*" as const), { maxLength: 6 });
    const guard = fc
      .tuple(fc.boolean(), fc.tuple(role, role))
      .map(([every, both]) => (every ? all(...both) : any(...both)));
    fc.assert(
      fc.property(guard, acl, acl, (who, own, group) => {
        expect(whyMay(who, own, group).may).toBe(allows(who, effectiveAcl(own, group), true));
      }),
      { seed: 4 },
    );
  });
});

describe("what roles open", () => {
  const declared = {
    screens: [
      { path: "/a", title: "a", who: any("ROLE_LEGAL", "ROLE_FINANCE") },
      { path: "/b", title: "b", who: all("ROLE_PROCESSING", "ROLE_MERGING") },
      { path: "/c", title: "c", who: open },
    ],
    calls: [
      { method: "GET", path: "/a", summary: "", who: any("ROLE_LEGAL") },
      { method: "POST", path: "/a", summary: "", who: user },
    ],
  };
  const paths = (of: Declarations) => [...of.screens, ...of.calls].map(({ path }) => path);

  it("is what their guards name, with the roles that are needed beside", () => {
    expect(opensOf(declared, "ROLE_LEGAL").screens.map(({ path }) => path)).toEqual(["/a"]);
    expect(opensOf(declared, "ROLE_LEGAL").calls.map(({ method }) => method)).toEqual(["GET"]);
    expect(opensOf(declared, "ROLE_MERGING").screens.map(({ together }) => together)).toEqual([["ROLE_PROCESSING"]]);
  });

  it.each([
    // before, after, opened, shut
    [[], ["ROLE_LEGAL"], ["/a", "/a"], []],
    // A second role for the same screen opens nothing more.
    [["ROLE_FINANCE"], ["ROLE_FINANCE", "ROLE_LEGAL"], ["/a"], []],
    [[], ["ROLE_MERGING"], [], []],
    [["ROLE_MERGING"], ["ROLE_MERGING", "ROLE_PROCESSING"], ["/b"], []],
    [["*"], ["ROLE_LEGAL"], [], ["/b"]],
    [["ROLE_LEGAL"], [], [], ["/a", "/a"]],
  ])("from %j to %j adds %j and removes %j", (before, after, opened, shut) => {
    const difference = differenceOf(declared, before, after);
    expect(paths(difference.opened)).toEqual(opened);
    expect(paths(difference.shut)).toEqual(shut);
  });
});

describe("the areas", () => {
  it("hold every role once", () => {
    const shown = areaNames.flatMap((area): readonly string[] => roleAreas[area]);
    expect([...shown].sort()).toEqual([...roles].sort());
    expect([...areaNames].sort()).toEqual(Object.keys(roleAreas).sort());
  });
});
