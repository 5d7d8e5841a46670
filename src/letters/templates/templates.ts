/** Templates as data: the public interface to their shape, variables, lint and rendering. Pure. */

export type {
  ClaimSpecification,
  InterestLine,
  InvoiceLine,
  PaymentDetails,
  TemplateBlocks,
} from "./rendering/blocks.ts";
export { plainBody, type Template } from "./rendering/body.ts";
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
export { bodyWords } from "./rendering/used-variables.ts";
export type { TemplateValues } from "./rendering/variables.ts";
