/** Where a login leads to. Pure: the address's query is handed in. */
import { holds } from "../../kernel/access.ts";

/** Where somebody who is logged in starts. */
export const startAddress = "/file/search";
export const loginAddress = "/login";

/** Where somebody with this acl starts: the file search, or the first screen for who may not search. */
export const startFor = (acl: readonly string[]): string => (holds(acl, "ROLE_FILE_SEARCH") ? startAddress : "/");

/** The login's address, that leads back to `path` (with its query and hash) afterwards. */
export const loginWithReturn = (path: string): string => `${loginAddress}?return=${encodeURIComponent(path)}`;

/** Any origin will do: what stays on it is a path of ours. */
const here = "https://here.invalid";

/**
 * The address as the browser will read it, if it stays with us. Browsers drop tabs and line ends from an address and take a backslash
 * for a slash, so only their own reading tells `/\t/elsewhere` from a path.
 */
function pathOfOurs(wanted: string): string | undefined {
  if (!wanted.startsWith("/")) return undefined;
  let url: URL;
  try {
    url = new URL(wanted, here);
  } catch {
    return undefined;
  }
  // A path that begins with two slashes would be read as another site once it stands alone.
  return url.origin === here && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : undefined;
}

/** Where to go after a login: the `return` of the query, if it is a path of ours; never another site, nor the login itself. */
export function returnFrom(query: string, start: string = startAddress): string {
  const path = pathOfOurs(new URLSearchParams(query).get("return") ?? "");
  return path === undefined || /^\/login(?=[/?#]|$)/.test(path) ? start : path;
}
