/** The master data of a destination: which clients and offices of ours exist there, what it asks, how it wants the data, and its log. */

import { ActionIcon, Button, Tabs } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirmDelete } from "../../../ground/platform/web/feedback/delete.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ClientField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Link, useAddressQuery, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { ErrorState, Facts, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { listBailiffs } from "../../bailiffs/bailiffs.contract.ts";
import { handoverScreen } from "../handover-batches.contract.ts";
import { MappingEditor } from "../mapping/mapping.web.tsx";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import {
  addMasterBailiff,
  addMasterClient,
  archiveDestination,
  type DestinationRow,
  listDestinations,
  listMasterBailiffs,
  listMasterClients,
  type MasterRow,
  masterLog,
  removeMasterBailiff,
  removeMasterClient,
} from "./destinations.contract.ts";
import { DestinationForm } from "./form.web.tsx";
import { LevelsOfLines, Log } from "./levels.web.tsx";

export function HandoverMasterdata(): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const id = useIdParam("handoverDestination");
  const destinations = useCall(listDestinations, {});
  return (
    <Loaded of={destinations}>
      {({ items }) => {
        const destination = items.find((one) => one.id === id);
        if (destination) return <Master key={id} destination={destination} />;
        return (
          <Page title={names("masterdata")}>
            <ErrorState error={new Error(t("none"))} />
          </Page>
        );
      }}
    </Loaded>
  );
}

const tabs = ["clients", "bailiffs", "settings", "levels", "mapping", "log"] as const;

/** What each tab shows. */
const panels: Readonly<Record<(typeof tabs)[number], (destination: DestinationRow) => ReactNode>> = {
  clients: (destination) => <Clients destination={destination} />,
  bailiffs: (destination) => <Bailiffs destination={destination} />,
  settings: (destination) => <Settings destination={destination} />,
  levels: (destination) => <LevelsOfLines destination={destination} />,
  mapping: (destination) => <MappingEditor destination={destination} />,
  log: (destination) => <Log destination={destination} />,
};

