/** What other modules show of the states of a file, and the forms of its actions. */
import type { ComponentProps } from "react";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type * as list from "./state-list.web.tsx";

export {
  HoldForm,
  openCloseForm,
  openStatusForm,
  useStateActs,
} from "./actions.web.tsx";
export type { HoldPaper, TypedPaper } from "./state-form-props.web.ts";

/** The states of a file: fetched with the page of a file, not with the list. */
export const FileStates = lazyComponent<ComponentProps<typeof list.FileStates>>(
  () => import("./state-list.web.tsx").then((m) => m.FileStates),
  <Loading />,
);
