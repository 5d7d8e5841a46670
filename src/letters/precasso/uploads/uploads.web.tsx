/** Uploads of pre-collection, on the import screens: claims, payments, and a client's own bank statements. */
import type { ReactNode } from "react";
import { listImports } from "../../../exchange/intake/intake.contract.ts";
import {
  acceptedTables,
  type ImportKind,
  ImportOf,
  ImportScreen,
  UploadedImports,
  useSendUpload,
} from "../../../exchange/intake/intake.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { recordAddress } from "../precasso.ts";
import { precassoSearchScreen } from "../records/records.contract.ts";
import {
  checkPrecassoUpload,
  placePrecassoUpload,
  planPrecassoUndo,
  precassoUploadedScreen,
  precassoUploadScreen,
  undoPrecassoUpload,
  uploadClientStatement,
} from "./uploads.contract.ts";

const statementEndings = [".xml", ".sta", ".940", ".swi"];
const isStatement = ({ name }: File): boolean => statementEndings.some((ending) => name.toLowerCase().endsWith(ending));

/** A table is uploaded as usual; a bank statement is first converted to a table of the payments that name a record. */
function useSend(): ReturnType<ImportKind["useSend"]> {
  const table = useSendUpload();
  const statement = useAct(uploadClientStatement, { invalidates: [listImports] });
  return {
    send: (given) => {
      const { client, file } = given;
      if (given.mode !== "precassoPayments" || !isStatement(file)) return table.send(given);
      return statement.mutateAsync({ body: client === null ? {} : { client }, files: { file } });
    },
    isPending: table.isPending || statement.isPending,
  };
}

const ofPrecasso: ImportKind = {
  area: "precasso",
  calls: { check: checkPrecassoUpload, place: placePrecassoUpload },
  undo: { plan: planPrecassoUndo, undo: undoPrecassoUpload, right: "ROLE_PRECASSO_CREATE" },
  accepted: (mode) =>
    mode === "precassoPayments" ? { ...acceptedTables, "application/xml": statementEndings } : acceptedTables,
  useSend,
  address: (upload) => `${precassoUploadScreen.path}?upload=${upload}`,
  listAddress: precassoUploadedScreen.path,
  madeAddress: recordAddress,
  madeList: (batch) => ({
    to: precassoSearchScreen.path,
    search: batch.mode === "precasso" ? { import: batch.id } : { client: batch.client?.id },
  }),
};

export const PrecassoUpload = (): ReactNode => (
  <ImportOf kind={ofPrecasso}>
    <ImportScreen modes={["precasso", "precassoPayments"]} />
  </ImportOf>
);

/** All uploads of pre-collection: who, when, the result, the original and the rejected rows. */
export const PrecassoUploaded = (): ReactNode => (
  <ImportOf kind={ofPrecasso}>
    <UploadedImports />
  </ImportOf>
);
