/** What came of an upload: its verdicts, what it will make or has made, its documents, and what can be had back. */
import { Alert, Button, Group, Tabs, Text } from "@mantine/core";
import { IconDownload, IconFileZip } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { download, showError, useAct } from "../../../ground/platform/web/http/api.web.ts";
import { formatMoney, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { useIntakeTexts } from "../texts.web.ts";
import { Documents } from "../uploads/documents.web.tsx";
import { UndoButton, undoneThings, useUndoTexts } from "../uploads/undo.web.tsx";
import { type Batch, downloadOriginal, downloadRejected } from "./import.contract.ts";
import { useImportKind } from "./kind.web.tsx";
import { areaOf } from "./layout.ts";
import { Rows } from "./rows.web.tsx";

const doNames = {
  new: "place",
  instalments: "makeInstalments",
  correct: "makeChanges",
  withdraw: "makeWithdrawals",
  precasso: "makeRecords",
  precassoPayments: "makePayments",
} as const;
const confirmNames = {
  new: "placeConfirm",
  instalments: "changeConfirm",
  correct: "changeConfirm",
  withdraw: "changeConfirm",
  precasso: "recordsConfirm",
  precassoPayments: "paymentsConfirm",
} as const;
const outcomeNames = {
  new: "placed",
  instalments: "changed",
  correct: "changed",
  withdraw: "changed",
  precasso: "recordsMade",
  precassoPayments: "paymentsMade",
} as const;

/** The button that makes what was checked, after a question that says what that is. */
function PlaceButton({ batch, onChanged }: { batch: Batch; onChanged: () => void }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const place = useAct(useImportKind().calls.place);
  const count = formatNumber(batch.counts.files, language);
  const yes = t(doNames[batch.mode], { count });
  const start = async (): Promise<void> => {
    const values = { file: batch.fileName, count, amount: formatMoney(batch.counts.cents, language) };
    const sure = await confirm(t(confirmNames[batch.mode], values), { yes });
    if (sure && (await place.run({ params: { id: batch.id }, body: { version: batch.version } }))) onChanged();
  };
  return (
    <Button onClick={() => void start()} disabled={batch.counts.files === 0} loading={place.isPending}>
      {yes}
    </Button>
  );
}

/** What can be downloaded of an upload: the rejected rows, and the original. */
export function Downloads({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <>
      {batch.counts.rejected > 0 && (
        <Button
          variant="default"
          leftSection={icon}
          onClick={() => void download(downloadRejected, { params: { id: batch.id } }).catch(showError)}
        >
          {t("downloadRejected", { count: batch.counts.rejected })}
        </Button>
      )}
      {batch.original !== "gone" && (
        <Button
          variant="default"
          leftSection={icon}
          onClick={() => void download(downloadOriginal, { params: { id: batch.id } }).catch(showError)}
        >
          {t(batch.original === "whole" ? "downloadOriginal" : "downloadCleaned")}
        </Button>
      )}
    </>
  );
}

/** The rows of an upload, and the documents beside them where there are any. */
export function Contents({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const [tab, setTab] = useState<string | null>("rows");
  if (batch.documents.total === 0) return <Rows batch={batch} />;
  const { total, left } = batch.documents;
  return (
    <>
      <Alert
        color={left > 0 ? "yellow" : "blue"}
        variant="light"
        icon={<IconFileZip size={18} aria-hidden />}
        mb="sm"
        py={6}
      >
        {t("documentsMatched", { matched: total - left, total })}
      </Alert>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="rows">{t("rows")}</Tabs.Tab>
          <Tabs.Tab value="documents">{t("documents")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rows">
          <Rows batch={batch} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <Documents batch={batch} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export function Outcome(props: { batch: Batch; onAgain: (again: boolean) => void; onChanged: () => void }): ReactNode {
  const t = useIntakeTexts();
  const tUndo = useUndoTexts();
  const language = useLanguage();
  const { madeList } = useImportKind();
  const { batch } = props;
  return (
    <>
      <Group mb="md" gap="xs">
        {batch.state === "checked" && (
          <>
            <PlaceButton batch={batch} onChanged={props.onChanged} />
            <Button variant="default" onClick={() => props.onAgain(true)}>
              {t("backToColumns")}
            </Button>
          </>
        )}
        {batch.state === "placed" && (
          <Text fw={550}>
            {t(outcomeNames[batch.mode], {
              count: batch.filesPlaced,
              amount: formatMoney(batch.principalCents, language),
            })}
          </Text>
        )}
        {batch.state === "undone" && (
          <Text fw={550}>
            {tUndo(`done_${undoneThings(batch)}`, {
              count: batch.filesUndone,
              total: batch.filesPlaced,
            })}
          </Text>
        )}
        <Downloads batch={batch} />
        <UndoButton batch={batch} onChanged={props.onChanged} />
        {batch.state === "placed" && (
          <Link {...madeList(batch)}>{t(areaOf(batch.mode) === "precasso" ? "showRecords" : "showFiles")}</Link>
        )}
      </Group>
      {batch.state !== "cancelled" && <Contents batch={batch} />}
    </>
  );
}
