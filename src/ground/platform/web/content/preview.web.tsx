/** Documents looked at in the page: PDF, pictures and plain text; anything else is offered to be saved. */
import type { MouseEvent, ReactNode } from "react";
import { openModal } from "../feedback/dialogs.web.tsx";
import { lazyComponent } from "../pages/lazy.web.tsx";
/** A document that can be looked at. What it is tells the answer that brings it, whatever its name says. */ import type {
  Previewed,
  PreviewProps,
} from "./preview/previewed.web.ts";
import { textOf } from "./texts.web.ts";
import { FileName } from "./values.web.tsx";

export type { Previewed } from "./preview/previewed.web.ts";

/** Shows documents one by one, with what turns over to the next, zooms, saves and prints. Its code is fetched with the first of them. */
export const DocumentPreview = lazyComponent<PreviewProps>(() =>
  import("./preview/viewer.web.tsx").then((m) => m.Viewer),
);

/** Opens documents over the page. */
export function openPreview(documents: readonly Previewed[], at = 0): void {
  openModal({ title: textOf("platform.previewTitle"), size: "page" }, () => (
    <DocumentPreview documents={documents} at={at} />
  ));
}

/** A link to a document: a click looks at it in the page, together with its siblings; a new tab has it as before. */
export function PreviewLink(props: {
  readonly document: Previewed;
  /** The documents between which one turns over; the document alone where left out. */
  readonly among?: readonly Previewed[];
}): ReactNode {
  const { document, among = [document] } = props;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const at = among.findIndex(({ href }) => href === document.href);
    if (at < 0) openPreview([document]);
    else openPreview(among, at);
  };
  return (
    <a className="v-link" href={document.href} target="_blank" rel="noopener" onClick={open}>
      <FileName>{document.name}</FileName>
    </a>
  );
}
