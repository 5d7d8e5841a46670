/** Our own accounts: a small table, added to and changed in a modal. */
import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatIban } from "../kernel/identifiers.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { CheckboxField, Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { Section } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable } from "../platform/web/table.web.tsx";
import { type AccountRow, createAccount, listAccounts, updateAccount } from "./payments.contract.ts";
import { type AccountKind, accountKinds } from "./payments.ts";
import { usePaymentTexts } from "./texts.web.ts";

export function Accounts(): ReactNode {
  const t = usePaymentTexts();
  const list = useCall(listAccounts, {});
  const edit = (account?: AccountRow): void => {
    openModal({ title: t(account ? "editAccount" : "addAccount") }, (close) => (
      <AccountForm account={account} close={close} />
    ));
  };
  const columns: Column<AccountRow>[] = [
    { key: "name", label: t("accountName"), allowToggle: false },
    { key: "iban", label: t("iban"), formatter: (_value, row) => formatIban(row.iban), copy: true },
    { key: "kind", label: t("accountKind"), formatter: (_value, row) => t(`kind_${row.kind}`) },
    {
      key: "active",
      label: t("state"),
      formatter: (_value, row) => (
        <Status tone={row.active ? "good" : "neutral"}>{t(row.active ? "active" : "inactive")}</Status>
      ),
    },
    { key: "lastStatement", label: t("lastStatement"), as: "date" },
    { key: "closingCents", label: t("balance"), as: "money" },
  ];
  const add = (
    <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => edit()}>
      {t("addAccount")}
    </Button>
  );
  return (
    <Section title={t("accounts")} aside={add}>
      <DataTable
        id="bank-accounts"
        label={t("accounts")}
        columns={columns}
        list={list}
        chooser={false}
        onOpen={edit}
        empty={{ title: t("accounts"), text: t("noAccountsHint") }}
        actions={(account) => (
          <ActionIcon
            variant="subtle"
            aria-label={`${t("editAccount")}: ${account.name}`}
            onClick={() => edit(account)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      />
    </Section>
  );
}

function AccountForm({ account, close }: { account: AccountRow | undefined; close: () => void }): ReactNode {
  const t = usePaymentTexts();
  const initialKind: AccountKind = account?.kind ?? "client_money";
  const form = useForm({
    iban: account ? formatIban(account.iban) : "",
    name: account?.name ?? "",
    kind: initialKind,
    active: account?.active ?? true,
    version: account?.version ?? 1,
  });
  const create = useAct(createAccount, { invalidates: [listAccounts] });
  const update = useAct(updateAccount, { invalidates: [listAccounts] });
  const save = ({ iban, active, version, ...values }: typeof form.values): Promise<unknown> =>
    account
      ? update.mutateAsync({ params: { id: account.id }, body: { ...values, active, version } })
      : create.mutateAsync({ body: { ...values, iban } });
  return (
    <Form form={form} label={t("accounts")} onSave={save} onSaved={close} onCancel={close}>
      <TextField name="iban" label={t("iban")} required autoFocus={!account} disabled={account !== undefined} />
      <TextField name="name" label={t("accountName")} required maxLength={100} />
      <SelectField
        name="kind"
        label={t("accountKind")}
        required
        options={accountKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
      />
      {account && <CheckboxField name="active" label={t("active")} />}
    </Form>
  );
}
