/** Addresses that stay with us. */

/** Any origin will do: what stays on it is a path of ours. */
const here = "https://here.invalid";

/**
 * The address as the browser will read it, if it stays with us. Browsers drop tabs and line ends from an address and take a backslash
 * for a slash, so only their own reading tells `/\t/elsewhere` from a path.
 */
export function ownPath(wanted: string): string | undefined {
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
