/** What header and footer show, read once. */
import { useEffect } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { offerGerman } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { getShellInfo } from "../app.contract.ts";

/** Where the header's search goes (specification, point 7). */
export const fileSearchAddress = "/file/search";

type ShellInfo = ReplyOf<typeof getShellInfo>;

export const useShellInfo = (): ShellInfo | undefined => useCall(getShellInfo, {}, { quiet: true }).data;

/** Keeps the languages that can be chosen in step with what the house offers. */
export function useOffer(): void {
  const isGerman = useShellInfo()?.offerGerman;
  useEffect(() => {
    if (isGerman !== undefined) offerGerman(isGerman);
  }, [isGerman]);
}
