/** The form that changes a client. */
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Form, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { clientLegalForms } from "../customers.ts";
import { useDetailTexts } from "../texts.web.ts";
import { type ClientDetail, readClient, updateClientCall } from "./clients.contract.ts";
import { AddressPart, ArrangementPart, CompanyPart, HandlingPart, MoneyPart, SimilarClients } from "./fields.web.tsx";

/** What the form holds of a client: texts where the record has nothing. */
const valuesOf = (client: ClientDetail) => ({
  number: client.number,
  company: client.company,
  legalForm: clientLegalForms.find((form) => form === client.legalForm) ?? null,
  kvk: client.kvk ?? "",
  vatNumber: client.vatNumber ?? "",
  canReclaimVat: client.canReclaimVat,
  isPublicBody: client.isPublicBody,
  clientGroupId: client.clientGroupId,
  street: client.street,
  houseNumber: client.houseNumber,
  addition: client.addition ?? "",
  postcode: client.postcode,
  city: client.city,
  country: client.country,
  phone: client.phone ?? "",
  email: client.email ?? "",
  website: client.website ?? "",
  language: client.language,
  dayCount: client.dayCount,
  writeOffToleranceCents: client.writeOffToleranceCents,
  arrangementGraceWorkingDays: client.arrangementGraceWorkingDays,
  arrangementBrokenAfterDays: client.arrangementBrokenAfterDays,
  arrangementAllowedMisses: client.arrangementAllowedMisses,
  arrangementMinTermCents: client.arrangementMinTermCents,
  arrangementMaxMonths: client.arrangementMaxMonths,
  arrangementSelfServiceCents: client.arrangementSelfServiceCents,
  bikInstalmentRule: client.bikInstalmentRule,
  mandateOn: client.mandateOn,
  mandateUntil: client.mandateUntil,
  setoffConsent: client.setoffConsent,
  accountManagerId: client.accountManagerId,
  caseManagerId: client.caseManagerId,
  teamId: client.teamId,
  version: client.version,
});

export function ClientEdit(props: { client: ClientDetail; onDone: () => void }): ReactNode {
  const t = useDetailTexts();
  const { client, onDone } = props;
  const form = useCallForm(updateClientCall, valuesOf(client));
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const update = useAct(updateClientCall, { invalidates: [readClient] });
  const save = async (body: BodyOf<typeof updateClientCall>): Promise<void> => {
    const { company } = await update.mutateAsync({ params: { id: client.id }, body });
    notify({ message: t("saved", { company }), variant: "success" });
  };
  return (
    <div className="v-long-form">
      <Form
        form={form}
        label={t("editTitle")}
        onSave={save}
        // After the form counts as saved, so that nobody is asked whether to leave it.
        onSaved={() => setTimeout(onDone)}
        onCancel={onDone}
      >
        <SimilarClients
          kvk={form.values.kvk === client.kvk ? "" : (form.values.kvk ?? "")}
          iban=""
          except={client.id}
        />
        <CompanyPart />
        <AddressPart />
        <MoneyPart />
        <HandlingPart />
        <ArrangementPart />
      </Form>
    </div>
  );
}
