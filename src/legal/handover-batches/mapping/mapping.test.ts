/** Mappings as worked examples: a sample of a file, what each rule makes of it in each format, and what a change of rules changes. */
import { expect, test } from "vitest";
import { documentOf } from "../batches/document.ts";
import { fieldChanges, mapped, mapping, mappingRule, nested, usualMapping } from "./mapping.ts";

const sample = {
  fileNumber: "26-000017",
  handoverDate: "2026-11-20",
  client: { externalId: "K-77", name: "Bakkerij 't Hoekje; B.V.", canReclaimVat: true },
  debtors: [
    {
      lastName: "Öztürk <& Zn>",
      birthDate: "1990-02-03",
      phones: ["0612345678", "030-1234567"],
      address: { street: 'Laan "van" Meer', houseNumber: "12", postcode: "3511 AB" },
    },
    { lastName: "Jansen" },
  ],
  claim: { totals: { principal: "1234.50", open: "-0.05" }, disputed: false, note: "regel 1\r\nregel 2" },
};

const rule = (target: string, source: string, as: "text" | "date" | "amount" | "yesno" = "text", text = "") =>
  mappingRule.parse({ target, source, as, text });

test.each<[source: string, as: "text" | "date" | "amount" | "yesno", written: string]>([
  ["fileNumber", "text", "26-000017"],
  ["handoverDate", "date", "20-11-2026"],
  ["handoverDate", "text", "2026-11-20"],
  ["fileNumber", "date", "26-000017"],
  ["claim.totals.principal", "amount", "1234,50"],
  ["claim.totals.principal", "text", "1234.50"],
  ["claim.totals.open", "amount", "-0,05"],
  ["client.canReclaimVat", "yesno", "Y"],
  ["claim.disputed", "yesno", "N"],
  ["claim.disputed", "text", "false"],
  ["claim.unknown", "yesno", ""],
  ["debtors.0.lastName", "text", "Öztürk <& Zn>"],
  ["debtors.1.lastName", "text", "Jansen"],
  ["debtors.2.lastName", "text", ""],
  ["debtors.0.phones", "text", "0612345678 030-1234567"],
  ["debtors.0.address", "text", ""],
  ["debtors.lastName", "text", ""],
  ["client.constructor", "text", ""],
  ["toString", "text", ""],
  ["claim.totals.principal.length", "text", ""],
])("%s as %s is %j", (source, as, written) => {
  expect(mapped([rule("x", source, as)], sample)).toEqual([["x", written]]);
});

test("a rule without a source always writes its text", () => {
  expect(mapped([rule("system", "", "text", "VORDER")], sample)).toEqual([["system", "VORDER"]]);
});

test.each<[what: string, rules: readonly object[], wrong: boolean]>([
  ["two names in one parent", [{ target: "debtor/name" }, { target: "debtor/city" }], false],
  ["the same name twice", [{ target: "name" }, { target: "name" }], true],
  ["a name that is also a parent", [{ target: "debtor" }, { target: "debtor/name" }], true],
  ["a name that starts like another", [{ target: "debtor" }, { target: "debtors/name" }], false],
  ["a name that starts with a digit", [{ target: "1st" }], true],
  ["a name with a space", [{ target: "last name" }], true],
  ["an empty part of a path", [{ target: "debtor//name" }], true],
  ["injected markup", [{ target: "a><b" }], true],
  ["a prototype name", [{ target: "a/__proto__/b" }], true],
  ["a source that is not a path", [{ target: "a", source: "debtors[0]" }], true],
  ["a source with a prototype name", [{ target: "a", source: "debtors.0.__proto__" }], true],
  ["more rules than allowed", Array.from({ length: 201 }, (_, at) => ({ target: `f${at}` })), true],
])("rules with %s are accepted or refused: %#", (_what, rules, wrong) => {
  expect(mapping.safeParse(rules).success).toBe(!wrong);
});

test("names with a slash are nested, in the order of the rules", () => {
  const rules = [
    rule("debtor/name", "debtors.0.lastName"),
    rule("id", "fileNumber"),
    rule("debtor/zip", "debtors.0.address.postcode"),
  ];
  expect(nested(mapped(rules, sample))).toEqual({
    debtor: { name: "Öztürk <& Zn>", zip: "3511 AB" },
    id: "26-000017",
  });
});

const head = {
  batchId: "b",
  type: "summons",
  destination: "Werf & Zoon",
  createdAt: "2026-11-20T09:00:00.000Z",
  count: 1,
  totalAmount: "1234.50",
  checksum: "c",
};

test("the three formats of one sample", () => {
  const rules = [rule("client", "client.name"), rule("debtor/name", "debtors.0.lastName"), rule("note", "claim.note")];
  expect(documentOf("csv", rules, head, [sample])).toBe(
    'batch_id;client;debtor/name;note\r\nb;"Bakkerij \'t Hoekje; B.V.";Öztürk <& Zn>;"regel 1\r\nregel 2"\r\n',
  );
  expect(JSON.parse(documentOf("json", rules, head, [sample]))).toEqual({
    batch: head,
    files: [{ client: "Bakkerij 't Hoekje; B.V.", debtor: { name: "Öztürk <& Zn>" }, note: "regel 1\r\nregel 2" }],
  });
  const xml = documentOf("xml", rules, head, [sample]);
  expect(xml).toContain("<name>Öztürk &lt;&amp; Zn&gt;</name>");
  expect(xml).toContain("<destination>Werf &amp; Zoon</destination>");
  expect(xml.match(/<file>/g)).toHaveLength(1);
});

test("characters not allowed in XML are left out, and all others stay", () => {
  const xml = documentOf("xml", [rule("t", "t")], head, [{ t: "a\u0000b\u000bc\ud83d\ude00d\ufffee" }]);
  expect(xml).toContain("<t>abc\ud83d\ude00de</t>");
});

test("a CSV without rules has the default columns, in their order", () => {
  const [names = ""] = documentOf("csv", [], head, [sample]).split("\r\n");
  expect(names.split(";")).toEqual(["batch_id", ...usualMapping.map(({ target }) => target)]);
});

test.each<[what: string, before: readonly [string, string][], after: readonly [string, string][], changes: object[]]>([
  ["nothing", [["a", "1"]], [["a", "1"]], [{ target: "a", before: "1", after: "1" }]],
  ["a field that is added", [], [["a", "1"]], [{ target: "a", before: null, after: "1" }]],
  ["a field that is removed", [["a", "1"]], [], [{ target: "a", before: "1", after: null }]],
  ["a field that is emptied", [["a", "1"]], [["a", ""]], [{ target: "a", before: "1", after: "" }]],
  [
    "a field that is renamed",
    [["a", "1"]],
    [["b", "1"]],
    [
      { target: "a", before: "1", after: null },
      { target: "b", before: null, after: "1" },
    ],
  ],
])("a change of %s", (_what, before, after, changes) => {
  expect(fieldChanges(before, after)).toEqual(changes);
});
