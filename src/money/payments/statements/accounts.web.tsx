/** Our own accounts: a table with a modal to add and change them. */

import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { formatIban } from "../../../ground/kernel/identifiers.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { type AccountRow, createAccount, listAccounts, updateAccount } from "../payments.contract.ts";
import { type AccountKind, accountKinds } from "../payments.ts";
import { usePaymentTexts } from "../texts.web.ts";

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
            aria-label={labelled(t("editAccount"), account.name)}
            onClick={() => edit(account)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      />
    </Section>
  );
}

interface AccountValues {
  iban: string;
  name: string;
  kind: AccountKind;
  active: boolean;
  version: number;
}

function AccountForm({ account, close }: { account: AccountRow | undefined; close: () => void }): ReactNode {
  const t = usePaymentTexts();
  const initial: AccountValues = {
    iban: account ? formatIban(account.iban) : "",
    name: account?.name ?? "",
    kind: account?.kind ?? "client_money",
    active: account?.active ?? true,
    version: account?.version ?? 1,
  };
  const form = useCallForm(updateAccount, initial, ({ iban: _iban, ...values }) => values);
  const create = useAct(createAccount, { invalidates: [listAccounts] });
  const update = useAct(updateAccount, { invalidates: [listAccounts] });
  const save = (body: BodyOf<typeof updateAccount>, { iban, name, kind }: AccountValues): Promise<unknown> =>
    account
      ? update.mutateAsync({ params: { id: account.id }, body })
      : create.mutateAsync({ body: { name, kind, iban } });
  return (
    <Form form={form} label={t("accounts")} onSave={save} onSaved={close} onCancel={close}>
      <TextField
        form={form}
        name="iban"
        label={t("iban")}
        required
        autoFocus={!account}
        disabled={account !== undefined}
      />
      <TextField form={form} name="name" label={t("accountName")} required maxLength={100} />
      <SelectField
        form={form}
        name="kind"
        label={t("accountKind")}
        required
        options={accountKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
      />
      {account && <CheckboxField form={form} name="active" label={t("active")} />}
    </Form>
  );
}
