/** What other modules show of the people of a file: loaded with the page of a file, not with the list. */
import type { ComponentProps } from "react";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type * as people from "./people.web.tsx";

export { openDebtorForm } from "./open-debtor.web.tsx";

export const FileParties = lazyComponent<ComponentProps<typeof people.FileParties>>(
  () => import("./people.web.tsx").then((m) => m.FileParties),
  <Loading />,
);
