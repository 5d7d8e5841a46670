/** The public interface of the templates on the server: finding a current or earlier one, and storing edits. */
import { sealedCheck } from "../../ground/platform/server/audit/sealed.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { templatesTexts } from "./templates.texts.ts";

export { type LintSubject, lintTemplate, readingOf } from "./lint/lint.ts";
export { pressingWords } from "./lint/pressing.ts";
export { languagesToTry, withOwnTexts } from "./rendering/own-texts.ts";
export { withPlaces } from "./rendering/source.ts";
export { findTemplate, templateMark, templateNames } from "./stored/find.server.ts";
export {
  addOwnVariable,
  changeOwnVariable,
  holdTemplates,
  type OwnVariable,
  ownTextsIn,
  ownVariables,
  removeOwnVariable,
  usesOfVariables,
} from "./stored/own-variables.server.ts";
export {
  noteRead,
  revisionsOf,
  type StoredTemplate,
  saveWording,
  templateById,
  templatesOf,
} from "./stored/versions.server.ts";

export const templatesServer = defineModule({
  name: "templates",
  texts: [templatesTexts],
  checks: [
    sealedCheck({
      table: "template_revision",
      columns: "id template_id version name category subject body saved_at saved_by",
      called: "wording",
    }),
    sealedCheck({ table: "own_variable_revision", columns: "id name version texts", called: "own text" }),
  ],
});
