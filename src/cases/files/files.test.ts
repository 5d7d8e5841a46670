import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf, placeOne } from "../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { exportFiles, lastFiles, postSearch, searchFiles } from "../file-search/file-search.contract.ts";
import { listLogs } from "../logs/logs.contract.ts";
import { updateDebtor } from "../parties/parties.contract.ts";
import {
  changeStatus,
  closeFileByHand,
  liftHoldFromFile,
  placeHoldOnFile,
  reopenFileByHand,
} from "../states/states.contract.ts";
import { assignManager, visitFile } from "./files.contract.ts";
import { statementsOf } from "./files.factory.ts";

let world: World;
let staff: Visitor;
let client: number;
let other: number;

const found = async (search: string, by = staff): Promise<string[]> =>
  (await by.call(searchFiles, { query: { filter: { search } } })).items.map((item) => item.clientRef);

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login({
    acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_EXPORT", "ROLE_FILE_CREATE", "ROLE_FILE_VIEW_LAST_VISITED"],
    name: "S. Visser",
  });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  other = (await makeClient(world.db, world.clock, { company: "Anders B.V." })).id;
});
afterAll(() => world.close());

describe("searching", () => {
  let number: string;

  beforeAll(async () => {
    const yildiz = fileOf(client, { clientRef: "ZK-88213" });
    ({ number } = await staff.call(createFile, {
      body: { ...yildiz, debtor: { ...yildiz.debtor, iban: "NL91 ABNA 0417 1643 00", phone: "030 2345678" } },
    }));
    await staff.call(createFile, {
      body: {
        ...fileOf(client, { clientRef: "MEER-1" }),
        debtor: {
          ...yildiz.debtor,
          initials: "J.P.",
          prefix: "van der",
          lastName: "Meer-Oosterhuis",
          email: null,
          mobile: null,
        },
        invoices: [{ number: "1", date: "2026-01-01", dueDate: "2026-01-31", amount: "5000.00" }],
      },
    });
  });

  test.each([
    ["the number", () => number],
    ["the number without its dash", () => number.replace("-", "")],
    ["the client's reference, ignoring case", () => "zk-88213"],
    ["an IBAN in groups", () => "NL91 ABNA 0417 1643 00"],
    ["an e-mail address", () => "s.yildiz@EXAMPLE.nl"],
    ["a mobile number", () => "+31 6 12345678"],
    ["a phone number", () => "(030) 234 56 78"],
    ["a name without its accents", () => "yildiz"],
    ["a name with its accents", () => "Yıldız"],
    ["the start of a name", () => "yil"],
    ["a part of a name, if no name starts with it", () => "ldiz"],
    ["initials and name", () => "s yildiz"],
  ])("finds by %s", async (_what, text) => {
    expect(await found(text())).toEqual(["ZK-88213"]);
  });

  test("finds both at an address, and each by a word of its name", async () => {
    expect((await found("3531 CL 112")).sort()).toEqual(["MEER-1", "ZK-88213"]);
    expect((await found("3531cl")).sort()).toEqual(["MEER-1", "ZK-88213"]);
    expect(await found("3531 CL 113")).toEqual([]);
    expect(await found("van der meer")).toEqual(["MEER-1"]);
    expect(await found("oosterhuis")).toEqual(["MEER-1"]);
  });

  test.each(["%", "_", "'", "\\", "a & b | !c", ":*", "(", "' or 1=1 --", "\u0000", "😀"])(
    "treats %j as text",
    async (text) => {
      const reply = await staff.send(searchFiles, { query: { filter: { search: text } } });
      expect(reply.status).toBeLessThan(500);
      if (reply.status === 200) expect(reply.json()).toMatchObject({ total: 0 });
    },
  );

  test("filters and sorts together", async () => {
    const page = await staff.call(searchFiles, {
      query: {
        filter: {
          client: [client],
          phase: ["amicable"],
          status: ["not_started"],
          amountFrom: "1000.00",
          placedFrom: "2026-11-20",
        },
        order: { field: "openCents", direction: "desc" },
      },
    });
    expect(page.items.map((item) => item.clientRef)).toEqual(["MEER-1"]);
    const byName = await staff.call(searchFiles, { query: { order: { field: "debtorName", direction: "asc" } } });
    expect(byName.items.map((item) => item.debtorName)).toEqual(["J.P. van der Meer-Oosterhuis", "S. Yıldız"]);
    const late = await staff.call(searchFiles, { query: { filter: { nextActionTo: "2026-11-20" } } });
    expect(late.total).toBe(2);
    expect((await staff.call(searchFiles, { query: { filter: { status: ["closed"] } } })).total).toBe(0);
  });

  test("takes one statement for a plain list and for an exact number, two for a filtered one", async () => {
    const query = { limit: 1 };
    const plain = await statementsOf(() => staff.call(searchFiles, { query }));
    const exact = await statementsOf(() => staff.call(searchFiles, { query: { filter: { search: number } } }));
    const filtered = await statementsOf(() =>
      staff.call(searchFiles, { query: { ...query, filter: { phase: ["amicable"] } } }),
    );
    // Before them one statement says who asks, and what they may.
    expect([plain.length, exact.length, filtered.length]).toEqual([2, 2, 3]);
    const beyond = await staff.call(searchFiles, { query: { ...query, offset: 40 } });
    expect([beyond.items.length, beyond.total]).toEqual([0, 2]);
  });

  test("from the header opens the file of an exact number, and else the list", async () => {
    const body = new URLSearchParams({ search: number }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
    const exact = await staff.raw("POST", "/file/search", { headers, body });
    expect(exact.status).toBe(303);
    expect(exact.headers.get("location")).toMatch(/^\/file\/show-new\/\d+$/);
    const list = await staff.send(postSearch, { body: { search: "Müller & Zn" } });
    expect(list.headers.get("location")).toBe("/file/search?search=M%C3%BCller%20%26%20Zn");
    // Somebody whose session has ended finds the same after the login.
    const asked = new URLSearchParams({ search: "Müller & Zn" }).toString();
    const login = await world.guest().raw("POST", "/file/search", { headers, body: asked });
    expect(login.headers.get("location")).toBe(
      `/login?return=${encodeURIComponent("/file/search?search=M%C3%BCller%20%26%20Zn")}`,
    );
  });

  test("is exported through the same visibility, and no cell is a formula", async () => {
    await placeOne(world, client, { clientRef: "=cmd|' /C calc'!A0" });
    const reply = await staff.send(exportFiles, {
      query: { filter: { client: [client], columns: ["number", "clientRef", "openCents"] } },
    });
    expect(reply.headers.get("content-disposition")).toContain("files-2026-11-20.csv");
    const lines = reply.text.replace("\uFEFF", "").trim().split(/\r?\n/);
    expect(lines[0]).toBe("File,Reference,Open on 20-11-2026");
    expect(lines).toHaveLength(4);
    expect(reply.text).toContain("'=cmd");
  });
});

describe("visibility", () => {
  test("staff see their team's files and their own; client users see their client's; anything else does not exist", async () => {
    const file = await placeOne(world, other, { clientRef: "FOREIGN" });
    const roles = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_EXPORT", "ROLE_FILE_CREATE"];
    const customer = await world.login({ acl: roles, kind: "customer", clientIds: [client] });
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [] });
    expect(await found("FOREIGN")).toEqual(["FOREIGN"]);
    expect(await found("FOREIGN", customer)).toEqual([]);
    expect(await found(file.number, customer)).toEqual([]);
    expect((await contact.call(searchFiles, { query: {} })).total).toBe(0);
    const asked = await customer.call(searchFiles, { query: { filter: { client: [other] } } });
    expect(asked.total).toBe(0);
    expect((await customer.send(exportFiles, { query: {} })).text).not.toContain("FOREIGN");
    const shown = await customer.send(postSearch, { body: { search: file.number } });
    expect(shown.headers.get("location")).toContain("/file/search?search=");
  });

  test("a hidden file and an unknown one give the same 404, byte for byte, on every call", async () => {
    const file = await placeOne(world, other);
    const customer = await world.login({
      acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"],
      kind: "customer",
      clientIds: [client],
    });
    const attempts = [
      (id: number) => customer.send(listLogs, { params: { id }, query: {} }),
      (id: number) => customer.send(visitFile, { params: { id } }),
      (id: number) => customer.send(closeFileByHand, { params: { id }, body: { reason: "withdrawn", version: 1 } }),
      (id: number) => customer.send(reopenFileByHand, { params: { id }, body: { version: 1 } }),
      (id: number) => customer.send(placeHoldOnFile, { params: { id }, body: { kind: "manual", version: 1 } }),
      (id: number) => customer.send(liftHoldFromFile, { params: { id, holdId: 1 }, body: { version: 1 } }),
      (id: number) => customer.send(changeStatus, { params: { id }, body: { status: "paused", version: 1 } }),
      (id: number) => customer.send(assignManager, { params: { id }, body: { caseManagerId: null, version: 1 } }),
    ];
    for (const attempt of attempts) {
      const [foreign, unknown] = [await attempt(file.id), await attempt(987_654_321)];
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
  });
});

