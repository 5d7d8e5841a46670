/** The shapes of templates for the calls about them; the calls themselves are declared with their screens. */
export type { Measure } from "./lint/measures.ts";
export { marksIn } from "./lint/reading.ts";
export type { TemplateBody, TemplateCategory } from "./rendering/body.ts";
export { isInserted, knownTemplates, plainBody, templateBody, templateCategories } from "./rendering/body.ts";
export { formatNumber } from "./rendering/format.ts";
export { namesBetweenPercents } from "./rendering/own-texts.ts";
export { sourceText, tidied } from "./rendering/source.ts";
export { usedVariables } from "./rendering/used-variables.ts";
export {
  conditionNames,
  exampleValues,
  formatValue,
  isListName,
  isVariable,
  type ListName,
  listNames,
  listOf,
  templateVariables,
  type VariableName,
} from "./rendering/variables.ts";
