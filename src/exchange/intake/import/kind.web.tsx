/** What differs between the uploads of files and those of other areas, for the screens that all of them share. */

import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "../../../ground/kernel/access.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { importScreen, subscriptionScreen, uploadsScreen } from "../create/create.contract.ts";
import {
  type Batch,
  checkImport,
  listImports,
  placeImport,
  planImportUndo,
  type StartCalls,
  type UndoCalls,
  undoImport,
  uploadImport,
} from "./import.contract.ts";
import type { ImportArea, ImportMode } from "./layout.ts";

/** What a person sends. */
export interface SentUpload {
  readonly mode: ImportMode;
  readonly client: number | null;
  readonly file: File;
}

export interface ImportKind {
  readonly area: ImportArea;
  /** The calls that begin its check and its placing. */
  readonly calls: StartCalls;
  /** The calls that take one back, and the right that they need beside that to upload. */
  readonly undo: UndoCalls & { readonly right: Role };
  /** Endings of the files that are taken, by their kind. */
  readonly accepted: (mode: ImportMode) => Readonly<Record<string, string[]>>;
  /** Sends an upload. */
  readonly useSend: () => { readonly send: (given: SentUpload) => Promise<Batch>; readonly isPending: boolean };
  /** The screen on which an upload goes on. */
  readonly address: (upload: number, mode: ImportMode) => string;
  /** The screen on which all uploads stand. */
  readonly listAddress: string;
  /** What came of a row, where that is no file. */
  readonly madeAddress: ((id: number) => string) | null;
  /** Where everything is listed that came of an upload. */
  readonly madeList: (batch: Batch) => {
    readonly to: string;
    readonly search: Readonly<Record<string, number | undefined>>;
  };
}

/** Tables alone. */
export const acceptedTables = {
  "text/csv": [".csv", ".txt"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
};

export function useSendUpload(): ReturnType<ImportKind["useSend"]> {
  const upload = useAct(uploadImport, { invalidates: [listImports] });
  return {
    send: ({ mode, client, file }) =>
      upload.mutateAsync({ body: client === null ? { mode } : { mode, client }, files: { file } }),
    isPending: upload.isPending,
  };
}

const ofFiles: ImportKind = {
  area: "file",
  calls: { check: checkImport, place: placeImport },
  undo: { plan: planImportUndo, undo: undoImport, right: "ROLE_FILE_EDIT" },
  accepted: () => ({ ...acceptedTables, "application/zip": [".zip"] }),
  useSend: useSendUpload,
  address: (upload, mode) => `${(mode === "instalments" ? subscriptionScreen : importScreen).path}?upload=${upload}`,
  listAddress: uploadsScreen.path,
  madeAddress: null,
  madeList: (batch) => ({ to: "/file/search", search: { client: batch.client?.id } }),
};

const Kind = createContext(ofFiles);
export const useImportKind = (): ImportKind => useContext(Kind);
export const ImportOf = ({ kind, children }: { kind: ImportKind; children: ReactNode }): ReactNode => (
  <Kind.Provider value={kind}>{children}</Kind.Provider>
);
