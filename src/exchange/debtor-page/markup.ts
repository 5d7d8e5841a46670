/** Pages as text: whatever is put into one is a word and never markup. Pure. */

/** Markup that was made here. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | readonly Part[] | null | undefined | false;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const partText = (part: Part): string => {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  return typeof part === "object" ? part.map(partText).join("") : escaped(String(part));
};

/** A piece of a page; values are escaped, for text and for quoted attributes alike. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.map((text, at) => text + partText(parts[at])).join(""));

/** A phone number that is called by a click, or a tap. */
export const phoneLink = (number: string): Markup => html`<a href="tel:${number.replace(/[^\d+]/g, "")}">${number}</a>`;

/** A sentence with a piece of a page in each blank (`%name%`); a blank without one stays as it is written. */
export const filled = (sentence: string, parts: Readonly<Record<string, Part>>): Markup =>
  html`${sentence.split(/(%\w+%)/).map((piece) => parts[piece.slice(1, -1)] ?? piece)}`;
