/** Who passes a guard (specification, point 6). */
import { describe, expect, it } from "vitest";
import { all, allows, any, holds, missingRoles, open, user } from "./access.ts";

describe("a guard", () => {
  const either = any("ROLE_FINANCE", "ROLE_EMPLOYEE");
  const both = all("ROLE_FINANCE", "ROLE_EMPLOYEE");

  it.each([
    [open, [], false, true],
    [user, [], false, false],
    [user, [], true, true],
    [either, ["ROLE_EMPLOYEE"], true, true],
    [either, ["ROLE_SETTINGS"], true, false],
    [either, ["*"], true, true],
    [either, ["ROLE_EMPLOYEE"], false, false],
    [both, ["ROLE_EMPLOYEE"], true, false],
    [both, ["ROLE_EMPLOYEE", "ROLE_FINANCE"], true, true],
    [both, ["*"], true, true],
    [both, ["*"], false, false],
  ])("%j with roles %j, logged in %s: %s", (access, acl, loggedIn, passes) => {
    expect(allows(access, acl, loggedIn)).toBe(passes);
  });

  it("names the missing roles: all alternatives of “any”, those not held of “all”", () => {
    expect(missingRoles(either, [])).toEqual(["ROLE_FINANCE", "ROLE_EMPLOYEE"]);
    expect(missingRoles(both, ["ROLE_FINANCE"])).toEqual(["ROLE_EMPLOYEE"]);
    expect(missingRoles(open, [])).toEqual([]);
  });

  it("accepts only “*” as all roles", () => {
    expect(holds(["**", "ROLE_*", "role_admin"], "ROLE_ADMIN")).toBe(false);
  });
});
