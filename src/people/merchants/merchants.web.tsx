/** The merchants' screen: one table and one modal (specification, "Merchant settings page"). */

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { ClientField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import {
  createMerchant,
  deleteMerchant,
  listMerchants,
  type MerchantRow,
  updateMerchant,
} from "./merchants.contract.ts";
import type { merchantTexts } from "./merchants.texts.ts";

const useMerchantTexts = () => useTexts<typeof merchantTexts>("merchants");

const columnsOf = (t: ReturnType<typeof useMerchantTexts>): Column<MerchantRow>[] => [
  {
    key: "name",
    label: t("name"),
    sortable: true,
    allowToggle: false,
    share: 26,
    wraps: true,
    below: { key: "webshopName", label: t("webshopName"), sortable: true },
  },
  { key: "url", label: t("url"), sortable: true, share: 28, wraps: true },
  {
    key: "client.company",
    label: t("client"),
    sortable: true,
    share: 24,
    wraps: true,
    below: { key: "kvkNumber", label: t("kvkNumber"), sortable: true },
  },
  { key: "externalId", label: t("externalId"), sortable: true, share: 18, wraps: true },
  { key: "createdAt", label: t("createdAt"), sortable: true, as: "datetime" },
];

export function MerchantSettings(): ReactNode {
  const t = useMerchantTexts();
  const list = useCall(listMerchants, {});
  const remove = useAct(deleteMerchant, {
    invalidates: [listMerchants],
    onSuccess: (_reply, { params }) => {
      const name = list.data?.items.find(({ id }) => id === params.id)?.name ?? "";
      notify({ message: t("deleted", { name }), variant: "success" });
    },
  });

  const edit = (merchant?: MerchantRow): void => {
    openModal({ title: t("modalTitle") }, (close) => <MerchantForm merchant={merchant} close={close} />);
  };
  const askDelete = async ({ id, name }: MerchantRow): Promise<void> => {
    const sure = await confirm(t("deleteQuestion", { name }), { title: t("deleteTitle"), yes: t("yes"), danger: true });
    if (sure) await remove.run({ params: { id } });
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit()}>
      {t("add")}
    </Button>
  );

  return (
    <Page title={t("heading")} count={list.data?.items.length} actions={add}>
      <DataTable
        id="merchants"
        label={t("heading")}
        columns={columnsOf(t)}
        list={list}
        rowName={(merchant) => merchant.name}
        onOpen={edit}
        exportName="merchants"
        empty={{ title: t("emptyTitle"), text: t("emptyHint") }}
        actions={(merchant) => (
          <Group gap={4} wrap="nowrap">
            <ActionIcon variant="subtle" aria-label={labelled(t("edit"), merchant.name)} onClick={() => edit(merchant)}>
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={labelled(t("delete"), merchant.name)}
              onClick={() => void askDelete(merchant)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )}
      />
    </Page>
  );
}

function MerchantForm({ merchant, close }: { merchant: MerchantRow | undefined; close: () => void }): ReactNode {
  const t = useMerchantTexts();
  const form = useCallForm(updateMerchant, {
    name: merchant?.name ?? "",
    webshopName: merchant?.webshopName ?? "",
    url: merchant?.url ?? "",
    client: merchant?.client.id ?? null,
    kvkNumber: merchant?.kvkNumber ?? "",
    externalId: merchant?.externalId ?? "",
    version: merchant?.version ?? 1,
  });
  const create = useAct(createMerchant, { invalidates: [listMerchants] });
  const update = useAct(updateMerchant, { invalidates: [listMerchants] });

  const save = async ({ version, ...body }: BodyOf<typeof updateMerchant>): Promise<void> => {
    if (merchant) await update.mutateAsync({ params: { id: merchant.id }, body: { ...body, version } });
    else await create.mutateAsync({ body });
    notify({ message: t(merchant ? "saved" : "added", { name: body.name }), variant: "success" });
  };

  return (
    <Form form={form} label={t("modalTitle")} onSave={save} onSaved={close} onCancel={close} submit={t("submit")}>
      <TextField form={form} name="name" label={t("name")} required autoFocus maxLength={200} />
      <TextField form={form} name="webshopName" label={t("webshopName")} maxLength={200} />
      <TextField form={form} name="url" label={t("url")} type="url" maxLength={500} />
      <ClientField form={form} name="client" label={t("client")} required />
      <TextField form={form} name="kvkNumber" label={t("kvkNumber")} maxLength={8} />
      <TextField form={form} name="externalId" label={t("externalId")} maxLength={100} />
    </Form>
  );
}
