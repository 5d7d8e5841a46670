/** Papers for courts, trustees and debt counsellors: templates, and what is written with them for a file. */
import { any } from "../../ground/kernel/access.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { bundleHandlers, bundleJob } from "./bundle/bundle.server.ts";
import { courtTemplateScreen, courtTemplatesScreen } from "./court-papers.contract.ts";
import { courtPaperTexts } from "./court-papers.texts.ts";
import { draftingHandlers } from "./drafting/drafting.server.ts";
import { statementHandlers } from "./statements/statements.server.ts";
import { templateHandlers } from "./templates/templates.server.ts";

export { eraseCourtPapers } from "./erase.server.ts";

export const courtPapersServer = defineModule({
  name: "court-papers",
  screens: [courtTemplateScreen, courtTemplatesScreen],
  texts: [courtPaperTexts],
  history: [
    {
      subject: "court_template",
      who: any("ROLE_LEGAL"),
      name: "court-papers.template",
      field: (field) => `court-papers.${field}`,
    },
  ],
  jobs: [bundleJob],
  handlers: [...templateHandlers, ...draftingHandlers, ...bundleHandlers, ...statementHandlers],
});
