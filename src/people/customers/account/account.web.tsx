/** The account of a client: what it is, a change that waits, and the form that asks for one. */

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { Copyable, dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { readClient } from "../record/clients.contract.ts";
import { useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import { type AccountChange, decideAccount, readAccount, requestAccount } from "./iban.contract.ts";

/** An IBAN in groups of four, as on a bank card. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

export function Account({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  const account = useCall(readAccount, { params: { id: clientId } });
  const change = (iban: string | null): void => {
    openModal({ title: t("accountChange") }, (close) => (
      <AccountForm clientId={clientId} former={iban} close={close} />
    ));
  };
  return (
    <Section
      title={t("account")}
      aside={
        editable &&
        account.data &&
        !account.data.open && (
          <Guard who={requestAccount.who}>
            <Button size="compact-sm" variant="default" onClick={() => change(account.data?.iban ?? null)}>
              {t("accountChange")}
            </Button>
          </Guard>
        )
      }
    >
      <Loaded of={account}>
        {({ iban, accountHolder, open }) => (
          <Stack gap="sm">
            <Facts
              items={[
                [c("iban"), <Iban key="iban" value={iban} />],
                [c("accountHolder"), accountHolder],
              ]}
            />
            {open && <OpenChange clientId={clientId} change={open} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Iban({ value }: { value: string | null }): ReactNode {
  const t = useDetailTexts();
  return value === null ? t("accountNone") : <Copyable value={value}>{grouped(value)}</Copyable>;
}

function OpenChange({ clientId, change }: { clientId: number; change: AccountChange }): ReactNode {
  const t = useDetailTexts();
  const decide = useAct(decideAccount, { invalidates: [readAccount, readClient] });
  const answer = async (approve: boolean): Promise<void> => {
    const done = await decide.run({ params: { id: clientId, changeId: change.id }, body: { approve } });
    if (done) notify({ message: t(approve ? "accountApproved" : "accountRefused"), variant: "success" });
  };
  return (
    <Alert
      variant="light"
      color="yellow"
      title={t("accountOpen")}
      icon={<IconShieldCheck size={18} aria-hidden />}
      role="status"
    >
      <Text size="sm">
        {t("accountOpenText", {
          iban: grouped(change.iban),
          holder: change.accountHolder,
          who: change.askedBy,
          date: dateText(change.askedAt, { time: "HH:mm" }),
        })}
      </Text>
      {!change.mayDecide && (
        <Text size="sm" mt={4}>
          {t("accountWaits")}
        </Text>
      )}
      <Guard who={decideAccount.who}>
        <Group gap="xs" mt="xs">
          {change.mayDecide && (
            <Button size="compact-sm" loading={decide.isPending} onClick={() => void answer(true)}>
              {t("accountApprove")}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => void answer(false)}>
            {t("accountRefuse")}
          </Button>
        </Group>
      </Guard>
    </Alert>
  );
}

function AccountForm(props: { clientId: number; former: string | null; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  const form = useCallForm(requestAccount, { iban: "", accountHolder: "" });
  const ask = useAct(requestAccount, { invalidates: [readAccount, readClient] });
  const save = async (body: BodyOf<typeof requestAccount>): Promise<void> => {
    await ask.mutateAsync({ params: { id: props.clientId }, body });
    notify({ message: t(props.former === null ? "accountSet" : "accountAsked"), variant: "success" });
  };
  return (
    <Form
      form={form}
      label={t("accountChange")}
      onSave={save}
      onSaved={props.close}
      onCancel={props.close}
      {...(props.former === null ? {} : { submit: t("accountAsk") })}
    >
      <Text size="sm" c="dimmed">
        {t(props.former === null ? "accountFirstHint" : "accountWarn")}
      </Text>
      <TextField form={form} name="iban" label={c("iban")} required autoFocus maxLength={42} />
      <TextField form={form} name="accountHolder" label={c("accountHolder")} required maxLength={70} />
    </Form>
  );
}
