/** What other modules show of a file: its status, its people, its states, who has it open, and the forms of what is done to it. */
import type { ComponentProps, ReactNode } from "react";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type * as presence from "./presence/presence.web.tsx";

export {
  type ActTarget,
  HoldForm,
  type HoldPaper,
  openCloseForm,
  openDebtorForm,
  openManagerForm,
  openStatusForm,
  type TypedPaper,
  useStateActs,
} from "./record/actions.web.tsx";

export { FileStatusText } from "./record/status.web.tsx";

interface PanelProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** The people of a file, its states, and who has it open or looked at it: fetched with the page of a file, not with the list. */
export const FileParties = lazyComponent<PanelProps>(
  () => import("./parties/parties.web.tsx").then((m) => m.FileParties),
  <Loading />,
);
export const FileStates = lazyComponent<PanelProps & { readonly paper?: (holdId: number) => ReactNode }>(
  () => import("./states/states.web.tsx").then((m) => m.FileStates),
  <Loading />,
);
export const WhoSawThis = lazyComponent<PanelProps>(
  () => import("./presence/presence.web.tsx").then((m) => m.WhoSawThis),
  <Loading />,
);
export const Presence = lazyComponent<ComponentProps<typeof presence.Presence>>(() =>
  import("./presence/presence.web.tsx").then((m) => m.Presence),
);
