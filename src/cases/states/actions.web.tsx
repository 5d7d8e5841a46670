/** What a person does to the states of a file: hold, lift, close, reopen, status. Each opens as a modal. */
import type { ReactNode } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { textOf } from "../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type { HoldKind } from "../files/files.ts";
import { type ActFormProps, type ActTarget, actOpener } from "../files/files.web.tsx";
import { type placeHoldOnFile, reopenFileByHand } from "./states.contract.ts";

/** The paper on which a state rests, as it is typed: one that the file has, by its key, or a new one. */
export interface TypedPaper {
  readonly paper: string | null;
  readonly file: File[];
}

/** Papers belong to a module above: it gives the fields `paper` and `file`, and places a state together with what was given in them. */
export interface HoldPaper {
  readonly fields: (chosen: string | null) => ReactNode;
  readonly place: (state: BodyOf<typeof placeHoldOnFile>, typed: TypedPaper) => Promise<unknown>;
}

export interface HoldFormProps extends ActFormProps {
  readonly paper?: HoldPaper;
}

/** A state that is to end, and the version of its file. */
export interface LiftTarget {
  readonly fileId: number;
  readonly version: number;
  readonly holdId: number;
  readonly kind: HoldKind;
  readonly onDone: () => void;
}

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
