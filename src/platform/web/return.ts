/** Where a login leads to. Pure: the address's query is handed in. */

/** Where somebody who is logged in starts. */
export const startAddress = "/file/search";
export const loginAddress = "/login";

/** The login's address, that leads back to `path` afterwards. */
export const loginWithReturn = (path: string): string => `${loginAddress}?return=${encodeURIComponent(path)}`;

/** Where to go after a login: the `return` of the query, if it is a path of ours; never another site. */
export function returnFrom(query: string): string {
  const wanted = /[?&]return=([^&]*)/.exec(query)?.[1];
  const path = wanted === undefined ? "" : decodeURIComponent(wanted.replaceAll("+", " "));
  return /^\/(?![/\\])/.test(path) && !path.startsWith(loginAddress) ? path : startAddress;
}
