/** How actions on a file open as modals, and the action that changes the case manager. */
import type { ComponentType } from "react";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../../ground/platform/web/pages/page.web.tsx";
import type { ActFormProps, ActTarget } from "./act-target.web.ts";

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
