/** No screen asks for anything that its reader may not have, with any set of roles that just suffices for it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reader, startReader } from "./least-roles.ts";
import { leastRoles } from "./screens.ts";

let reader: Reader;

beforeAll(async () => {
  reader = await startReader();
});
afterAll(() => reader.close());

/** Nobody has begun the sign-in that this address ends: it is refused, as it should be. */
const apart = ["/login/oidc", "/logout"];

test.each(leastRoles.filter(([path]) => !apart.includes(path)))("%s with %s", async (path, roles) => {
  await reader.become(roles);
  expect(await reader.refusedAt(path)).toEqual([]);
});
