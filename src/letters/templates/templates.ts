/** Templates as data: the public interface to their shape, variables, lint and rendering. Pure. */

export { pressingWords } from "./lint/pressing.ts";
export type {
  ClaimSpecification,
  InterestLine,
  InvoiceLine,
  PaymentDetails,
  TemplateBlocks,
} from "./rendering/blocks.ts";
export { type Template, type TemplateBody, type TemplateChannel, templateBody } from "./rendering/body.ts";
export {
  formatLongDate,
  formatMoney,
  formatRate,
  formatShortDate,
  groupIban,
  groupReference,
} from "./rendering/format.ts";
export { htmlMail, type MailBlock, type MailFrame, textMail } from "./rendering/html.ts";
export {
  type DocumentBlock,
  type DocumentModel,
  plainText,
  renderSubject,
  renderTemplate,
} from "./rendering/render.ts";
export { smsText } from "./rendering/sms.ts";
export { sourceText } from "./rendering/source.ts";
export { usedVariables } from "./rendering/used.ts";
export type { TemplateValues } from "./rendering/variables.ts";
