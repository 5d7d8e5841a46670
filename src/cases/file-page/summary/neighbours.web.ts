/** The previous and next file in the list from which this one was opened. */
import { z } from "zod";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { searchFiles } from "../../file-search/file-search.contract.ts";
import { fileAddress } from "../../files/files.ts";
import { listQuery } from "./list-address.web.ts";

export interface Neighbours {
  /** The place in the list, from 1; absent where the file was not opened from a list. */
  readonly at: number | undefined;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const none: Neighbours = { at: undefined, total: 0, previous: undefined, next: undefined };

const wholeNumber = z.coerce.number().int().min(0);

/** Asks for three rows around this one; where the list has changed meanwhile, for what stands there now. */
export function useNeighbours(id: number): Neighbours {
  const { values } = useAddressQuery();
  const place = wholeNumber.safeParse(values.at);
  const search = values.list ?? "";
  const at = place.success && values.at !== undefined ? place.data : undefined;
  const offset = Math.max(0, (at ?? 0) - 1);
  const wanted = searchFiles.query.safeParse({ ...listQuery(search), offset, limit: 3 });
  const query = wanted.success ? wanted.data : { offset, limit: 3 };
  const found = useCall(searchFiles, { query }, { enabled: at !== undefined && wanted.success, quiet: true });
  if (at === undefined || found.data === undefined) return none;
  const { items, total } = found.data;
  const own = items.findIndex((item) => item.id === id);
  const here = own < 0 ? at - offset : own;
  // Where this file has left the list meanwhile, the one that came to its place is the next.
  const after = own < 0 ? here : here + 1;
  const link = (index: number): string | undefined => {
    const item = items[index];
    return item && fileAddress(item.id, { search, at: offset + index });
  };
  return { at: offset + here + 1, total, previous: link(here - 1), next: link(after) };
}