function Master({ destination }: { destination: DestinationRow }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const [first] = destination.types;
  const archived = destination.archivedAt !== null;
  const { values, set } = useAddressQuery();
  const tab = tabs.find((one) => one === values.tab) ?? "clients";
  return (
    <Page
      title={destination.name}
      tab={names("masterdata")}
      count={
        archived ? (
          <Status tone="warn">{t("archived")}</Status>
        ) : destination.bailiff.text === destination.name ? undefined : (
          destination.bailiff.text
        )
      }
      actions={
        <>
          <HistoryButton compact subject="handover_destination" subjectId={destination.id} name={destination.name} />
          {!archived && first && (
            <Button
              component={Link}
              to={handoverScreen}
              params={{ handoverType: first, handoverDestination: destination.id }}
            >
              {t("newBatch")}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === "clients" ? null : next }, { push: true })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="sm" aria-label={names("masterdata")}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{panels[tab](destination)}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}

interface Listed {
  readonly destination: DestinationRow;
}

const masterReads = [listMasterClients, listMasterBailiffs, masterLog, listDestinations];

function useMasterColumns(label: string): Column<MasterRow>[] {
  const t = useScreenTexts();
  return [
    { key: "ours.text", label, allowToggle: false, share: 50 },
    { key: "externalId", label: t("externalId") },
    { key: "addedAt", label: t("addedAt"), as: "datetime" },
    { key: "addedBy", label: t("madeBy") },
  ];
}

function Clients({ destination }: Listed): ReactNode {
  const t = useScreenTexts();
  const list = useCall(listMasterClients, { params: { destination: destination.id } });
  const remove = useAct(removeMasterClient, { invalidates: masterReads });
  return (
    <MasterTable
      label={t("clients")}
      columns={useMasterColumns(t("client"))}
      list={list}
      emptyText={t("emptyClients")}
      onAdd={() =>
        openModal({ title: labelled(t("add"), t("client")) }, (close) => (
          <AddClient destination={destination} close={close} />
        ))
      }
      onRemove={({ id, ours }) =>
        void confirmDelete({ name: ours.text, remove: () => remove.mutateAsync({ params: { id } }), yes: t("remove") })
      }
    />
  );
}

function Bailiffs({ destination }: Listed): ReactNode {
  const t = useScreenTexts();
  const list = useCall(listMasterBailiffs, { params: { destination: destination.id } });
  const remove = useAct(removeMasterBailiff, { invalidates: masterReads });
  return (
    <MasterTable
      label={t("bailiffs")}
      columns={useMasterColumns(t("bailiff"))}
      list={list}
      emptyText={undefined}
      onAdd={() =>
        openModal({ title: labelled(t("add"), t("bailiff")) }, (close) => (
          <AddBailiff destination={destination} close={close} />
        ))
      }
      onRemove={({ id, ours }) =>
        void confirmDelete({ name: ours.text, remove: () => remove.mutateAsync({ params: { id } }), yes: t("remove") })
      }
    />
  );
}

function MasterTable(props: {
  label: string;
  columns: readonly Column<MasterRow>[];
  list: Parameters<typeof DataTable<MasterRow>>[0]["list"];
  emptyText: string | undefined;
  onAdd: () => void;
  onRemove: (row: MasterRow) => void;
}): ReactNode {
  const t = useScreenTexts();
  return (
    <>
      <Button size="compact-sm" mb="xs" w="max-content" leftSection={<IconPlus size={14} />} onClick={props.onAdd}>
        {t("add")}
      </Button>
      <DataTable
        id={`handover-master-${props.label}`}
        label={props.label}
        columns={props.columns}
        list={props.list}
        views={false}
        chooser={false}
        rowName={(row) => row.ours.text}
        exportName="handover-masterdata"
        empty={{ title: t("emptyMaster"), ...(props.emptyText === undefined ? {} : { text: props.emptyText }) }}
        actions={(row) => (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={labelled(t("remove"), row.ours.text)}
            onClick={() => props.onRemove(row)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      />
    </>
  );
}

interface Adding extends Listed {
  readonly close: () => void;
}

function AddClient({ destination, close }: Adding): ReactNode {
  const t = useScreenTexts();
  const form = useCallForm(addMasterClient, { destination: destination.id, client: null, externalId: "" });
  const add = useAct(addMasterClient, { invalidates: masterReads });
  return (
    <Form form={form} label={t("add")} onSave={(body) => add.mutateAsync({ body })} onSaved={close} onCancel={close}>
      <ClientField name="client" label={t("client")} required />
      <TextField name="externalId" label={t("externalId")} required maxLength={60} />
    </Form>
  );
}

function AddBailiff({ destination, close }: Adding): ReactNode {
  const t = useScreenTexts();
  const offices = useCall(listBailiffs, { query: {} });
  const form = useCallForm(addMasterBailiff, { destination: destination.id, bailiff: null, externalId: "" });
  const add = useAct(addMasterBailiff, { invalidates: masterReads });
  return (
    <Form form={form} label={t("add")} onSave={(body) => add.mutateAsync({ body })} onSaved={close} onCancel={close}>
      <SelectField
        name="bailiff"
        label={t("bailiff")}
        required
        options={(offices.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField name="externalId" label={t("externalId")} required maxLength={60} />
    </Form>
  );
}

function Settings({ destination }: Listed): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const archive = useAct(archiveDestination, { invalidates: [listDestinations] });
  const archived = destination.archivedAt !== null;
  const where = { sftp: `${destination.username}@${destination.host}:${destination.port}`, https: destination.url };
  return (
    <>
      <Facts
        items={[
          [t("bailiff"), destination.bailiff.text],
          [t("types"), destination.types.map((type) => names(`type_${type}`)).join(", ")],
          [t("channel"), t(`channel_${destination.channel}`)],
          [t("format"), destination.format.toUpperCase()],
          ...(destination.channel === "sftp" || destination.channel === "https"
            ? [[t("host"), where[destination.channel]] as const]
            : []),
          ...(destination.channel === "mail" ? [[t("email"), destination.email] as const] : []),
        ]}
      />
      <Button
        mt="sm"
        mr="xs"
        onClick={() =>
          openModal({ title: destination.name, size: "lg" }, (close) => (
            <DestinationForm destination={destination} close={close} />
          ))
        }
      >
        {t("edit")}
      </Button>
      <Button
        mt="sm"
        variant="default"
        onClick={() => void archive.run({ params: { id: destination.id }, body: { archived: !archived } })}
      >
        {t(archived ? "restore" : "archive")}
      </Button>
    </>
  );
}
