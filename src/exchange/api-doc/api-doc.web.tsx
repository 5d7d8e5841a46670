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
import { type Column, DataTable, type DataTableProps } from "../../ground/platform/web/table/table.web.tsx";
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

interface DocProps<Row> {
  readonly title: string;
  readonly intro: string;
  /** The field that holds a code, and the calls whose replies have it. */
  readonly place: { readonly field: string; readonly calls: readonly Call[] };
  readonly other: ReactNode;
  readonly columns: Column<Row>[];
  readonly list: DataTableProps<Row>["list"];
  readonly name: string;
  readonly empty: string;
}

function CodeDoc<Row extends { readonly id: number; readonly name: string }>(props: DocProps<Row>): ReactNode {
  const { title, intro, place, other, columns, list, name, empty } = props;
  const t = useDocTexts();
  return (
    <Page title={title} count={list?.data?.items.length} actions={other}>
      <Text size="sm" mb="xs">
        {intro}
      </Text>
      <Place {...place} />
      <DataTable
        id={`api-doc-${name}`}
        label={title}
        columns={columns}
        list={list}
        rowName={(row) => row.name}
        exportName={name}
        empty={{ title: empty, text: t("emptyHint") }}
      />
    </Page>
  );
}

export function StatusDoc(): ReactNode {
  const t = useDocTexts();
  return (
    <CodeDoc
      title={t("statuses")}
      intro={t("statusesIntro")}
      place={{ field: "status", calls: [searchFiles, showFile] }}
      other={<Link to={closingReasonDocScreen}>{t("closingReasons")}</Link>}
      columns={statusColumns(t)}
      list={useCall(documentedStatuses, {})}
      name="file-statuses"
      empty={t("statusesEmpty")}
    />
  );
}

export function ClosingReasonDoc(): ReactNode {
  const t = useDocTexts();
  return (
    <CodeDoc
      title={t("closingReasons")}
      intro={t("closingReasonsIntro")}
      place={{ field: "closure.reason", calls: [showFile] }}
      other={<Link to={statusDocScreen}>{t("statuses")}</Link>}
      columns={reasonColumns(t)}
      list={useCall(documentedClosingReasons, {})}
      name="file-closing-reasons"
      empty={t("reasonsEmpty")}
    />
  );
}
