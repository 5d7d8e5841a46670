/** A client's own page: the strip that stays, and its parts as tabs that can be linked to. */

import { ActionIcon, Button, Menu, Tabs } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import type { TextKey } from "../../ground/kernel/texts.ts";
import { History } from "../../ground/platform/web/content/history.web.tsx";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { Money, Status } from "../../ground/platform/web/content/values.web.tsx";
import { confirmDelete } from "../../ground/platform/web/feedback/delete.web.tsx";
import { confirm } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Guard, useHolds, useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, navigate, useAddressQuery, useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Strip, scrollTabIntoView } from "../../ground/platform/web/pages/page.web.tsx";
import { Approvals } from "../../money/claims/claims.web.tsx";
import {
  type ClientDetail,
  customerSearchScreen,
  dropClient,
  readClient,
  setClientActive,
  updateClientCall,
} from "../customers/customers.contract.ts";
import {
  ClientDocuments,
  ClientEdit,
  ClientNotes,
  Commissions,
  Contacts,
  Partners,
  Terms,
  useCustomersTexts,
} from "../customers/customers.web.tsx";
import { clientFigures, listClients } from "./client-page.contract.ts";
import type { clientPageTexts } from "./client-page.texts.ts";
import { ClientMappings, ClientWorkflows } from "./handling.web.tsx";
import { Overview } from "./overview.web.tsx";
import { usePageTexts } from "./texts.web.ts";

export { CustomerSearch } from "./search.web.tsx";

const openTabs = ["overview", "contacts", "agreements", "handling", "documents"] as const;
const staffTabs = [...openTabs, "notes", "history"] as const;
type Tab = (typeof staffTabs)[number];

const tabKey = (tab: Tab): TextKey<typeof clientPageTexts> => `tab_${tab}`;

export function ClientShow(): ReactNode {
  const id = useIdParam();
  const client = useCall(readClient, { params: { id } }, { keep: false });
  return (
    <Loaded of={client} shape="page">
      {(data) => <Shown key={data.id} client={data} />}
    </Loaded>
  );
}

function Shown({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const { values, set } = useAddressQuery();
  const isStaff = useHolds("ROLE_EMPLOYEE");
  const tabs: readonly Tab[] = isStaff ? staffTabs : openTabs;
  const tab = tabs.find((known) => known === values.tab) ?? "overview";
  const editing = tab === "overview" && values.edit === "1" && isStaff;
  const edit = (on: boolean): void => set({ tab: null, edit: on ? 1 : null }, { push: on });
  return (
    <Page
      title={client.company}
      balances
      count={!client.active && <Status tone="warn">{t("archivedMark")}</Status>}
      actions={<Actions client={client} editing={editing} onEdit={() => edit(true)} />}
    >
      <Figures client={client} />
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === "overview" ? null : next, edit: null }, { push: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t("tabs")}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} ref={one === tab ? scrollTabIntoView : undefined}>
              {t(tabKey(one))}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="sm">
          {editing ? (
            <ClientEdit client={client} onDone={() => edit(false)} />
          ) : (
            <Part tab={tab} client={client} isStaff={isStaff} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Part({ tab, client, isStaff }: { tab: Tab; client: ClientDetail; isStaff: boolean }): ReactNode {
  switch (tab) {
    case "contacts":
      return <ContactsWithFiles clientId={client.id} editable={isStaff} />;
    case "agreements":
      return (
        <>
          <Terms clientId={client.id} editable={isStaff} />
          {isStaff && <Approvals client={client.id} />}
          {isStaff && <Commissions clientId={client.id} />}
          <Partners clientId={client.id} editable={isStaff} />
        </>
      );
    case "handling":
      return (
        <>
          <ClientWorkflows clientId={client.id} editable={isStaff} />
          {isStaff && <ClientMappings clientId={client.id} />}
        </>
      );
    case "documents":
      return <ClientDocuments clientId={client.id} editable={isStaff} />;
    case "notes":
      return <ClientNotes clientId={client.id} />;
    case "history":
      return <History subject="client" subjectId={client.id} />;
    default:
      return <Overview client={client} isStaff={isStaff} />;
  }
}

function ContactsWithFiles({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const figures = useCall(clientFigures, { params: { id: clientId } });
  const files = new Map((figures.data?.people ?? []).map((person) => [person.userId, person]));
  return <Contacts clientId={clientId} editable={editable} files={files} onLogins={() => void figures.refetch()} />;
}

function Figures({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const c = useCustomersTexts();
  const language = useLanguage();
  const figures = useCall(clientFigures, { params: { id: client.id } });
  const open = figures.data?.openFiles;
  const maySearch = useMay(searchScreen);
  return (
    <Strip
      items={[
        { name: c("colNumber"), value: client.number },
        { name: c("colAccountManager"), value: client.accountManager?.name ?? "–" },
        {
          name: t("openFiles"),
          value:
            open === undefined ? (
              "–"
            ) : !maySearch ? (
              formatNumber(open, language)
            ) : (
              <Link to={searchScreen} search={{ client: client.id }} title={t("toFiles")}>
                {formatNumber(open, language)}
              </Link>
            ),
        },
        { name: t("openAmount"), value: <Money cents={figures.data?.openCents ?? null} />, big: true },
      ]}
    />
  );
}

interface MoreMenuProps {
  readonly active: boolean;
  readonly onActive: (active: boolean) => Promise<void>;
  readonly onDrop: () => Promise<void>;
}

function MoreMenu({ active, onActive, onDrop }: MoreMenuProps): ReactNode {
  const t = usePageTexts();
  const mayDrop = useMay(dropClient);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t("more")}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {active ? (
          <Menu.Item onClick={() => void onActive(false)}>{t("archive")}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void onActive(true)}>{t("restore")}</Menu.Item>
        )}
        {mayDrop && (
          <Menu.Item color="var(--v-bad)" onClick={() => void onDrop()}>
            {t("drop")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Actions(props: { client: ClientDetail; editing: boolean; onEdit: () => void }): ReactNode {
  const t = usePageTexts();
  const { client } = props;
  const mayEdit = useMay(updateClientCall);
  const isStaff = useHolds("ROLE_EMPLOYEE");
  const state = useAct(setClientActive, { invalidates: [readClient, listClients] });
  const drop = useAct(dropClient, { invalidates: [listClients] });
  const go = useGo();
  const setActive = async (active: boolean): Promise<void> => {
    const { id, company, version } = client;
    const sure =
      active || (await confirm(t("archiveQuestion", { company }), { title: t("archive"), yes: t("archive") }));
    if (!sure) return;
    const done = await state.run({ params: { id }, body: { active, version } });
    // Taking it back is one press away.
    if (done) notify({ message: t(active ? "restored" : "archived", { company }), variant: "success" });
  };
  const remove = async (): Promise<void> => {
    const { id, company, version } = client;
    const gone = await confirmDelete({
      name: company,
      remove: () => drop.mutateAsync({ params: { id } }),
      ...(client.active
        ? { archive: () => state.mutateAsync({ params: { id }, body: { active: false, version } }) }
        : {}),
    });
    if (gone) go(customerSearchScreen);
  };
  return (
    <>
      <Guard who={createFile.who}>
        {client.active && (
          <Button variant="default" onClick={() => navigate(`/file/create/new?client=${client.id}`)}>
            {t("newFile")}
          </Button>
        )}
      </Guard>
      {mayEdit && isStaff && !props.editing && <Button onClick={props.onEdit}>{t("edit")}</Button>}
      {mayEdit && isStaff && <MoreMenu active={client.active} onActive={setActive} onDrop={remove} />}
    </>
  );
}
