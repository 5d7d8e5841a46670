/** What opens over the page (choices, menus, calendars) lies at the end of it, in one landmark. */
import { useEffect } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";

/** Names that landmark in the reader's language. */
export function useLayersName(): void {
  const t = usePlatformTexts();
  useEffect(() => document.getElementById("layers")?.setAttribute("aria-label", t("layers")), [t]);
}
