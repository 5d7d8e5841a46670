/** The parts of a file beside its first view; which one is open stands in the address, and each is fetched when it is first opened. */
import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { fileAgenda } from "../agenda/agenda.contract.ts";
import { readAgreements } from "../claims/claims.contract.ts";
import { listFileDocuments } from "../correspondence/correspondence.contract.ts";
import { listParties, whoSawFile } from "../files/files.contract.ts";
import type { Access } from "../kernel/access.ts";
import { allows } from "../kernel/access.ts";
import { useMe } from "../platform/web/me.web.tsx";
import { useAddressQuery } from "../platform/web/nav.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { readFileWorkflow } from "../workflows/workflows.contract.ts";
import type { ShownFile } from "./file-page.contract.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";
import { readHandover } from "./handover.contract.ts";

const PartiesTab = part(() => import("./parties-tab.web.tsx").then((m) => m.PartiesTab));
const MoneyTab = part(() => import("./money-tab.web.tsx").then((m) => m.MoneyTab));
const WorkflowPanel = part(() => import("../workflows/workflows.web.tsx").then((m) => m.WorkflowPanel));
const FileAgenda = part(() => import("../agenda/agenda.web.tsx").then((m) => m.FileAgenda));
const WhoSawThis = part(() => import("../files/files.web.tsx").then((m) => m.WhoSawThis));
const DocumentsTab = part(() => import("./documents-tab.web.tsx").then((m) => m.DocumentsTab));
const Handover = part(() => import("./handover.web.tsx").then((m) => m.Handover));

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
    show: ({ fileId, onChanged }) => <MoneyTab fileId={fileId} onChanged={onChanged} />,
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
    show: ({ file, onChanged }) => <Handover file={file} onChanged={onChanged} />,
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
