/** What header and footer show, read once. */
import type { ReplyOf } from "../../kernel/contract.ts";
import { useCall } from "../../platform/web/api.web.ts";
import { getShellInfo } from "../app.contract.ts";

/** Where the header's search goes (specification, point 7). */
export const fileSearchAddress = "/file/search";

export const useShellInfo = (): ReplyOf<typeof getShellInfo> | undefined =>
  useCall(getShellInfo, {}, { quiet: true }).data;
