/** Which field of an office takes which of ours: data that a person edits and tries, not code. Pure. */
import { z } from "zod";

export const valueKinds = ["text", "date", "amount", "yesno"] as const;

/** A path through our model: names and places, `debtors.0.lastName`. */
const source = z
  .string()
  .trim()
  .max(120)
  .regex(/^$|^[A-Za-z][A-Za-z0-9]*(\.([A-Za-z][A-Za-z0-9]*|\d{1,3}))*$/, { error: "handover-batches.errorSource" });

/** A name of a column, or of elements that lie in each other: `debtor/name`. */
const target = z
  .string()
  .trim()
  .max(120)
  .regex(/^[A-Za-z_][\w.-]*(\/[A-Za-z_][\w.-]*)*$/, { error: "handover-batches.errorTarget" })
  .refine((text) => !text.split("/").some((part) => /^(__proto__|constructor|prototype)$/.test(part)), {
    error: "handover-batches.errorTarget",
  });

export const mappingRule = z.strictObject({
  target,
  /** Empty where `text` is what always goes there. */
  source: source.default(""),
  text: z.string().max(200).default(""),
  as: z.enum(valueKinds).default("text"),
});
export type MappingRule = z.output<typeof mappingRule>;

export const mapping = z
  .array(mappingRule)
  .max(200)
  .check((context) => {
    const names = context.value.map((rule) => rule.target);
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at || names.some((other) => other.startsWith(`${name}/`)))
        context.issues.push({
          code: "custom",
          message: "handover-batches.errorTargetTwice",
          path: [at, "target"],
          input: name,
        });
  });

const usual: readonly (readonly [name: string, path: string, as?: MappingRule["as"]])[] = [
  ["file_number", "fileNumber"],
  ["client_id", "client.externalId"],
  ["client_ref", "clientFileRef"],
  ["client_name", "client.name"],
  ["debtor_type", "debtors.0.type"],
  ["initials", "debtors.0.initials"],
  ["prefix", "debtors.0.prefix"],
  ["last_name", "debtors.0.lastName"],
  ["company_name", "debtors.0.companyName"],
  ["kvk", "debtors.0.kvk"],
  ["birth_date", "debtors.0.birthDate", "date"],
  ["street", "debtors.0.address.street"],
  ["house_no", "debtors.0.address.houseNumber"],
  ["addition", "debtors.0.address.suffix"],
  ["postcode", "debtors.0.address.postcode"],
  ["city", "debtors.0.address.city"],
  ["claim_title", "claim.title"],
  ["principal", "claim.totals.principal", "amount"],
  ["interest", "claim.totals.interest", "amount"],
  ["costs", "claim.totals.costs", "amount"],
  ["paid", "claim.totals.paid", "amount"],
  ["open", "claim.totals.open", "amount"],
  ["wik_letter_date", "claim.bik.letterDate", "date"],
  ["court", "court.name"],
  ["vat_reclaim", "client.canReclaimVat", "yesno"],
  ["language", "language"],
];

/** What an office that reads rows gets where nothing else was agreed on. */
export const usualMapping: readonly MappingRule[] = usual.map(([name, path, as = "text"]) => ({
  target: name,
  source: path,
  text: "",
  as,
}));

function valueAt(record: unknown, path: string): unknown {
  let at: unknown = record;
  for (const part of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = Object.entries(at).find(([name]) => name === part)?.[1];
  }
  return at;
}

const plainDate = /^(\d{4})-(\d\d)-(\d\d)$/;

function written(value: unknown, as: MappingRule["as"]): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => written(one, as)).join(" ");
  if (typeof value === "object") return "";
  if (as === "yesno") return value === true || value === "true" ? "Y" : "N";
  const text = String(value);
  if (as === "date") return text.replace(plainDate, "$3-$2-$1");
  if (as === "amount") return text.replace(".", ",");
  return text;
}

/** The fields of one file as the office names them, in the order of the rules. */
export const mapped = (rules: readonly MappingRule[], record: unknown): readonly (readonly [string, string])[] =>
  rules.map((rule) => [rule.target, rule.source === "" ? rule.text : written(valueAt(record, rule.source), rule.as)]);

/** Fields that lie in each other where their names say so. */
export function nested(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const parts = name.split("/");
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const known = at[part];
      const inner: Record<string, unknown> =
        typeof known === "object" && known !== null ? Object.fromEntries(Object.entries(known)) : {};
      at[part] = inner;
      at = inner;
    }
    at[parts.at(-1) ?? name] = value;
  }
  return root;
}

/** What a change of the rules changes in the fields of a file: what comes, goes and reads otherwise. */
export function fieldChanges(
  before: readonly (readonly [string, string])[],
  after: readonly (readonly [string, string])[],
): { readonly target: string; readonly before: string | null; readonly after: string | null }[] {
  const [old, fresh] = [new Map(before), new Map(after)];
  const targets = [...new Set([...old.keys(), ...fresh.keys()])];
  return targets.map((name) => ({ target: name, before: old.get(name) ?? null, after: fresh.get(name) ?? null }));
}
