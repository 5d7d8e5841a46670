/** A part of a file's page asks for nothing that its reader may not have, whichever role it is that opens it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sufficient } from "../src/app/testing/attack.factory.ts";
import { fileAgenda } from "../src/cases/agenda/agenda.contract.ts";
import { listParties } from "../src/cases/parties/parties.contract.ts";
import { whoSawFile } from "../src/cases/presence/presence.contract.ts";
import { readHandover } from "../src/legal/handover/handover.contract.ts";
import { listFileDocuments } from "../src/letters/correspondence/correspondence.contract.ts";
import { readFileWorkflow } from "../src/letters/workflows/workflows.contract.ts";
import { interestScreen, readAgreements } from "../src/money/claims/claims.contract.ts";
import { type Reader, startReader } from "./least-roles.ts";
import { makeClient, makeFile } from "./portfolio.ts";

const tabs = {
  parties: listParties,
  money: readAgreements,
  workflow: readFileWorkflow,
  agenda: fileAgenda,
  documents: listFileDocuments,
  handover: readHandover,
  access: whoSawFile,
};

let reader: Reader;
let file: number;

beforeAll(async () => {
  reader = await startReader();
  file = await makeFile(reader.page, await makeClient(reader.page, "Voorbeeld B.V."), { clientRef: "ROL-1" });
});
afterAll(() => reader.close());

const cases = Object.entries(tabs).flatMap(([tab, { who }]) => sufficient(who).map((roles) => [tab, roles] as const));

test.each(cases)("the part %s with %s", async (tab, roles) => {
  await reader.become(["ROLE_FILE_SEARCH", ...roles]);
  expect(await reader.refusedAt(`/file/show-new/${file}?tab=${tab}`)).toEqual([]);
  expect(await reader.page.locator(`[data-part="${tab}"][aria-selected="true"]`).count()).toBe(1);
});

test.each(sufficient(interestScreen.who))("the interest of a file with %s", async (role) => {
  await reader.become([role]);
  expect(await reader.refusedAt(`/file/settings/interest-rate/${file}`)).toEqual([]);
});
