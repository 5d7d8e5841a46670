/** What the list of a search says when the search failed, and the entry in it that tries again. */
import { Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import { ApiError } from "../http/transport.web.ts";
import { retryValue } from "./choice-list.web.ts";

/** Why a search brought nothing, where it failed: never the same as that there is nothing. */
export function useSearchFailure(error: Error | null): string | undefined {
  const t = usePlatformTexts();
  if (error === null) return undefined;
  if (!(error instanceof ApiError)) return t("searchFailed");
  if (error.status === 0) return t("searchOffline");
  return error.status === 401 || error.status === 403 ? error.message : t("searchFailed");
}

/** The open list, and the entry in it that tries a failed search again: it leaves the list open and what was typed as it is. */
export function useRetryEntry(failure: string | undefined, retry: () => void) {
  const t = usePlatformTexts();
  const [isOpen, setOpen] = useState(false);
  const isRetrying = useRef(false);
  const again = `${failure ?? ""} ${t("tryAgain")}`;
  return {
    entries: failure === undefined ? [] : [{ value: retryValue, label: again }],
    /** Whether it was this entry that was chosen. */
    takes: (value: string | null | undefined): boolean => {
      if (value !== retryValue) return false;
      isRetrying.current = true;
      // A list of one choice closes right now; one of several does not close at all.
      queueMicrotask(() => {
        isRetrying.current = false;
      });
      retry();
      return true;
    },
    box: {
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => {
        if (!isRetrying.current) setOpen(false);
      },
      renderOption: ({ option: shown }: { option: { value: string; label: string } }): ReactNode =>
        shown.value === retryValue ? (
          <span>
            {failure}{" "}
            <Text span inherit className="v-link">
              {t("tryAgain")}
            </Text>
          </span>
        ) : (
          shown.label
        ),
    },
  };
}
