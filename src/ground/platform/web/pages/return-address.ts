/** Where a login leads to. Pure: the address's query is handed in. */
import { holds } from "../../../kernel/access.ts";
import { ownPath } from "../../../kernel/own-path.ts";

/** Where somebody who is logged in starts. */
export const startAddress = "/file/search";
export const loginAddress = "/login";

/** Where somebody with this acl starts: the file search, or the first screen for who may not search. */
export const startFor = (acl: readonly string[]): string => (holds(acl, "ROLE_FILE_SEARCH") ? startAddress : "/");

/** The login's address, that leads back to `path` (with its query and hash) afterwards. */
export const loginWithReturn = (path: string): string => `${loginAddress}?return=${encodeURIComponent(path)}`;

/** Where to go after a login: the `return` of the query, if it is a path of ours; never another site, nor the login itself. */
export function returnFrom(query: string, start: string = startAddress): string {
  const path = ownPath(new URLSearchParams(query).get("return") ?? "");
  return path === undefined || /^\/login(?=[/?#]|$)/.test(path) ? start : path;
}
