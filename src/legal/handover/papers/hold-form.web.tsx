/** Putting a state on a file together with the paper on which it rests: one that the file has, or one that comes in with it. */
import type { ReactNode } from "react";
import type { ActTarget } from "../../../cases/files/files.web.tsx";
import { listStates } from "../../../cases/states/states.contract.ts";
import { HoldForm, type HoldPaper } from "../../../cases/states/states.web.tsx";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import { readHandover } from "../handover.contract.ts";
import { addPaper, type FilePaper, listPapers, placeStateOnPaper } from "./papers.contract.ts";
import type { paperTexts } from "./papers.texts.ts";

const keyOf = ({ source, id }: Pick<FilePaper, "source" | "id">): string => `${source}:${id}`;

function useHoldPaper(fileId: number): HoldPaper {
  const t = useTexts<typeof paperTexts>("file-documents");
  const items = useCall(listPapers, { params: { id: fileId } }).data?.items ?? [];
  const act = useAct(placeStateOnPaper, { invalidates: [listStates, listPapers, listFileDocuments, readHandover] });
  return {
    place: (state, { paper: chosen, file: [file] }) => {
      const known = items.find((one) => keyOf(one) === chosen);
      const body = known ? { ...state, paper: { source: known.source, id: known.id } } : state;
      return act.mutateAsync({ params: { id: fileId }, body, ...(known === undefined && file && { files: { file } }) });
    },
    fields: (chosen) => (
      <>
        {items.length > 0 && (
          <SelectField
            name="paper"
            label={t("restTitle")}
            clearable
            options={items.map((one) => ({ value: keyOf(one), label: one.name }))}
          />
        )}
        {chosen === null && <FileField name="file" label={items.length > 0 ? t("restNew") : t("restTitle")} />}
      </>
    ),
  };
}

export function HoldWithPaper({ target, close }: { target: ActTarget; close: () => void }): ReactNode {
  const paper = useHoldPaper(target.id);
  const may = useMay(addPaper);
  return <HoldForm target={target} close={close} {...(may && { paper })} />;
}
