/** Whoever owes, at a browser without script: opens pages and sends their forms as they stand there. */
import type { RawReply, Visitor, World } from "../../app/testing/world.factory.ts";

/** A browser that follows no script: asks for pages. */
const asBrowser = { accept: "text/html,application/xhtml+xml", "sec-fetch-site": "none" };

export const guestAt = async (world: World, path: string): Promise<{ guest: Visitor; reply: RawReply }> => {
  const guest = world.guest();
  return { guest, reply: await guest.raw("GET", path, { headers: asBrowser }) };
};

export const opened = (guest: Visitor, path: string): Promise<RawReply> =>
  guest.raw("GET", path, { headers: asBrowser });

const tokenIn = (page: string): string => /name="_token" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** Sends a form of a page: its token and these fields, as a browser without script does. */
export const posted = (
  guest: Visitor,
  path: string,
  page: string,
  fields: Readonly<Record<string, string>>,
): Promise<RawReply> =>
  guest.raw("POST", path, {
    headers: { ...asBrowser, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ _token: tokenIn(page), ...fields }).toString(),
  });

/** The same with files, as a form does that takes them. */
export function postedWith(
  guest: Visitor,
  path: string,
  page: string,
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly name: string; readonly content: string | Uint8Array; readonly mime: string }[],
): Promise<RawReply> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ _token: tokenIn(page), ...fields })) body.append(name, value);
  for (const file of files)
    body.append("files", new Blob([new Uint8Array(Buffer.from(file.content))], { type: file.mime }), file.name);
  return guest.raw("POST", path, { headers: { ...asBrowser, "sec-fetch-site": "same-origin" }, body });
}

/** The one-time key of the form on a page. */
export const onceIn = (page: string): string => /name="once" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** The words of a page, without its markup. */
export const wordsOf = (page: string): string =>
  page
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, " ");
