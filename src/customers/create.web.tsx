/** The form that makes a client: what letters, interest, arrangements and payments of its files need. */
import type { ReactNode } from "react";
import type { BodyOf } from "../kernel/contract.ts";
import { useAct } from "../platform/web/api.web.ts";
import { Form, useForm } from "../platform/web/form.web.tsx";
import { navigate, useGo } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Page } from "../platform/web/page.web.tsx";
import { useUnsavedGuard } from "../platform/web/unsaved.web.ts";
import { createClientCall, customerSearchScreen } from "./customers.contract.ts";
import styles from "./customers.module.css";
import { AddressPart, ArrangementPart, CompanyPart, HandlingPart, MoneyPart, SimilarClients } from "./fields.web.tsx";
import { useCustomersTexts, useDetailTexts } from "./texts.web.ts";

const empty = {
  number: "",
  company: "",
  legalForm: null as string | null,
  kvk: "",
  vatNumber: "",
  canReclaimVat: true,
  isPublicBody: false,
  clientGroupId: null as string | null,
  iban: "",
  accountHolder: "",
  street: "",
  houseNumber: "",
  addition: "",
  postcode: "",
  city: "",
  country: "NL" as string | null,
  phone: "",
  email: "",
  website: "",
  contactSalutation: "unknown" as string | null,
  contactName: "",
  contactPhone: "",
  contactEmail: "",
  language: "nl" as string | null,
  dayCount: "ACT/365F" as string | null,
  writeOffToleranceCents: null as number | null,
  arrangementGraceWorkingDays: null as number | null,
  arrangementBrokenAfterDays: null as number | null,
  arrangementAllowedMisses: null as number | null,
  arrangementMinTermCents: null as number | null,
  arrangementMaxMonths: null as number | null,
  arrangementSelfServiceCents: null as number | null,
  bikInstalmentRule: false,
  mandateOn: null as string | null,
  mandateUntil: null as string | null,
  setoffConsent: false,
  accountManagerId: null as string | null,
  caseManagerId: null as string | null,
  teamId: null as string | null,
};
type Values = typeof empty;

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** The body as the call wants it. A choice that is not made yet travels as it is: the server says so beside its field. */
const bodyOf = (values: Values) =>
  ({
    ...values,
    number: values.number || null,
    clientGroupId: idOf(values.clientGroupId),
    accountManagerId: idOf(values.accountManagerId),
    caseManagerId: idOf(values.caseManagerId),
    teamId: idOf(values.teamId),
  }) as BodyOf<typeof createClientCall>;

export function CustomerCreate(): ReactNode {
  const t = useCustomersTexts();
  const d = useDetailTexts();
  const go = useGo();
  const form = useForm<Values>(empty);
  useUnsavedGuard(form.isDirty() && !form.submitting, { question: d("leaveQuestion"), leave: d("leave") });
  const create = useAct(createClientCall);
  const save = async (values: Values): Promise<void> => {
    const { id, number } = await create.mutateAsync({ body: bodyOf(values) });
    notify({ message: t("created", { company: values.company, number }), variant: "success" });
    // The form counts as saved first, so that nobody is asked whether to leave it.
    form.resetDirty(values);
    setTimeout(() => navigate(`/customer/${id}`));
  };
  return (
    <Page title={t("createTitle")}>
      <div className={styles.form}>
        <Form form={form} label={t("createTitle")} onSave={save} onCancel={() => go(customerSearchScreen)}>
          <SimilarClients kvk={form.values.kvk} iban={form.values.iban} />
          <CompanyPart fresh />
          <AddressPart withContact />
          <MoneyPart withAccount />
          <HandlingPart />
          <ArrangementPart />
        </Form>
      </div>
    </Page>
  );
}
