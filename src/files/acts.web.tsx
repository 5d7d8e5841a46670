/** What a person does to a file: hold, close, reopen, status, case manager, the debtor's details. Each opens as a modal. */

import type { ComponentType } from "react";
import { useAct } from "../platform/web/api.web.ts";
import { confirm, openModal } from "../platform/web/dialogs.web.tsx";
import { Loading } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import { type Debtor, liftHoldFromFile, reopenFileByHand } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import type { FilePhase, FileStatus, HoldKind } from "./files.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

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

export interface DebtorFormProps {
  readonly fileId: number;
  readonly debtor: Debtor;
  readonly onDone: () => void;
  readonly close: () => void;
}

const forms = () => import("./act-forms.web.tsx");
const HoldForm = part(() => import("./party-forms.web.tsx").then((m) => m.HoldForm), <Loading />);
const CloseForm = part(() => forms().then((m) => m.CloseForm), <Loading />);
const StatusForm = part(() => forms().then((m) => m.StatusForm), <Loading />);
const ManagerForm = part(() => forms().then((m) => m.ManagerForm), <Loading />);
const DebtorForm = part(() => forms().then((m) => m.DebtorForm), <Loading />);

const opener =
  (title: string, Body: ComponentType<ActFormProps>) =>
  (target: ActTarget): void => {
    openModal({ title: textOf(title) }, (close) => <Body target={target} close={close} />);
  };

export const openHoldForm = opener("files.placeHold", HoldForm);
export const openCloseForm = opener("files.close", CloseForm);
export const openStatusForm = opener("files.changeStatus", StatusForm);
export const openManagerForm = opener("files.changeManager", ManagerForm);

/** Lifts a hold after a question, and opens a closed file again. */
export function useStateActs(target: ActTarget) {
  const t = useFileTexts();
  const lift = useAct(liftHoldFromFile, { onSuccess: target.onDone });
  const reopen = useAct(reopenFileByHand, { onSuccess: target.onDone });
  return {
    lift: async (hold: { readonly id: number; readonly kind: HoldKind }): Promise<void> => {
      const sure = await confirm(t("liftHoldConfirm", { hold: t(`hold_${hold.kind}`) }), { yes: t("liftHold") });
      if (!sure) return;
      await lift.run({ params: { id: target.id, holdId: hold.id }, body: { version: target.version } });
    },
    reopen: () => reopen.run({ params: { id: target.id }, body: { version: target.version } }),
  };
}

/** Opens the debtor's details; a change by somebody else meanwhile is shown beside what was typed. */
export const openDebtorForm = (fileId: number, debtor: Debtor, onDone: () => void): void => {
  openModal({ title: textOf("files.editDebtor"), size: "lg" }, (close) => (
    <DebtorForm fileId={fileId} debtor={debtor} onDone={onDone} close={close} />
  ));
};
