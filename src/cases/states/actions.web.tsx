/** Actions on the states of a file: hold, lift, close, reopen, status. Each opens as a modal. */
import { textOf } from "../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type { HoldKind } from "../files/files.ts";
import { type ActTarget, actOpener } from "../files/files.web.tsx";
import type { LiftTarget } from "./state-form-props.web.ts";
import { reopenFileByHand } from "./states.contract.ts";

const forms = () => import("./closing-forms.web.tsx");
export const HoldForm = lazyComponent(
  () => import("./state-forms.web.tsx").then((m) => m.HoldForm),
  <Loading shape="form" />,
);
const LiftForm = lazyComponent(() => import("./state-forms.web.tsx").then((m) => m.LiftForm), <Loading shape="form" />);
const CloseForm = lazyComponent(() => forms().then((m) => m.CloseForm), <Loading shape="form" />);
const StatusForm = lazyComponent(() => forms().then((m) => m.StatusForm), <Loading shape="form" />);
export const openCloseForm = actOpener("files.close", CloseForm);
export const openStatusForm = actOpener("files.changeStatus", StatusForm);

/** Ends a state, with the reason why. */
export const openLiftForm = (target: LiftTarget): void => {
  openModal({ title: textOf("parties.liftTitle", { hold: textOf(`files.hold_${target.kind}`) }) }, (close) => (
    <LiftForm target={target} close={close} />
  ));
};

/** Ends a state, and opens a closed file again. */
export function useStateActs(target: ActTarget) {
  const reopen = useAct(reopenFileByHand, { onSuccess: target.onDone });
  return {
    lift: (hold: { readonly id: number; readonly kind: HoldKind }): void =>
      openLiftForm({
        fileId: target.id,
        version: target.version,
        onDone: target.onDone,
        holdId: hold.id,
        kind: hold.kind,
      }),
    reopen: () => reopen.run({ params: { id: target.id }, body: { version: target.version } }),
  };
}