describe("state", () => {
  const open = async () => (await placeOne(world, client)).id;
  const version = 1;

  test("a hold stops the file, lifting the last one lets it continue, and the timeline shows both", async () => {
    const id = await open();
    const first = await staff.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "dispute", reason: "factuur klopt niet", version },
    });
    expect(first).toMatchObject({ status: "paused", phase: "amicable" });
    const second = await staff.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "shv", until: "2027-03-20", version: first.version },
    });
    expect(second).toMatchObject({ status: "suspend", phase: "shv" });
    const one = await staff.call(liftHoldFromFile, {
      params: { id, holdId: second.hold.id },
      body: { version: second.version },
    });
    expect(one.status).toBe("paused");
    const none = await staff.call(liftHoldFromFile, {
      params: { id, holdId: first.hold.id },
      body: { version: one.version },
    });
    expect(none).toMatchObject({ status: "not_started", phase: "amicable" });
    const { items } = await staff.call(listLogs, { params: { id }, query: { filter: { type: ["status"] } } });
    const subjects = items.map((line) => line.subject);
    expect(subjects).toContain("Hold placed: dispute");
    expect(subjects).toContain("Hold placed until 20-03-2027: debt counselling");
    expect(subjects).toContain("Hold lifted: debt counselling");
  });

  test("a closed file states the reason, does not proceed, and is reopened where it was", async () => {
    const id = await open();
    const closed = await staff.call(closeFileByHand, { params: { id }, body: { reason: "withdrawn", version } });
    expect(closed.status).toBe("closed");
    const refused = await staff.refused(placeHoldOnFile, { params: { id }, body: { kind: "manual", version: 2 } });
    expect(refused.body.errors?.common).toEqual(["This file is closed; reopen it first."]);
    const { items } = await staff.call(searchFiles, { query: { filter: { status: ["closed"] } } });
    expect(items.find((item) => item.id === id)).toMatchObject({ nextActionOn: null, nextStep: null });
    const opened = await staff.call(reopenFileByHand, { params: { id }, body: { version: closed.version } });
    expect(opened.status).toBe("not_started");
  });

  test("of two simultaneous changes one wins and the other gets the current version", async () => {
    const id = await open();
    const replies = await Promise.all(
      (["paused", "in_progress", "monitoring"] as const).map((status) =>
        staff.send(changeStatus, { params: { id }, body: { status, version } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
    const lost = replies.find((reply) => reply.status === 409)?.json();
    expect(lost).toMatchObject({ code: "conflict", current: { id, version: 2 } });
  });

  test("a status that may not follow is refused", async () => {
    const id = await open();
    for (const status of ["monitoring_in_progress", "closed"] as const) {
      const error = await staff.refused(changeStatus, { params: { id }, body: { status, version } });
      expect(error.body.errors).toHaveProperty("status");
    }
  });

  test("the debtor is changed with a version of its own, and checked as at intake", async () => {
    const id = await open();
    const body = {
      gender: "female" as const,
      initials: "B.",
      firstName: null,
      prefix: null,
      lastName: "Nieuw",
      companyName: null,
      legalForm: null,
      kvk: null,
      birthDate: "1980-05-04",
      street: "Nieuwstraat",
      houseNumber: "3",
      addition: null,
      postcode: "4811ab",
      city: "Breda",
      country: "NL",
      phone: null,
      mobile: null,
      email: null,
      iban: null,
      language: "en" as const,
      addressVerifiedOn: "2026-11-19",
      version,
    };
    const changed = await staff.call(updateDebtor, { params: { id }, body });
    expect(changed).toMatchObject({ displayName: "B. Nieuw", postcode: "4811 AB", isConsumer: true, version: 2 });
    expect((await staff.refused(updateDebtor, { params: { id }, body })).status).toBe(409);
    const bad = await staff.refused(updateDebtor, {
      params: { id },
      body: { ...body, version: 2, lastName: "", iban: "NL00" },
    });
    expect(Object.keys(bad.body.errors ?? {}).sort()).toEqual(["iban", "lastName"]);
  });

  test("recently visited files are listed newest first", async () => {
    const [one, two] = [await open(), await open()];
    for (const id of [one, two, one]) {
      world.clock.set(new Date(world.clock.now().getTime() + 1000));
      await staff.call(visitFile, { params: { id } });
    }
    const { items } = await staff.call(lastFiles);
    expect(items.map((item) => item.id)).toEqual([one, two]);
  });
});
