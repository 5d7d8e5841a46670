/** The partners that a client works with. */
import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { confirm, openModal } from "../platform/web/dialogs.web.tsx";
import { Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { Guard } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Section } from "../platform/web/page.web.tsx";
import { type Column, DataTable } from "../platform/web/table.web.tsx";
import {
  type ClientPartner,
  dropClientPartner,
  listClientPartners,
  partnerChoices,
  setClientPartner,
} from "./customers.contract.ts";
import { detailKey, useCustomersTexts, useDetailTexts } from "./texts.web.ts";

export function Partners({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  const list = useCall(listClientPartners, { params: { id: clientId } });
  const drop = useAct(dropClientPartner, { invalidates: [listClientPartners] });
  const add = (): void => {
    openModal({ title: t("partnerAdd") }, (close) => <PartnerForm clientId={clientId} close={close} />);
  };
  const remove = async ({ id, name }: ClientPartner): Promise<void> => {
    const sure = await confirm(t("partnerDropQuestion", { name }), { title: t("partnerDrop"), yes: t("remove") });
    if (sure) await drop.run({ params: { id: clientId, partnerId: id } });
  };
  const columns: Column<ClientPartner>[] = [
    { key: "name", label: t("partner") },
    { key: "kind", label: t("documentKind"), formatter: (_value, row) => t(detailKey("partnerKind", row.kind)) },
    { key: "city", label: c("city") },
    { key: "phone", label: c("phone") },
    { key: "email", label: c("email"), copy: true },
    { key: "reference", label: t("partnerReference") },
  ];
  return (
    <Section
      title={t("partners")}
      aside={
        editable && (
          <Guard who={setClientPartner.who}>
            <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
              {t("partnerAdd")}
            </Button>
          </Guard>
        )
      }
    >
      <DataTable
        id="client-partners"
        label={t("partners")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(partner) => partner.name}
        rowVariant={(row) => (row.archived ? "muted" : undefined)}
        empty={{ title: t("partnersNone"), text: t("partnersNoneText") }}
        {...(editable
          ? {
              actions: (partner: ClientPartner) => (
                <Guard who={dropClientPartner.who}>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`${t("partnerDrop")}: ${partner.name}`}
                    onClick={() => void remove(partner)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Guard>
              ),
            }
          : {})}
      />
    </Section>
  );
}

function PartnerForm({ clientId, close }: { clientId: number; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const choices = useCall(partnerChoices, {});
  const form = useForm({ partnerId: null as string | null, reference: "" });
  const set = useAct(setClientPartner, { invalidates: [listClientPartners] });
  const save = async ({ partnerId, reference }: typeof form.values): Promise<void> => {
    if (partnerId === null) {
      form.setFieldError("partnerId", t("errorPartner"));
      return;
    }
    await set.mutateAsync({ params: { id: clientId, partnerId: Number(partnerId) }, body: { reference } });
    notify({ message: t("partnerAdded"), variant: "success" });
    close();
  };
  return (
    <Form form={form} label={t("partnerAdd")} onSave={save} onCancel={close}>
      <SelectField
        name="partnerId"
        label={t("partner")}
        required
        options={(choices.data?.items ?? []).map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <TextField name="reference" label={t("partnerReference")} maxLength={60} />
    </Form>
  );
}
