/** The form for one new file, in the order in which a person reads an invoice: client, debtor, address, claim, invoices. */

import { ActionIcon, Alert, Anchor, Button, Collapse, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { fileAddress } from "../../../cases/files/files.ts";
import { useOpensFiles } from "../../../cases/files/files.web.tsx";
import { fileTypes, genders, legalForms } from "../../../cases/persons/persons.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ClientField, RadioField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import {
  CheckboxField,
  Form,
  type FormOf,
  MoneyField,
  startAnew,
  TextareaField,
  TextField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { allowDuplicateInvoice } from "../../../money/claims/claims.contract.ts";
import styles from "../intake.module.css";
import { useFileTexts, useIntakeTexts } from "../texts.web.ts";
import { addNoticeCopy, createFile, importScreen, legalTypeChoices, possibleDuplicates } from "./create.contract.ts";
import { bodyOf, emptyValues, noInvoice, type Values } from "./create-values.web.ts";

export { bodyOf, emptyValues, type Values } from "./create-values.web.ts";

type FileForm = FormOf<Values, unknown>;

export function FileCreate(): ReactNode {
  const t = useIntakeTexts();
  const go = useGo();
  const { values: address } = useAddressQuery();
  const client = Number(address.client);
  const initial = { ...emptyValues, client: Number.isSafeInteger(client) && client > 0 ? client : null };
  const form = useCallForm(createFile, initial, bodyOf);
  const mayShow = useOpensFiles();
  const create = useAct(createFile);
  const copy = useAct(addNoticeCopy);
  const save = async (body: BodyOf<typeof createFile>, values: Values): Promise<void> => {
    const made = await create.mutateAsync({ body });
    notify({ message: t("created", { number: made.number }), variant: "success" });
    const [file] = values.notice14.sentOn === null ? [] : values.notice14.copy;
    // The file stands by now: a copy that is refused is told, and can be added on its page.
    if (file) await copy.mutateAsync({ params: { id: made.id }, files: { file }, body: {} }).catch(showError);
    if (mayShow) go(fileAddress(made.id));
  };
  const aside = (
    <Guard who={importScreen.who}>
      <Link to={importScreen}>{t("toImport")}</Link>
    </Guard>
  );
  return (
    <Page title={t("createTitle")} actions={aside}>
      <div className={styles.form}>
        <Form
          form={form}
          label={t("createTitle")}
          onSave={save}
          onSaved={() => mayShow || startAnew(form, initial)}
          submit={t("create")}
          draft="file.create"
        >
          <ClaimFields form={form} beside={<Duplicates values={form.values} />} />
          <MoreFields form={form} />
        </Form>
      </div>
    </Page>
  );
}

/** Client, debtor, claim and invoices; `beside` stands below the client's reference. */
export function ClaimFields({ form, beside }: { form: FileForm; beside?: ReactNode }): ReactNode {
  const t = useIntakeTexts();
  return (
    <>
      <div className={styles.row} data-columns="2-1">
        <ClientField name="client" label={t("client")} required autoFocus />
        <TextField name="clientRef" label={t("clientRef")} required maxLength={60} />
      </div>
      {beside}
      <DebtorFields form={form} />
      <Section title={t("claim")}>
        <div className={styles.stack}>
          <div className={styles.row} data-columns="1-1">
            <LegalTypeField />
            <TextField name="claim.title" label={t("claimTitle")} maxLength={200} />
          </div>
          <TextField name="claim.description" label={t("claimDescription")} maxLength={2000} />
        </div>
      </Section>
      <InvoiceRows form={form} />
    </>
  );
}

/** What the claim rests on: it says when the claim lapses. */
function LegalTypeField(): ReactNode {
  const t = useIntakeTexts();
  const read = useCall(legalTypeChoices, {});
  const options = (read.data?.items ?? []).map(({ id, text }) => ({ value: id, label: text }));
  return <SelectField name="claim.legalType" label={t("legalType")} options={options} clearable />;
}

/** Files that may be this one already, looked for while one types. */
function Duplicates({ values }: { values: Values }): ReactNode {
  const t = useIntakeTexts();
  const { client, clientRef, debtor } = values;
  const typed = [client ?? 0, clientRef.trim(), debtor.postcode.trim(), debtor.houseNumber.trim(), debtor.email.trim()];
  const opensFiles = useOpensFiles();
  const [asked] = useDebouncedValue(JSON.stringify(typed), 500);
  const settled = asked === JSON.stringify(typed);
  const found = useCall(
    possibleDuplicates,
    {
      query: {
        client: client ?? 0,
        clientRef: clientRef.trim(),
        postcode: debtor.postcode.trim(),
        houseNumber: debtor.houseNumber.trim(),
        email: debtor.email.trim(),
      },
    },
    { enabled: settled && client !== null && typed.slice(1).some((part) => part !== ""), quiet: true },
  );
  const items = client === null ? [] : (found.data?.items ?? []);
  if (items.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
      {t("possibleDuplicates")}{" "}
      {items.map((item, at) => (
        <span key={item.id}>
          {at > 0 && ", "}
          {opensFiles ? (
            <Anchor inherit href={fileAddress(item.id)} target="_blank" rel="noopener">
              {item.number}
            </Anchor>
          ) : (
            item.number
          )}{" "}
          {item.debtorName} ({item.clientRef})
        </span>
      ))}
    </Alert>
  );
}

function DebtorFields({ form }: { form: FileForm }): ReactNode {
  const t = useIntakeTexts();
  const f = useFileTexts();
  const isCompany = form.values.fileType === "company";
  return (
    <Section title={t("debtor")}>
      <div className={styles.stack}>
        <RadioField
          name="fileType"
          label={t("debtorKind")}
          options={fileTypes.map((type) => ({ value: type, label: f(`type_${type}`) }))}
        />
        {isCompany && (
          <div className={styles.row} data-columns="2-1-1">
            <TextField name="debtor.companyName" label={f("companyName")} required maxLength={200} />
            <SelectField
              name="debtor.legalForm"
              label={f("legalForm")}
              clearable
              options={legalForms.map((form) => ({ value: form, label: f(`form_${form}`) }))}
            />
            <TextField name="debtor.kvk" label={f("kvk")} maxLength={8} />
          </div>
        )}
        <div className={styles.row} data-columns="1-1-1-3">
          <SelectField
            name="debtor.gender"
            label={f("gender")}
            options={genders.map((gender) => ({ value: gender, label: f(`gender_${gender}`) }))}
          />
          <TextField name="debtor.initials" label={f("initials")} maxLength={20} />
          <TextField name="debtor.prefix" label={f("prefix")} maxLength={20} />
          <TextField name="debtor.lastName" label={f("lastName")} required={!isCompany} maxLength={100} />
        </div>
        <div className={styles.row} data-columns="1-1-1-2-2">
          <TextField name="debtor.postcode" label={f("postcode")} required maxLength={12} />
          <TextField name="debtor.houseNumber" label={f("houseNumber")} required maxLength={10} />
          <TextField name="debtor.addition" label={f("addition")} maxLength={20} />
          <TextField name="debtor.street" label={f("street")} required maxLength={200} />
          <TextField name="debtor.city" label={f("city")} required maxLength={100} />
        </div>
        <div className={styles.row} data-columns="2-1-1">
          <TextField name="debtor.email" label={f("email")} type="email" maxLength={254} />
          <TextField name="debtor.mobile" label={f("mobile")} type="tel" maxLength={30} />
          <TextField name="debtor.phone" label={f("phone")} type="tel" maxLength={30} />
        </div>
      </div>
    </Section>
  );
}

function InvoiceRows({ form }: { form: FileForm }): ReactNode {
  const t = useIntakeTexts();
  const { invoices } = form.values;
  const total = sumCents(invoices.map(({ amount, paid }) => Math.max(0, (amount ?? 0) - (paid ?? 0))));
  return (
    <Section
      title={t("invoices")}
      aside={
        <span className={styles.total} aria-live="polite">
          {t("principal")} <Money cents={total} strong />
        </span>
      }
    >
      <div className={styles.stack}>
        {invoices.map((invoice, at) => (
          <div className={styles.invoice} key={at}>
            <TextField name={`invoices.${at}.number`} label={t("invoiceNumber")} required maxLength={60} />
            <DateField name={`invoices.${at}.date`} label={t("invoiceDate")} required />
            <DateField name={`invoices.${at}.dueDate`} label={t("dueDate")} required />
            <MoneyField name={`invoices.${at}.amount`} label={t("amount")} required />
            <MoneyField name={`invoices.${at}.paid`} label={t("paid")} />
            <ActionIcon
              variant="subtle"
              color="gray"
              className={styles.remove ?? ""}
              disabled={invoices.length === 1}
              aria-label={t("removeInvoice", { number: invoice.number || at + 1 })}
              onClick={() => form.removeListItem("invoices", at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem("invoices", noInvoice)}
          >
            {t("addInvoice")}
          </Button>
        </Group>
      </div>
    </Section>
  );
}

/** The 14-day letter that the client has sent; its copy once it has a day. */
function NoticeFields({ hasCopy }: { hasCopy: boolean }): ReactNode {
  const t = useIntakeTexts();
  return (
    <>
      <div className={styles.row} data-columns="1-1-1-1">
        <DateField name="notice14.sentOn" label={t("notice14")} />
        <SelectField
          name="notice14.method"
          label={t("noticeMethod")}
          options={(["post", "email"] as const).map((method) => ({ value: method, label: t(`method_${method}`) }))}
        />
        <MoneyField name="notice14.announced" label={t("noticeAnnounced")} />
        <Text component="div" className={styles.check ?? ""}>
          <CheckboxField name="notice14.sameAddress" label={t("noticeSameAddress")} />
        </Text>
      </div>
      {hasCopy && <FileField name="notice14.copy" label={t("noticeCopy")} description={t("noticeCopyHint")} />}
    </>
  );
}

function MoreFields({ form }: { form: FileForm }): ReactNode {
  const t = useIntakeTexts();
  const f = useFileTexts();
  const mayAllow = useMay(allowDuplicateInvoice);
  const [open, setOpen] = useState(false);
  const kinds = ["legal", "contractual", "none"] as const;
  return (
    <div>
      <button type="button" className="v-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("moreFields")}
      </button>
      <Collapse expanded={open}>
        <div className={styles.stack} data-more>
          <div className={styles.row} data-columns="1-1-1-1">
            <TextField name="debtor.firstName" label={f("firstName")} maxLength={100} />
            <DateField name="debtor.birthDate" label={f("birthDate")} />
            <TextField name="debtor.iban" label={f("iban")} maxLength={42} />
            <SelectField
              name="debtor.language"
              label={f("language")}
              options={(["nl", "en", "fr", "de"] as const).map((code) => ({
                value: code,
                label: f(`language_${code}`),
              }))}
            />
          </div>
          <div className={styles.row} data-columns="1-1-1-1">
            <SelectField
              name="claim.basis"
              label={t("basis")}
              options={(["contract", "other"] as const).map((basis) => ({ value: basis, label: t(`basis_${basis}`) }))}
            />
            <DateField name="claim.contractDate" label={t("contractDate")} />
            <SelectField
              name="interest.kind"
              label={t("interest")}
              options={kinds.map((kind) => ({ value: kind, label: t(`interest_${kind}`) }))}
            />
            <TextField
              name="interest.rate"
              label={t("interestRate")}
              disabled={form.values.interest.kind !== "contractual"}
            />
          </div>
          <NoticeFields hasCopy={form.values.notice14.sentOn !== null} />
          <div className={styles.row} data-columns="1-1-1-1">
            <MoneyField name="bikCharged" label={t("bikCharged")} />
            <Text component="div" className={styles.check ?? ""}>
              <CheckboxField name="dispute" label={t("dispute")} />
            </Text>
          </div>
          {mayAllow && <TextField name="doubleReason" label={t("doubleReason")} maxLength={200} />}
          <TextareaField name="invoices.0.description" label={t("description")} rows={2} maxLength={2000} />
        </div>
      </Collapse>
    </div>
  );
}
