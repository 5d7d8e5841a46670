/** What a person does to a file: hold, close, reopen, status, case manager, the debtor's details. Each opens as a modal. */

import type { ComponentType, ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../../ground/platform/web/pages/page.web.tsx";
import { type placeHoldOnFile, reopenFileByHand } from "../files.contract.ts";
import type { FilePhase, FileStatus } from "../files.ts";
import type { Debtor } from "../parties/debtor.contract.ts";
import type { HoldKind } from "../states/holds.ts";

/** A file as the acts need it; `onDone` is told after each, for whatever shows the file. */
export interface ActTarget {
  readonly id: number;
  readonly version: number;
  readonly status: FileStatus;
  readonly phase: FilePhase;
  readonly caseManagerId: number | null;
  readonly onDone: () => void;
}

export interface ActFormProps {
  readonly target: ActTarget;
  readonly close: () => void;
}

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

export interface DebtorFormProps {
  readonly fileId: number;
  readonly debtor: Debtor;
  /** The party whose details they are; the debtor's own where absent. */
  readonly party?: { readonly id: number };
  readonly onDone: () => void;
  readonly close: () => void;
}

const forms = () => import("./action-forms.web.tsx");
export const HoldForm = lazyComponent(
  () => import("../states/state-forms.web.tsx").then((m) => m.HoldForm),
  <Loading shape="form" />,
);
const LiftForm = lazyComponent(
  () => import("../states/state-forms.web.tsx").then((m) => m.LiftForm),
  <Loading shape="form" />,
);
const CloseForm = lazyComponent(() => forms().then((m) => m.CloseForm), <Loading shape="form" />);
const StatusForm = lazyComponent(() => forms().then((m) => m.StatusForm), <Loading shape="form" />);
const ManagerForm = lazyComponent(() => forms().then((m) => m.ManagerForm), <Loading shape="form" />);
const DebtorForm = lazyComponent(
  () => import("../parties/person-forms.web.tsx").then((m) => m.DebtorForm),
  <Loading shape="form" />,
);

const opener =
  (title: string, Body: ComponentType<ActFormProps>) =>
  (target: ActTarget): void => {
    openModal({ title: textOf(title) }, (close) => <Body target={target} close={close} />);
  };

export const openCloseForm = opener("files.close", CloseForm);
export const openStatusForm = opener("files.changeStatus", StatusForm);
export const openManagerForm = opener("files.changeManager", ManagerForm);

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

/** Opens the debtor's details; a change by somebody else meanwhile is shown beside what was typed. */
export const openDebtorForm = (
  fileId: number,
  debtor: Debtor,
  onDone: () => void,
  party?: DebtorFormProps["party"],
): void => {
  const title = party === undefined ? textOf("files.editDebtor") : debtor.displayName;
  openModal({ title, size: "lg" }, (close) => (
    <DebtorForm fileId={fileId} debtor={debtor} onDone={onDone} close={close} {...(party && { party })} />
  ));
};
