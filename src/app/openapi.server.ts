/** The OpenAPI description of every call, made from the declarations: shapes, who may, errors. */
import { z } from "zod";
import { type Access, allows, type Role, roles } from "../ground/kernel/access.ts";
import { type Call, pathParameters, type Screen } from "../ground/kernel/contract.ts";
import { errorCatalogue } from "../ground/kernel/errors.ts";
import { richText } from "../ground/platform/rich-text.ts";
import { plainBody, templateBody } from "../letters/templates/templates.contract.ts";

export const accessText = (who: Access): string =>
  who.kind === "any" || who.kind === "all" ? `${who.kind}(${who.roles.join(", ")})` : who.kind;

type Json = Record<string, unknown>;
type Direction = "input" | "output";

/** Shapes that many calls carry: described once, and named wherever they stand. */
const named = z.registry<{ id: string }>();
named.add(templateBody, { id: "LetterText" });
named.add(plainBody, { id: "PaperText" });
named.add(richText, { id: "RichText" });

const manner = {
  unrepresentable: "any",
  target: "openapi-3.0",
  reused: "inline",
  metadata: named,
  // The pattern of a date or an address says at length what its format says in a word.
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

/** What is taken may be wider than what is answered, so a shape has a name for each. */
const componentName = (id: string, io: Direction): string => (io === "input" ? `${id}Input` : id);

const components = (io: Direction): Json =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(named, { ...manner, io }).schemas).map(([id, { $id, ...shape }]) => [
      componentName(id, io),
      shape,
    ]),
  );

const schemaOf = (schema: z.ZodType, io: Direction): Json => {
  const { $schema, definitions, ...json } = z.toJSONSchema(schema, { ...manner, io });
  const text = JSON.stringify(json).replaceAll(
    /"#\/definitions\/(\w+)"/g,
    (_all, id: string) => `"#/components/schemas/${componentName(id, io)}"`,
  );
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
};

const errorSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(errorCatalogue) },
    message: { type: "string", description: "A sentence in the language of Accept-Language." },
    errors: {
      type: "object",
      description: "Messages by field; `common` for what belongs to no field.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
};

const isEmpty = (schema: Record<string, unknown>): boolean =>
  schema.type === "object" &&
  Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(schema.properties)).length === 0 &&
  !schema.additionalProperties;

function parametersOf(call: Call): Record<string, unknown>[] {
  const path = pathParameters(call.path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = schemaOf(call.query, "input");
  const properties = z.record(z.string(), z.unknown()).catch({}).parse(query.properties);
  const list = "filter" in properties && "limit" in properties;
  const names: Record<string, string> = { offset: "_offset", limit: "_limit", order: "_order", filter: "_filter" };
  return [
    ...path,
    ...Object.entries(properties).map(([name, schema]) => ({
      name: list ? (names[name] ?? name) : name,
      in: "query",
      schema,
      ...(typeof schema === "object" && schema !== null && "type" in schema && schema.type === "object"
        ? { style: "deepObject" }
        : {}),
    })),
  ];
}

function operation(call: Call): Record<string, unknown> {
  const body = schemaOf(call.body, "input");
  const media = call.carries === "files" ? "multipart/form-data" : "application/json";
  const reply =
    call.carries === "blob"
      ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
      : call.carries === "page"
        ? { "text/html": { schema: { type: "string" } } }
        : { "application/json": { schema: schemaOf(call.reply, "output") } };
  return {
    summary: call.summary,
    description: `Who may: ${accessText(call.who)}.`,
    "x-who": accessText(call.who),
    "x-writes": call.writes,
    parameters: parametersOf(call),
    ...(call.method === "GET" || (isEmpty(body) && call.carries !== "files")
      ? {}
      : { requestBody: { content: { [media]: { schema: body } } } }),
    responses: {
      "200": { description: "Done.", content: reply },
      default: {
        description: "An error of the catalogue.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

/** The description as one plain object. */
export function openApi(calls: readonly Call[], version: string): { openapi: string; [part: string]: unknown } {
  const paths: Record<string, Record<string, unknown>> = {};
  const sorted = [...calls].sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, "en"));
  for (const call of sorted) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
  return {
    openapi: "3.0.3",
    info: {
      title: "Vorder",
      version,
      description:
        "Sessions go by cookie. Every call carries X-Requested-With; every call that changes something carries the csrf token of GET /api/v4/users/csrf as `_token` in its body or as the header X-XSRF-TOKEN. A POST may carry an Idempotency-Key. Amounts are decimal strings unless a name ends in Cents; dates are YYYY-MM-DD.",
    },
    paths,
    components: {
      schemas: { Error: errorSchema, ...components("input"), ...components("output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "vorder_session" } },
    },
    security: [{ session: [] }],
  };
}

/** What one role on its own gets: `x` in, `+` in together with the others that stand in the rule, `.` nothing. */
const cellOf = (who: Access, role: Role): string => {
  if (allows(who, [role], true)) return "x";
  return who.kind === "all" && who.roles.includes(role) ? "+" : ".";
};

const byPath = <Declared extends { path: string; method?: string }>(rows: readonly Declared[]): Declared[] =>
  [...rows].sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, "en"));

const guardOf = (who: Access) =>
  who.kind === "any" || who.kind === "all"
    ? { kind: who.kind, roles: [who.roles[0], ...who.roles.slice(1)] satisfies [Role, ...Role[]] }
    : who;

/** What there is to open, and who may: the screens and calls as they are declared. */
export const declarations = (calls: readonly Call[], screens: readonly Screen[]) => ({
  screens: byPath(screens.map(({ path, title, who }) => ({ path, title, who: guardOf(who) }))),
  calls: byPath(calls.map(({ method, path, summary, who }) => ({ method, path, summary, who: guardOf(who) }))),
});

/** The access matrix: one line for each call and screen, its rule, and a column for each of the roles. */
export function accessMatrix(rows: readonly { readonly name: string; readonly who: Access }[]): string {
  const head = ["call or screen", "rule", ...roles.map((role) => role.replace("ROLE_", ""))];
  const lines = rows
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ name, who }) => [name, accessText(who), ...roles.map((role) => cellOf(who, role))]);
  return [head, ...lines].map((cells) => `${cells.join("\t")}\n`).join("");
}
