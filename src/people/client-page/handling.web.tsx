/** How files of a client come in and go on: its workflows, and the layouts of its import files. */
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconPencil, IconStar, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf, ReplyOf } from "../../ground/kernel/contract.ts";
import { labelled } from "../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Facts, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { readClient } from "../customers/customers.contract.ts";
import {
  type ClientMapping,
  clientWorkflows,
  dropMapping,
  listMappings,
  setClientWorkflows,
  updateMapping,
} from "./client-page.contract.ts";
import { usePageTexts } from "./texts.web.ts";

type Workflows = ReplyOf<typeof clientWorkflows>;

export function ClientWorkflows({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = usePageTexts();
  const read = useCall(clientWorkflows, { params: { id: clientId } });
  const edit = (workflows: Workflows): void => {
    openModal({ title: t("workflows") }, (close) => (
      <WorkflowForm clientId={clientId} workflows={workflows} close={close} />
    ));
  };
  const { data } = read;
  return (
    <Section
      title={t("workflows")}
      aside={
        editable &&
        data && (
          <Guard who={setClientWorkflows.who}>
            <Button size="compact-sm" variant="default" onClick={() => edit(data)}>
              {t("edit")}
            </Button>
          </Guard>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t("workflowsHint")}
      </Text>
      <Loaded of={read}>
        {({ consumer, business, allowed, known }) => {
          const nameOf = (code: string): string => known.find((one) => one.code === code)?.name ?? code;
          return (
            <Facts
              items={[
                [t("workflowConsumer"), nameOf(consumer)],
                [t("workflowBusiness"), nameOf(business)],
                [t("workflowAllowed"), allowed.length === 0 ? t("workflowAll") : allowed.map(nameOf).join(", ")],
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

function WorkflowForm(props: { clientId: number; workflows: Workflows; close: () => void }): ReactNode {
  const t = usePageTexts();
  const { clientId, workflows, close } = props;
  const form = useCallForm(setClientWorkflows, {
    consumer: workflows.consumer,
    business: workflows.business,
    allowed: [...workflows.allowed],
    version: workflows.version,
  });
  const save = useAct(setClientWorkflows, { invalidates: [clientWorkflows, readClient] });
  const options = workflows.known.map(({ code, name }) => ({ value: code, label: name }));
  const store = async (body: BodyOf<typeof setClientWorkflows>): Promise<void> => {
    await save.mutateAsync({ params: { id: clientId }, body });
    notify({ message: t("workflowsSaved"), variant: "success" });
  };
  return (
    <Form form={form} label={t("workflows")} onSave={store} onSaved={close} onCancel={close}>
      <SelectField form={form} name="consumer" label={t("workflowConsumer")} required options={options} />
      <SelectField form={form} name="business" label={t("workflowBusiness")} required options={options} />
      <MultiSelectField
        form={form}
        name="allowed"
        label={t("workflowAllowed")}
        description={t("workflowAllowedHint")}
        options={options}
      />
    </Form>
  );
}

export function ClientMappings({ clientId }: { clientId: number }): ReactNode {
  const t = usePageTexts();
  const list = useCall(listMappings, { params: { id: clientId } });
  const columns: Column<ClientMapping>[] = [
    {
      key: "name",
      label: t("mappingName"),
      text: (_value, row) => row.name,
      formatter: (_value, row) => (
        <Group gap={6}>
          {row.name}
          {row.isDefault && <Status tone="accent">{t("mappingDefault")}</Status>}
        </Group>
      ),
    },
    { key: "columns", label: t("mappingColumns"), text: titles, formatter: titles },
    { key: "updatedAt", label: t("mappingUpdated"), as: "datetime" },
  ];
  return (
    <Section title={t("mappings")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("mappingsHint")}
      </Text>
      <DataTable
        id="client-mappings"
        label={t("mappings")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(mapping) => mapping.name}
        empty={{ title: t("noMappings"), text: t("noMappingsText") }}
        actions={(mapping) => <MappingActs clientId={clientId} mapping={mapping} />}
      />
    </Section>
  );
}

const titles = (_value: unknown, row: ClientMapping): string => row.columns.map(({ title }) => title).join(", ");

function MappingActs({ clientId, mapping }: { clientId: number; mapping: ClientMapping }): ReactNode {
  const t = usePageTexts();
  const change = useAct(updateMapping, { invalidates: [listMappings] });
  const drop = useAct(dropMapping, { invalidates: [listMappings] });
  const params = { id: clientId, mappingId: mapping.id };
  const rename = (): void => {
    openModal({ title: t("mappingRename") }, (close) => (
      <RenameForm clientId={clientId} mapping={mapping} close={close} />
    ));
  };
  const makeDefault = async (): Promise<void> => {
    if (await change.run({ params, body: { name: mapping.name, isDefault: true } })) {
      notify({ message: t("mappingSaved", { name: mapping.name }), variant: "success" });
    }
  };
  const forget = async (): Promise<void> => {
    const sure = await confirm(t("mappingDropQuestion", { name: mapping.name }), {
      title: t("mappingDrop"),
      yes: t("mappingDrop"),
      danger: true,
    });
    if (sure && (await drop.run({ params }))) {
      notify({ message: t("mappingDropped", { name: mapping.name }), variant: "success" });
    }
  };
  const named = (key: Parameters<typeof t>[0]): string => labelled(t(key), mapping.name);
  return (
    <Guard who={updateMapping.who}>
      <Group gap={4} wrap="nowrap">
        {!mapping.isDefault && (
          <ActionIcon variant="subtle" aria-label={named("mappingMakeDefault")} onClick={() => void makeDefault()}>
            <IconStar size={16} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" aria-label={named("mappingRename")} onClick={rename}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" aria-label={named("mappingDrop")} onClick={() => void forget()}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Guard>
  );
}

function RenameForm(props: { clientId: number; mapping: ClientMapping; close: () => void }): ReactNode {
  const t = usePageTexts();
  const { clientId, mapping, close } = props;
  const form = useCallForm(updateMapping, { name: mapping.name, isDefault: mapping.isDefault });
  const change = useAct(updateMapping, { invalidates: [listMappings] });
  const save = async (body: BodyOf<typeof updateMapping>): Promise<void> => {
    const params = { id: clientId, mappingId: mapping.id };
    await change.mutateAsync({ params, body });
    notify({ message: t("mappingSaved", { name: body.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t("mappingRename")} onSave={save} onSaved={close} onCancel={close}>
      <TextField form={form} name="name" label={t("mappingName")} required autoFocus maxLength={120} />
    </Form>
  );
}
