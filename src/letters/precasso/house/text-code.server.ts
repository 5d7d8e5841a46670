/** Which text is sent in a client's name: its own where it has an allowed one, else the provider's. */
import type { Db } from "../../../ground/platform/server/http/module.ts";
import {
  type OwnVariable,
  ownTextsIn,
  ownVariables,
  type StoredTemplate,
  templatesOf,
  withOwnTexts,
} from "../../templates/templates.server.ts";
import { bodyWords } from "../../templates/templates.ts";
import { lineProblem } from "./house.ts";

export const channelOf = (code: string): "post" | "email" | "sms" =>
  code.startsWith("POST_") ? "post" : code.startsWith("EM_") ? "email" : "sms";

/** Why a text may not be sent in a client's name: it is judged with the provider's text blocks put in, as it is sent. */
export function problemOf(
  template: Pick<StoredTemplate, "subject" | "body" | "language">,
  blocks: readonly OwnVariable[],
): ReturnType<typeof lineProblem> {
  const { subject, body } = withOwnTexts(template, ownTextsIn(blocks, template.language));
  return lineProblem(`${subject}\n${bodyWords.source(body)}`);
}

/** The text used for a template and language: the code of the client's own text, or the template's if there is none. */
export async function textCode(db: Db, clientId: number, code: string, language: string): Promise<string> {
  const row = await db
    .selectFrom("precasso_text")
    .innerJoin("template", "template.code", "precasso_text.own_code")
    .select("precasso_text.own_code")
    .where("precasso_text.client_id", "=", clientId)
    .where("precasso_text.code", "=", code)
    .where("precasso_text.used_since", "is not", null)
    .where("template.language", "=", language)
    .executeTakeFirst();
  if (!row) return code;
  const own = (await templatesOf(db, channelOf(code))).find(
    (one) => one.code === row.own_code && one.language === language,
  );
  return own && problemOf(own, await ownVariables(db)) === null ? row.own_code : code;
}
