/** The tabs of a file below its first view; the open one is in the address, and each is loaded when first opened. */
import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { Access } from "../../ground/kernel/access.ts";
import { allows } from "../../ground/kernel/access.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { useAddressQuery } from "../../ground/platform/web/pages/links.web.tsx";
import { readHandover } from "../../legal/handover/handover.contract.ts";
import { listFileDocuments } from "../../letters/correspondence/correspondence.contract.ts";
import { readFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { readAgreements } from "../../money/claims/claims.contract.ts";
import { fileAgenda } from "../agenda/agenda.contract.ts";
import { listParties } from "../parties/parties.contract.ts";
import { whoSawFile } from "../presence/presence.contract.ts";
import { WhoSawThis } from "../presence/presence.web.tsx";
import type { ShownFile } from "./file-page.contract.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";

const PartiesTab = lazyComponent(() => import("./parties-tab.web.tsx").then((m) => m.PartiesTab));
const MoneyTab = lazyComponent(() => import("./money-tab.web.tsx").then((m) => m.MoneyTab));
const WorkflowPanel = lazyComponent(() =>
  import("../../letters/workflows/workflows.web.tsx").then((m) => m.WorkflowPanel),
);
const FileAgenda = lazyComponent(() => import("../agenda/agenda.web.tsx").then((m) => m.FileAgenda));

const DocumentsTab = lazyComponent(() => import("./documents/documents-tab.web.tsx").then((m) => m.DocumentsTab));

import { CourtPapers } from "../../legal/court-papers/court-papers.web.tsx";
import { FileDecision } from "../../legal/decisions/decisions.web.tsx";
import { Handover } from "../../legal/handover/handover.web.tsx";
import { Proceedings } from "../../legal/handover-batches/handover-batches.web.tsx";

interface TabProps {
  readonly file: ShownFile;
  readonly onChanged: () => void;
}

interface FileTab {
  readonly name: "parties" | "money" | "workflow" | "agenda" | "documents" | "handover" | "access";
  readonly who: Access;
  /** Only for those who work here. */
  readonly office?: boolean;
  readonly show: (props: TabProps & { readonly fileId: number }) => ReactNode;
}

const tabs: readonly FileTab[] = [
  {
    name: "parties",
    who: listParties.who,
    show: ({ file, onChanged }) => <PartiesTab fileId={file.id} office={file.office} onChanged={onChanged} />,
  },
  {
    name: "money",
    who: readAgreements.who,
    show: ({ file, fileId, onChanged }) => <MoneyTab fileId={fileId} office={file.office} onChanged={onChanged} />,
  },
  {
    name: "workflow",
    who: readFileWorkflow.who,
    show: ({ fileId, onChanged }) => <WorkflowPanel fileId={fileId} onChanged={onChanged} />,
  },
  {
    name: "agenda",
    who: fileAgenda.who,
    office: true,
    show: ({ fileId, onChanged }) => <FileAgenda fileId={fileId} onChanged={onChanged} />,
  },
  {
    name: "documents",
    who: listFileDocuments.who,
    show: ({ file }) => <DocumentsTab fileId={file.id} office={file.office} />,
  },
  {
    name: "handover",
    who: readHandover.who,
    office: true,
    show: ({ file, fileId, onChanged }) => (
      <>
        <FileDecision fileId={fileId} />
        <Proceedings fileId={fileId} />
        <Handover file={file} onChanged={onChanged} />
        <CourtPapers fileId={fileId} />
      </>
    ),
  },
  { name: "access", who: whoSawFile.who, office: true, show: ({ fileId }) => <WhoSawThis fileId={fileId} /> },
];

/** @param children what the first view shows. */
export function FileTabs({ children, file, onChanged }: TabProps & { readonly children: ReactNode }): ReactNode {
  const t = useTexts<typeof filePageTexts>("file-page");
  const me = useMe();
  const { values, set } = useAddressQuery();
  const shown = tabs.filter(({ who, office }) => allows(who, me.acl, me.loggedIn) && (file.office || office !== true));
  const open = shown.find(({ name }) => name === values.tab);
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the row scrolls by itself: the part that is open stands in sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-part="${open?.name ?? "overview"}"]`);
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [open?.name]);
  return (
    <Tabs
      value={open?.name ?? "overview"}
      onChange={(next) => set({ tab: next === "overview" ? null : next })}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List ref={list} aria-label={t("parts")} mb="sm" className={styles.tabList ?? ""}>
        <Tabs.Tab value="overview" data-part="overview">
          {t("tab_overview")}
        </Tabs.Tab>
        {shown.map(({ name }) => (
          <Tabs.Tab key={name} value={name} data-part={name}>
            {t(`tab_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open?.name ?? "overview"}>
        {open ? open.show({ file, fileId: file.id, onChanged }) : children}
      </Tabs.Panel>
    </Tabs>
  );
}
