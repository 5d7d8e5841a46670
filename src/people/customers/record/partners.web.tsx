/** The partners that a client works with. */

import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled, useAnyText } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import {
  type ClientPartner,
  dropClientPartner,
  listClientPartners,
  partnerChoices,
  setClientPartner,
} from "./partners.contract.ts";

function usePartnerColumns(): Column<ClientPartner>[] {
  const t = useDetailTexts();
  const any = useAnyText();
  const c = useCustomersTexts();
  return [
    { key: "name", label: t("partner") },
    { key: "kind", label: t("documentKind"), formatter: (_value, row) => any(`customers.partnerKind_${row.kind}`) },
    { key: "city", label: c("city") },
    { key: "phone", label: c("phone"), as: "phone" },
    { key: "email", label: c("email"), copy: true },
    { key: "reference", label: t("partnerReference") },
  ];
}

export function Partners({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = useDetailTexts();
  const list = useCall(listClientPartners, { params: { id: clientId } });
  const drop = useAct(dropClientPartner, { invalidates: [listClientPartners] });
  const add = (): void => {
    openModal({ title: t("partnerAdd") }, (close) => <PartnerForm clientId={clientId} close={close} />);
  };
  const remove = async ({ id, name }: ClientPartner): Promise<void> => {
    const sure = await confirm(t("partnerDropQuestion", { name }), { title: t("partnerDrop"), yes: t("remove") });
    if (sure) await drop.run({ params: { id: clientId, partnerId: id } });
  };
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
        columns={usePartnerColumns()}
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
                    aria-label={labelled(t("partnerDrop"), partner.name)}
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

interface PartnerValues {
  partnerId: number | null;
  reference: string;
}
const noPartner: PartnerValues = { partnerId: null, reference: "" };

function PartnerForm({ clientId, close }: { clientId: number; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const choices = useCall(partnerChoices, {});
  const form = useCallForm(setClientPartner, noPartner, ({ reference }) => ({ reference }));
  const set = useAct(setClientPartner, { invalidates: [listClientPartners] });
  const save = async (body: BodyOf<typeof setClientPartner>, { partnerId }: PartnerValues): Promise<void> => {
    if (partnerId === null) {
      form.setFieldError("partnerId", t("errorPartner"));
      return;
    }
    await set.mutateAsync({ params: { id: clientId, partnerId }, body });
    notify({ message: t("partnerAdded"), variant: "success" });
    close();
  };
  return (
    <Form form={form} label={t("partnerAdd")} onSave={save} onCancel={close}>
      <SelectField
        form={form}
        name="partnerId"
        label={t("partner")}
        required
        options={(choices.data?.items ?? []).map(({ id, text }) => ({ value: id, label: text }))}
      />
      <TextField form={form} name="reference" label={t("partnerReference")} maxLength={60} />
    </Form>
  );
}
