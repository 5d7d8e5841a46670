/** Whoever may open a screen may use it whole: what its forms and filters ask for is theirs too, by every set of roles that just opens it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileFilterOptions } from "../cases/file-search/file-search.contract.ts";
import { type Access, allows, type Role } from "../ground/kernel/access.ts";
import type { Call, Screen } from "../ground/kernel/contract.ts";
import { readDocument } from "../letters/correspondence/correspondence.contract.ts";
import { searchCustomers } from "../people/customers/customers.contract.ts";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "../people/employees/employees.contract.ts";
import { createTeam } from "../people/employees/employees.server.ts";
import { sufficient } from "./testing/attack.factory.ts";
import { startWorld, type World } from "./testing/world.factory.ts";

let world: World;
let screens: readonly Screen[];

beforeAll(async () => {
  world = await startWorld();
  screens = world.vorder.modules.flatMap((module) => module.screens);
});
afterAll(() => world.close());

const whoOpens = (path: string): Access => {
  const found = screens.find((screen) => screen.path === path);
  if (found === undefined) throw new RangeError(`no screen ${path}`);
  return found.who;
};

/** The sets of roles that open one of the screens and are refused by the call. */
async function refusedAt(
  call: Call,
  paths: readonly string[],
  params: Readonly<Record<string, number>> = {},
): Promise<readonly string[]> {
  const opening = paths.flatMap((path) => sufficient(whoOpens(path)).map((roles) => [path, roles] as const));
  const answers = opening.map(async ([path, roles]): Promise<[string, readonly Role[], number]> => {
    const reader = await world.login(roles);
    return [path, roles, (await reader.send(call, { params })).status];
  });
  return (await Promise.all(answers)).flatMap(([path, roles, status]) =>
    status === 403 ? [`${path} with ${roles}`] : [],
  );
}

describe("a client is chosen", () => {
  const withClients = [
    "/address-surveillance",
    "/bailiff/handover-masterdata/{handoverDestination}",
    "/bailiff/register",
    "/file-agenda/new",
    "/file/bulk-update",
    "/file/create/new",
    "/file/file-export-all",
    "/file/import",
    "/file/import/subscription",
    "/file/import/view-uploaded",
    "/file/search",
    "/legal-decision",
    "/merging/new",
    "/precasso/actions",
    "/precasso/create",
    "/precasso/export",
    "/precasso/house-style",
    "/precasso/search",
    "/precasso/upload",
    "/precasso/upload/view-uploaded",
    "/precasso/view-documents",
    "/processing-precasso",
    "/processing/in-hold",
    "/processing/new",
    "/schedule-send/processing",
    "/settings/merchant",
    "/view-documents",
  ];

  it("by everybody who opens a screen that asks for one", async () => {
    expect(await refusedAt(searchCustomers, withClients)).toEqual([]);
  });
});

describe("people are chosen", () => {
  it("case managers by everybody who filters by them, puts one in charge or lets one leave", async () => {
    const withManagers = [
      "/customer/create",
      "/employee",
      "/employee/{id}",
      "/file-agenda/new",
      "/file/file-export-all",
      "/file/search",
    ];
    expect(await refusedAt(caseManagerOptions, withManagers)).toEqual([]);
    expect(await refusedAt(accountManagerOptions, ["/customer/create", "/employee", "/employee/{id}"])).toEqual([]);
  });

  it("teams by everybody who enters a client or an employee, but not by people of clients", async () => {
    expect(await refusedAt(teamOptions, ["/customer/create", "/employee", "/employee/{id}", "/employee/new"])).toEqual(
      [],
    );
    await createTeam(world.db, "Minnelijk");
    const customer = await world.login({ acl: ["ROLE_CUSTOMER_CREATE"], kind: "customer" });
    expect((await customer.call(teamOptions)).items).toEqual([]);
  });
});

it("files are filtered alike where they are exported and changed in bulk", async () => {
  expect(await refusedAt(fileFilterOptions, ["/file/search", "/file/file-export-all", "/file/bulk-update"])).toEqual(
    [],
  );
});

it("documents are read wherever they are listed", async () => {
  const withDocuments = [
    "/view-documents",
    "/schedule-send/email",
    "/schedule-send/post",
    "/schedule-send/sms",
    "/merging/new",
  ];
  expect(await refusedAt(readDocument, withDocuments, { id: 999_999, documentId: 1 })).toEqual([]);
});

it("records of pre-collection open wherever a number leads to them", () => {
  const leading = [
    "/precasso/search",
    "/precasso/actions",
    "/processing-precasso",
    "/precasso/view-documents",
    "/merging/new",
  ];
  const opens = (roles: readonly Role[]): boolean => allows(whoOpens("/precasso/show/{id}"), roles, true);
  expect(leading.filter((path) => !sufficient(whoOpens(path)).every(opens))).toEqual([]);
});
