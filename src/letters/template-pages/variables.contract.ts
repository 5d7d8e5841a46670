/** The calls and screens of variables: documented ones of the product, and the provider's own text blocks (specification, point 2). */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { isListName, isVariable, listNames, namesBetweenPercents } from "../templates/templates.contract.ts";

/** Writing them takes no more than reading templates (specification, point 2). */
const who = any("ROLE_EMAIL_TEMPLATE_VIEW");
const reader = any(
  "ROLE_EMAIL_TEMPLATE_VIEW",
  "ROLE_EMAIL_TEMPLATE_EDIT",
  "ROLE_POST_MAIL_TEMPLATE_VIEW",
  "ROLE_POST_MAIL_TEMPLATE_EDIT",
);

export const variableKinds = ["product", "own"] as const;

const use = z.object({
  id: z.number().int(),
  channel: z.enum(["post", "email", "sms", "call"]),
  code: z.string(),
  name: z.string(),
  languages: z.array(z.enum(languages)),
});
export type VariableUse = z.infer<typeof use>;

/** Plain lines: no character that does not print, but for a line's end. */
const text = z
  .string()
  .trim()
  .max(2000)
  .refine((typed) => !/[^\P{Cc}\n\r\t]/u.test(typed), { error: "template-pages.errorControl" })
  .superRefine((typed, context) => {
    const unknown = namesBetweenPercents(typed).find((name) => !isVariable(name));
    if (unknown !== undefined)
      context.addIssue({ code: "custom", message: "template-pages.errorOwnVariable", params: { name: unknown } });
  });

const texts = z.strictObject({
  nl: text.refine((typed) => typed !== "", { error: "template-pages.errorDutch" }),
  en: text,
  fr: text,
  de: text,
});

const variable = z.object({
  name: z.string(),
  kind: z.enum(variableKinds),
  /** Of an own one; those of the product are known by their name. */
  id: z.number().int().nullable(),
  title: z.string(),
  /** What it is, as it stands in a message: an example, or the own text in the reader's language. */
  example: z.string(),
  type: z.enum(["text", "money", "date", "number", "iban", "reference", "link", "email", "phone"]),
  /** The paragraph that names it falls away where it is empty; any other empty one stops the message. */
  optional: z.boolean(),
  /** The list of the file of which it is one column, which a text can go through; null for one that stands by itself. */
  list: z.enum(listNames).nullable(),
  uses: z.array(use),
});
export type VariableRow = z.infer<typeof variable>;

const own = variable.extend({
  id: z.number().int(),
  texts: z.object({ nl: z.string(), en: z.string(), fr: z.string(), de: z.string() }),
  version: z.number().int(),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
});
export type OwnVariableShown = z.infer<typeof own>;

const path = "/api/v4/email/variable";

export const listVariables = call({
  method: "GET",
  path,
  who: reader,
  summary:
    "What templates may name: the product's variables, and texts of the house's own, each with where it is used.",
  query: tableQuery({
    order: ["name", "title"],
    filter: { search: z.string().trim().max(100), kind: z.enum(variableKinds) },
    unlimited: true,
  }),
  reply: pageOf(variable),
});

export const getVariable = call({
  method: "GET",
  path: `${path}/{id}`,
  who,
  summary: "A text of the house's own, in four languages.",
  params: idParam,
  reply: own,
});

const body = { title: z.string().trim().min(1, { error: "template-pages.errorTitle" }).max(100), texts };

export const createVariable = call({
  method: "POST",
  path,
  who,
  summary: "Adds a text of the house's own, which templates may name.",
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .regex(/^[a-z][A-Za-z0-9]{0,39}$/, { error: "template-pages.errorVariableName" })
      .refine((name) => !isVariable(name) && !isListName(name), { error: "template-pages.errorVariableTaken" }),
    ...body,
  }),
  reply: own,
});

export const updateVariable = call({
  method: "PUT",
  path: `${path}/{id}`,
  who,
  summary: "Changes a text of the house's own; its name stays. A version that is not the newest is a conflict.",
  params: idParam,
  body: z.strictObject({ ...body, version: rowVersion }),
  reply: own,
});

export const deleteVariable = call({
  method: "DELETE",
  path: `${path}/{id}`,
  who,
  summary: "Deletes a text of the house's own that no template names; else the refusal says which do.",
  params: idParam,
});

export const variablesScreen = screen({ path: "/email/variable", who, title: "template-pages.variables" });
export const addVariableScreen = screen({ path: "/email/variable/add", who, title: "template-pages.addVariable" });
export const showVariableScreen = screen({ path: "/email/variable/{id}", who, title: "template-pages.variable" });
export const editVariableScreen = screen({
  path: "/email/variable/{id}/edit",
  who,
  title: "template-pages.editVariable",
});
