/** Everything on paper about a file: letters and what came in, and what hangs on its timeline. */
import type { ReactNode } from "react";
import { FileAttachments } from "../logs/logs.web.tsx";
import { Documents } from "./facts.web.tsx";

export function DocumentsTab({ fileId }: { fileId: number }): ReactNode {
  return (
    <>
      <Documents fileId={fileId} />
      <FileAttachments fileId={fileId} />
    </>
  );
}
