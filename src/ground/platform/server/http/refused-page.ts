/** The page shown when a navigation to a call is refused: a typed address, a link to a document, an old bookmark. */
import type { Call } from "../../../kernel/contract.ts";
import type { Language } from "../../../kernel/texts.ts";
import type { ErrorReply, TextTable } from "./error-replies.ts";

const headings: Readonly<Record<number, string>> = { 403: "platform.accessDenied", 404: "platform.notFound" };

/** Statuses that may be temporary. */
const passing: ReadonlySet<number> = new Set([409, 429, 500, 502, 503, 504, 507]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
  body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
  main { max-width: 32rem; padding: 2rem 1.5rem; }
  h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .5rem; }
  p { margin: 0 0 1rem; }
  a { display: inline-block; margin-right: 1.25rem; color: light-dark(#0b7285, #66d9e8); }
`;

/** Where the reader of a page goes on from a refusal: to that page again where it can be opened, else to the page that its address begins with. */
export function pageHome(
  modules: readonly { readonly handlers: readonly { readonly call: Call }[] }[],
  { path }: Call,
): (address: string) => string {
  const isOpened = modules.some(({ handlers }) =>
    handlers.some(({ call }) => call.carries === "page" && call.method === "GET" && call.path === path),
  );
  return isOpened ? (address) => address : () => /^\/[^/]+/.exec(path)?.[0] ?? "/";
}

interface RefusedPage {
  readonly texts: TextTable;
  readonly language: Language;
  /** The requested one. */
  readonly address: string;
  /** Where its reader goes on. */
  readonly home: string;
  /** Allows its style. */
  readonly nonce: string;
}

/** A page with the error message in the user's language. */
export function refusedPage({ status, body }: ErrorReply, spec: RefusedPage): string {
  const t = (key: string): string => escaped(spec.texts.translate(spec.language, { key }));
  const heading = t(headings[status] ?? "platform.refusedTitle");
  const fields = typeof body.errors === "object" && body.errors !== null ? Object.values(body.errors).flat() : [];
  const sentences = fields.length > 0 ? fields : [body.message];
  return [
    `<!doctype html><html lang="${spec.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${heading} · Vorder</title><link rel="icon" href="/vorder.svg" type="image/svg+xml">`,
    `<style nonce="${escaped(spec.nonce)}">${style}</style></head><body><main><h1>${heading}</h1>`,
    ...[...new Set(sentences.map(String))].map((sentence) => `<p>${escaped(sentence)}</p>`),
    "<p>",
    passing.has(status) || spec.home === spec.address
      ? `<a href="${escaped(spec.address)}">${t("platform.tryAgain")}</a>`
      : "",
    spec.home === spec.address ? "" : `<a href="${escaped(spec.home)}">${t("platform.backHome")}</a>`,
    "</p></main></body></html>",
  ].join("");
}
