/** All workflows: their kind, their live version, their draft, and how many open files are on them. */
import type { ReactNode } from "react";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Link, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { NewWorkflow } from "./heads.web.tsx";
import { useEditorTexts, useHeadTexts } from "./texts.web.ts";
import { listWorkflowVersions, type WorkflowRow, workflowScreen } from "./versions.contract.ts";

function useWorkflowColumns(): Column<WorkflowRow>[] {
  const t = useEditorTexts();
  const h = useHeadTexts();
  return [
    { key: "code", label: t("code"), sortable: true, allowToggle: false },
    {
      key: "name",
      label: t("name"),
      sortable: true,
      allowToggle: false,
      card: "line",
      formatter: (_value, row) => (
        <Link to={workflowScreen} params={{ workflow: row.id }}>
          {row.name}
        </Link>
      ),
      below: { key: "client", label: h("client"), sortable: true },
    },
    {
      key: "category",
      label: t("category"),
      sortable: true,
      formatter: (_v, row) => t(`category_${row.category}`),
      text: (_v, row) => t(`category_${row.category}`),
      below: {
        key: "audience",
        label: t("audience"),
        sortable: true,
        formatter: (_v, row) => t(`audience_${row.audience}`),
        text: (_v, row) => t(`audience_${row.audience}`),
      },
    },
    { key: "steps", label: t("stepCount"), as: "number", sortable: true },
    { key: "live", label: t("live"), as: "number", sortable: true },
    {
      key: "draft",
      label: t("draft"),
      formatter: (_v, row) =>
        row.draft === null ? "" : <Status tone="accent">{t("version", { number: String(row.draft) })}</Status>,
      text: (_v, row) => (row.draft === null ? "" : String(row.draft)),
    },
    { key: "files", label: t("files"), as: "number", sortable: true },
    { key: "behind", label: t("behind"), as: "number", sortable: true },
  ];
}

export function Workflows(): ReactNode {
  const t = useEditorTexts();
  const go = useGo();
  const list = useCall(listWorkflowVersions, {});
  return (
    <Page title={t("title")} count={list.data?.items.length} actions={<NewWorkflow />}>
      <DataTable
        id="workflows"
        label={t("title")}
        columns={useWorkflowColumns()}
        list={list}
        rowName={(row) => `${row.code} ${row.name}`}
        onOpen={(row) => go(workflowScreen, { workflow: row.id })}
        exportName="workflows"
        empty={{ title: t("title") }}
      />
    </Page>
  );
}
