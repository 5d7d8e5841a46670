/** The form that makes a client: what letters, interest, arrangements and payments of its files need. */
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Form, startAnew, useCallForm, type ValuesOf } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { navigate, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import { createClientCall, customerSearchScreen } from "./clients.contract.ts";
import { AddressPart, ArrangementPart, CompanyPart, HandlingPart, MoneyPart, SimilarClients } from "./fields.web.tsx";

const empty: Required<Omit<ValuesOf<typeof createClientCall>, "workflowConsumer" | "workflowBusiness">> = {
  number: "",
  company: "",
  legalForm: null,
  kvk: "",
  vatNumber: "",
  canReclaimVat: true,
  isPublicBody: false,
  clientGroupId: null,
  iban: "",
  accountHolder: "",
  street: "",
  houseNumber: "",
  addition: "",
  postcode: "",
  city: "",
  country: "NL",
  phone: "",
  email: "",
  website: "",
  contactSalutation: "unknown",
  contactName: "",
  contactPhone: "",
  contactEmail: "",
  language: "nl",
  dayCount: "ACT/365F",
  writeOffToleranceCents: null,
  arrangementGraceWorkingDays: null,
  arrangementBrokenAfterDays: null,
  arrangementAllowedMisses: null,
  arrangementMinTermCents: null,
  arrangementMaxMonths: null,
  arrangementSelfServiceCents: null,
  bikInstalmentRule: false,
  mandateOn: null,
  mandateUntil: null,
  setoffConsent: false,
  accountManagerId: null,
  caseManagerId: null,
  teamId: null,
};

/** Without a number of its own, a client is given one. */
const bodyOf = (values: typeof empty) => ({ ...values, number: values.number || null });

export function CustomerCreate(): ReactNode {
  const t = useCustomersTexts();
  const d = useDetailTexts();
  const go = useGo();
  const form = useCallForm(createClientCall, empty, bodyOf);
  useUnsavedGuard(form.isDirty() && !form.submitting, { question: d("leaveQuestion"), leave: d("leave") });
  const mayShow = useMay(customerSearchScreen);
  const create = useAct(createClientCall);
  const save = async (body: BodyOf<typeof createClientCall>, values: typeof empty): Promise<void> => {
    const { id, number } = await create.mutateAsync({ body });
    notify({ message: t("created", { company: body.company, number }), variant: "success" });
    // The form counts as saved first, so that nobody is asked whether to leave it.
    form.resetDirty(values);
    if (mayShow) setTimeout(() => navigate(`/customer/${id}`));
  };
  return (
    <Page title={t("createTitle")}>
      <div className="v-long-form">
        <Form
          form={form}
          label={t("createTitle")}
          onSave={save}
          onSaved={() => mayShow || startAnew(form, empty)}
          onCancel={() => go(mayShow ? customerSearchScreen : "/")}
          draft="client.create"
        >
          <SimilarClients kvk={form.values.kvk ?? ""} iban={form.values.iban ?? ""} />
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
