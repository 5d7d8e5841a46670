/**
 * The way to the reader's own page in a message. Until the message is made, and in the text of it that is kept, signs without a meaning stand
 * where its secret and code belong: as many, so that an SMS is counted right. Pure.
 */
import type { TemplateBlocks, TemplateValues } from "../../templates/templates.ts";

type PageDetails = NonNullable<TemplateBlocks["page"]>;

/** What opens the page: of the address, and to be typed. */
export interface PageSecrets {
  readonly secret: string;
  /** As it is printed: "K7QF-2M9P-XC4T". */
  readonly code: string;
}

const withoutMeaning: PageSecrets = { secret: "x".repeat(22), code: "XXXX-XXXX-XXXX" };

/** The way to the page below the house's own address. `linkAddress` of the debtor's page knows the same. */
export const pageDetails = (baseUrl: string, { secret, code }: PageSecrets = withoutMeaning): PageDetails => ({
  address: `${baseUrl}/d/${secret}`,
  short: `${baseUrl.replace(/^https?:\/\//, "")}/d`,
  code,
});

/** A text without what opens the page. */
export const withoutSecrets = (text: string, { secret, code }: PageSecrets): string =>
  text.replaceAll(secret, withoutMeaning.secret).replaceAll(code, withoutMeaning.code);

/** The same message with secrets in their place; one whose reader has no page stays as it is. */
export function withSecrets<Model extends { readonly values: TemplateValues; readonly blocks: TemplateBlocks }>(
  model: Model,
  { secret, code }: PageSecrets,
): Model {
  const { page } = model.blocks;
  if (!page) return model;
  const whole = { ...page, address: page.address.replace(withoutMeaning.secret, secret), code };
  return {
    ...model,
    values: { ...model.values, paymentLink: whole.address },
    blocks: { ...model.blocks, page: whole },
  };
}
