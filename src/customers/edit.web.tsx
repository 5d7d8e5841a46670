/** The form that changes a client. */
import type { ReactNode } from "react";
import type { BodyOf } from "../kernel/contract.ts";
import { useAct } from "../platform/web/api.web.ts";
import { Form, useForm } from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { useUnsavedGuard } from "../platform/web/unsaved.web.ts";
import { type ClientDetail, readClient, updateClientCall } from "./customers.contract.ts";
import styles from "./customers.module.css";
import { AddressPart, ArrangementPart, CompanyPart, HandlingPart, MoneyPart, SimilarClients } from "./fields.web.tsx";
import { useDetailTexts } from "./texts.web.ts";

const textOfId = (id: number | null): string | null => (id === null ? null : String(id));
const idOf = (value: string | number | null): number | null => (value === null ? null : Number(value));

/** What the form holds of a client: texts where the record has nothing, choices as texts. */
const valuesOf = (client: ClientDetail) => ({
  number: client.number,
  company: client.company,
  legalForm: client.legalForm as string | null,
  kvk: client.kvk ?? "",
  vatNumber: client.vatNumber ?? "",
  canReclaimVat: client.canReclaimVat,
  isPublicBody: client.isPublicBody,
  clientGroupId: textOfId(client.clientGroupId),
  street: client.street,
  houseNumber: client.houseNumber,
  addition: client.addition ?? "",
  postcode: client.postcode,
  city: client.city,
  country: client.country as string | null,
  phone: client.phone ?? "",
  email: client.email ?? "",
  website: client.website ?? "",
  language: client.language as string | null,
  dayCount: client.dayCount as string | null,
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
  accountManagerId: textOfId(client.accountManagerId),
  caseManagerId: textOfId(client.caseManagerId),
  teamId: textOfId(client.teamId),
  version: client.version,
});
type Values = ReturnType<typeof valuesOf>;

/** The body as the call wants it; what a choice may not be, the server says beside its field. */
const bodyOf = (values: Values) =>
  ({
    ...values,
    clientGroupId: idOf(values.clientGroupId),
    accountManagerId: idOf(values.accountManagerId),
    caseManagerId: idOf(values.caseManagerId),
    teamId: idOf(values.teamId),
  }) as BodyOf<typeof updateClientCall>;

export function ClientEdit(props: { client: ClientDetail; onDone: () => void }): ReactNode {
  const t = useDetailTexts();
  const { client, onDone } = props;
  const form = useForm<Values>(valuesOf(client));
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const update = useAct(updateClientCall, { invalidates: [readClient] });
  const save = async (values: Values): Promise<void> => {
    const { company } = await update.mutateAsync({ params: { id: client.id }, body: bodyOf(values) });
    notify({ message: t("saved", { company }), variant: "success" });
  };
  return (
    <div className={styles.form}>
      <Form
        form={form}
        label={t("editTitle")}
        onSave={save}
        // After the form counts as saved, so that nobody is asked whether to leave it.
        onSaved={() => setTimeout(onDone)}
        onCancel={onDone}
      >
        <SimilarClients kvk={form.values.kvk === client.kvk ? "" : form.values.kvk} iban="" except={client.id} />
        <CompanyPart />
        <AddressPart />
        <MoneyPart />
        <HandlingPart />
        <ArrangementPart />
      </Form>
    </div>
  );
}
