/** The public interface of the calls and screens about court papers. */
export { downloadCourtBundle, listCourtBundles, makeCourtBundle } from "./bundle/bundle.contract.ts";
export {
  listCourtPapers,
  previewCourtPaper,
  returnCourtPaper,
  rewriteCourtPaper,
  storeCourtPaper,
} from "./drafting/drafting.contract.ts";
export { answerBalance, readBalanceAnswers } from "./statements/statements.contract.ts";
export {
  copyCourtTemplate,
  courtTemplateScreen,
  courtTemplatesScreen,
  listCourtTemplateRevisions,
  listCourtTemplates,
  readCourtTemplate,
  restoreCourtTemplate,
  sampleOfCourtTemplate,
  saveCourtTemplate,
} from "./templates/templates.contract.ts";
