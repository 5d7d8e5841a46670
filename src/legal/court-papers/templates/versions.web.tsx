/** The versions of a template of court papers: how each differs from the one in use, and bringing one back. */
import { Button, Group } from "@mantine/core";
import { diffWordsWithSpace } from "diff";
import { Fragment, type ReactNode } from "react";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../court-papers.module.css";
import { useCourtPaperTexts } from "../texts.web.ts";
import {
  type CourtTemplate,
  type CourtTemplateRevision,
  listCourtTemplateRevisions,
  listCourtTemplates,
  readCourtTemplate,
  restoreCourtTemplate,
} from "./templates.contract.ts";

function Difference({ before, now }: { before: CourtTemplateRevision; now: CourtTemplateRevision }): ReactNode {
  const t = useCourtPaperTexts();
  const parts = diffWordsWithSpace(before.text, now.text);
  if (parts.every(({ added, removed }) => !added && !removed)) return <p>{t("same")}</p>;
  return (
    <article className={styles.diff} lang="nl">
      {parts.map(({ value, added, removed }, at) =>
        added ? (
          <ins key={at}>{value}</ins>
        ) : removed ? (
          <del key={at}>{value}</del>
        ) : (
          <Fragment key={at}>{value}</Fragment>
        ),
      )}
    </article>
  );
}

const columnsOf = (t: ReturnType<typeof useCourtPaperTexts>): Column<CourtTemplateRevision>[] => [
  {
    key: "version",
    label: t("versions"),
    allowToggle: false,
    formatter: (_value, { version, current }) => (
      <Group gap={6} wrap="nowrap">
        {t("version", { number: String(version) })}
        {current && <Status tone="good">{t("current")}</Status>}
      </Group>
    ),
    text: (_value, { version }) => String(version),
  },
  {
    key: "savedAt",
    label: t("changedAt"),
    formatter: (_value, { savedAt }) => (savedAt === null ? t("cameWith") : dateText(savedAt, { time: "HH:mm" })),
    text: (_value, { savedAt }) => savedAt ?? "",
  },
  { key: "savedBy", label: t("changedBy") },
];

interface VersionsProps {
  readonly template: CourtTemplate;
  readonly onRestored: () => void;
}

export function TemplateVersions({ template, onRestored }: VersionsProps): ReactNode {
  const t = useCourtPaperTexts();
  const { id, version } = template;
  const list = useCall(listCourtTemplateRevisions, { params: { id } });
  const restore = useAct(restoreCourtTemplate, {
    invalidates: [listCourtTemplates, readCourtTemplate, listCourtTemplateRevisions],
  });
  const bringBack = async ({ version: revision }: CourtTemplateRevision): Promise<void> => {
    const number = String(revision);
    if (!(await confirm(t("restoreSure", { number }), { title: t("restore"), yes: t("restore") }))) return;
    if (!(await restore.run({ params: { id }, body: { revision, version } }))) return;
    onRestored();
    notify({ message: t("restored", { number }), variant: "success" });
  };
  return (
    <Section title={t("versions")}>
      <Loaded of={list}>
        {({ items }) => {
          const now = items.find(({ current }) => current);
          return (
            <DataTable
              id="court-template-versions"
              label={t("versions")}
              columns={columnsOf(t)}
              list={{ ...list, data: { items } }}
              rowName={({ version: number }) => t("version", { number: String(number) })}
              empty={{ title: t("empty") }}
              actions={(row) =>
                row.current || !now ? null : (
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() =>
                        openModal({ title: t("compare"), size: "lg" }, () => <Difference before={row} now={now} />)
                      }
                    >
                      {t("compare")}
                    </Button>
                    <Button size="compact-xs" variant="default" onClick={() => void bringBack(row)}>
                      {t("restore")}
                    </Button>
                  </Group>
                )
              }
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
