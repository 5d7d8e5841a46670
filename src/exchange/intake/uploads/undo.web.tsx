/** Taking an import back: first what that would do, and which files stay and why. */
import { Button, Group, ScrollArea, Table, Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { submitByKeys } from "../../../ground/platform/web/inputs/submit-keys.web.ts";
import { useHolds } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Batch, listImports, readImport } from "../import/import.contract.ts";
import { type ImportKind, useImportKind } from "../import/kind.web.tsx";
import type { undoTexts } from "./undo.texts.ts";

/** What an upload of this kind is taken back of; null where it is not taken back. */
const things = {
  new: "files",
  instalments: "files",
  correct: null,
  withdraw: null,
  precasso: "records",
  precassoPayments: "payments",
} as const;
/** In whose words what is taken back of an upload is told. */
export const undoneThings = ({ mode }: Batch): "files" | "records" | "payments" => things[mode] ?? "files";

export const useUndoTexts = () => useTexts<typeof undoTexts>("intake-undo");

/** Opens the plan; nothing where the upload made nothing or this person may not take it back. */
export function UndoButton({ batch, onChanged }: { batch: Batch; onChanged: () => void }): ReactNode {
  const t = useUndoTexts();
  const kind = useImportKind();
  const isEditor = useHolds(kind.undo.right);
  const isPlaced = batch.state === "placed" || batch.state === "checked" || batch.state === "failed";
  const made = isPlaced && batch.filesPlaced > 0 && things[batch.mode] !== null;
  if (!isEditor || !made) return null;
  const open = (): void => {
    openModal({ title: t("title"), size: "lg" }, (close) => (
      <UndoPlan
        batch={batch}
        kind={kind}
        onBegun={() => {
          close();
          onChanged();
        }}
      />
    ));
  };
  return (
    <Button variant="default" onClick={open}>
      {t("open")}
    </Button>
  );
}

/** `kind`: a dialog stands outside of what its button stands in. */
function UndoPlan({ batch, kind, onBegun }: { batch: Batch; kind: ImportKind; onBegun: () => void }): ReactNode {
  const t = useUndoTexts();
  const language = useLanguage();
  const [reason, setReason] = useState("");
  const { undo, madeAddress } = kind;
  const of = undoneThings(batch);
  const plan = useCall(undo.plan, { params: { id: batch.id } }, { keep: false });
  const act = useAct(undo.undo, { invalidates: [readImport, listImports] });
  const error = act.error instanceof ApiError ? act.error : undefined;
  const number = (count: number) => formatNumber(count, language);
  const start = async (version: number): Promise<void> => {
    if (await act.run({ params: { id: batch.id }, body: { version, reason: reason.trim() } })) onBegun();
  };
  return (
    <Loaded of={plan}>
      {({ files, reasons, kept, version }) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void start(version);
          }}
          onKeyDownCapture={submitByKeys}
        >
          <Text size="sm" mb="sm">
            {t(`explain_${of}`)}
          </Text>
          <Text fw={550}>{t("willGo", { count: number(files) })}</Text>
          <Text mb={reasons.length > 0 ? 4 : "sm"}>
            {t("willStay", { count: number(reasons.reduce((sum, { count }) => sum + count, 0)) })}
          </Text>
          {reasons.map(({ why, count }) => (
            <Text key={why} size="sm" c="dimmed">
              {why}: {number(count)}
            </Text>
          ))}
          {kept.length > 0 && <Kept files={kept} of={of} address={madeAddress} />}
          <Textarea
            label={t("reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={error?.errors.reason?.[0] ?? error?.errors.common?.[0]}
            maxLength={200}
            autosize
            minRows={2}
            mt="sm"
            required
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit" color="red" disabled={files === 0 || reason.trim() === ""} loading={act.isPending}>
              {t(`yes_${of}`, { count: number(files) })}
            </Button>
          </Group>
        </form>
      )}
    </Loaded>
  );
}

function Kept({
  files,
  of,
  address,
}: {
  address: ImportKind["madeAddress"];
  of: "files" | "records" | "payments";
  files: readonly { id: number; number: string; clientRef: string; why: string }[];
}): ReactNode {
  const t = useUndoTexts();
  return (
    <ScrollArea.Autosize mah={220} mt="sm" type="auto" viewportProps={{ tabIndex: 0, "aria-label": t(`kept_${of}`) }}>
      <Table aria-label={t(`kept_${of}`)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(of === "files" ? "file" : "record")}</Table.Th>
            <Table.Th>{t("clientRef")}</Table.Th>
            <Table.Th>{t("why")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ id, number, clientRef, why }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Link to={address?.(id) ?? `/file/show-new/${id}`}>{number}</Link>
              </Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{clientRef}</Table.Td>
              <Table.Td>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
