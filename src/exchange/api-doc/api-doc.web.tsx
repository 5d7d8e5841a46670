/** What the codes of the API mean, for whoever connects a system of a client: one page for statuses, one for closing reasons. */
import { Code, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import type { Call } from "../../ground/kernel/contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import {
  closingReasonDocScreen,
  type DocumentedReason,
  type DocumentedStatus,
  documentedClosingReasons,
  documentedStatuses,
  statusDocScreen,
} from "./api-doc.contract.ts";
import type { apiDocTexts } from "./api-doc.texts.ts";

const useDocTexts = () => useTexts<typeof apiDocTexts>("api-doc");
type DocText = ReturnType<typeof useDocTexts>;

/** What both tables begin with. */
const codeColumns = (t: DocText) =>
  [
    {
      key: "code",
      label: t("code"),
      sortable: true,
      allowToggle: false,
      formatter: (code) => <Code>{String(code)}</Code>,
      text: String,
      copy: true,
    },
    { key: "name", label: t("name"), sortable: true, wraps: true, share: 24 },
  ] satisfies Column<DocumentedStatus | DocumentedReason>[];

const statusColumns = (t: DocText): Column<DocumentedStatus>[] => [
  ...codeColumns(t),
  { key: "explanation", label: t("explanation"), wraps: true, limit: null, share: 40 },
  { key: "ownCode", label: t("ownCode"), sortable: true },
  { key: "inUse", label: t("inUse"), as: "yesno" },
];

const reasonColumns = (t: DocText): Column<DocumentedReason>[] => [
  ...codeColumns(t),
  { key: "own", label: t("own"), as: "yesno" },
  { key: "collected", label: t("collected"), as: "yesno" },
  { key: "inUse", label: t("inUse"), as: "yesno" },
];

/** Where in the API a code is found. */
function Place({ field, calls }: { field: string; calls: readonly Call[] }): ReactNode {
  const t = useDocTexts();
  const [before = "", after = ""] = t("place", { field: "\u0000" }).split("\u0000");
  return (
    <Text size="sm" mb="md">
      {before}
      <Code>{field}</Code>
      {after}{" "}
      {calls.map((call) => (
        <Code key={call.path} mr={6} style={{ whiteSpace: "nowrap" }}>
          {call.method} {call.path}
        </Code>
      ))}
    </Text>
  );
}

export function StatusDoc(): ReactNode {
  const t = useDocTexts();
  const list = useCall(documentedStatuses, {});
  return (
    <Page
      title={t("statuses")}
      count={list.data?.items.length}
      actions={<Link to={closingReasonDocScreen}>{t("closingReasons")}</Link>}
    >
      <Text size="sm" mb="xs">
        {t("statusesIntro")}
      </Text>
      <Place field="status" calls={[searchFiles, showFile]} />
      <DataTable
        id="api-doc-statuses"
        label={t("statuses")}
        columns={statusColumns(t)}
        list={list}
        rowName={({ name }) => name}
        exportName="file-statuses"
        empty={{ title: t("statusesEmpty"), text: t("emptyHint") }}
      />
    </Page>
  );
}

export function ClosingReasonDoc(): ReactNode {
  const t = useDocTexts();
  const list = useCall(documentedClosingReasons, {});
  return (
    <Page
      title={t("closingReasons")}
      count={list.data?.items.length}
      actions={<Link to={statusDocScreen}>{t("statuses")}</Link>}
    >
      <Text size="sm" mb="xs">
        {t("closingReasonsIntro")}
      </Text>
      <Place field="closure.reason" calls={[showFile]} />
      <DataTable
        id="api-doc-closing-reasons"
        label={t("closingReasons")}
        columns={reasonColumns(t)}
        list={list}
        rowName={({ name }) => name}
        exportName="file-closing-reasons"
        empty={{ title: t("reasonsEmpty"), text: t("emptyHint") }}
      />
    </Page>
  );
}
