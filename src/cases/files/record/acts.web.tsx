/** Acts on a file open as modals: what they are given, how they open, and the case manager. */
import type { ComponentType } from "react";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../../ground/platform/web/pages/page.web.tsx";
import type { FilePhase, FileStatus } from "../files.ts";

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

const ManagerForm = lazyComponent(
  () => import("./manager-form.web.tsx").then((m) => m.ManagerForm),
  <Loading shape="form" />,
);

/** Opens the form of an act on a file. */
export const actOpener =
  (title: string, Body: ComponentType<ActFormProps>) =>
  (target: ActTarget): void => {
    openModal({ title: textOf(title) }, (close) => <Body target={target} close={close} />);
  };

export const openManagerForm = actOpener("files.changeManager", ManagerForm);
