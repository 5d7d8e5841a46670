import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import type { abTestTexts } from "../ab-tests/ab-tests.texts.ts";
import type { workflowTexts } from "../workflows.texts.ts";
import type { editorTexts } from "./editor.texts.ts";
import type { headTexts } from "./heads.texts.ts";

export const useEditorTexts = () => useTexts<typeof editorTexts>("workflow-editor");
export const useStepTexts = () => useTexts<typeof workflowTexts>("workflows");
export const useHeadTexts = () => useTexts<typeof headTexts>("workflow-heads");
export const useTrialTexts = () => useTexts<typeof abTestTexts>("workflow-trials");
