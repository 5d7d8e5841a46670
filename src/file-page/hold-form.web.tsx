/** Putting a state on a file together with the paper on which it rests: one that the file has, or one that comes in with it. */
import { type ReactNode, useRef } from "react";
import { listFileDocuments } from "../correspondence/correspondence.contract.ts";
import type { HoldKind } from "../files/files.ts";
import { type ActTarget, HoldForm, type HoldPaper, type TypedPaper } from "../files/files.web.tsx";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { FileField } from "../platform/web/files.web.tsx";
import { useMay } from "../platform/web/me.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import type { documentsTexts } from "./documents.texts.ts";
import { readHandover } from "./handover.contract.ts";
import { addPaper, type FilePaper, listPapers, restState } from "./papers.contract.ts";

const keyOf = ({ source, id }: Pick<FilePaper, "source" | "id">): string => `${source}:${id}`;

/** What a court, a counsellor or an administrator sends says what is decided; the rest are letters. */
const decided: readonly HoldKind[] = [
  "shv",
  "moratorium",
  "broad_moratorium",
  "wsnp",
  "bankruptcy",
  "administration",
  "guardianship",
  "deceased",
];

function useHoldPaper(fileId: number): HoldPaper {
  const t = useTexts<typeof documentsTexts>("file-documents");
  const items = useCall(listPapers, { params: { id: fileId } }).data?.items ?? [];
  const add = useAct(addPaper, { invalidates: [listPapers, listFileDocuments, readHandover] });
  const tie = useAct(restState, { invalidates: [listPapers] });
  // What was kept stays kept when the state itself is refused and tried again.
  const kept = useRef<{ readonly file: File; readonly paper: FilePaper } | null>(null);
  const paperOf = async ({ paper, file: [file] }: TypedPaper, kind: HoldKind): Promise<FilePaper | undefined> => {
    if (paper !== null) return items.find((one) => keyOf(one) === paper);
    if (!file) return undefined;
    if (kept.current?.file === file) return kept.current.paper;
    const body = { kind: decided.includes(kind) ? ("judgment" as const) : ("correspondence" as const) };
    const made = await add.mutateAsync({ params: { id: fileId }, body, files: { file } });
    kept.current = { file, paper: made };
    return made;
  };
  return {
    keep: async (typed, kind) => {
      const paper = await paperOf(typed, kind);
      if (!paper) return undefined;
      return async (holdId) => {
        const body = { paper: { source: paper.source, id: paper.id } };
        await tie.mutateAsync({ params: { id: fileId, holdId }, body });
      };
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
