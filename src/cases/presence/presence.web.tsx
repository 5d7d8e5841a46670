/** Who has a file open or looked at it: fetched with the page of a file, not with the list. */
import type { ComponentProps } from "react";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type * as viewers from "./viewers.web.tsx";

export const WhoSawThis = lazyComponent<ComponentProps<typeof viewers.WhoSawThis>>(
  () => import("./viewers.web.tsx").then((m) => m.WhoSawThis),
  <Loading />,
);
export const Presence = lazyComponent<ComponentProps<typeof viewers.Presence>>(() =>
  import("./viewers.web.tsx").then((m) => m.Presence),
);
