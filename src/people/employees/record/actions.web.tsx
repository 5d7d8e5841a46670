/** What can be done with an employee besides changing the data: invite, set a password, hand over, shut and open the login. */

import { ActionIcon, List, Menu, Stack, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, PasswordField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, navigate } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { SwitchButton } from "../../access/access.web.tsx";
import { useEmployeeTexts } from "../texts.web.ts";
import { useSuccessors } from "./choices.web.ts";
import {
  type EmployeeRow,
  editEmployeeScreen,
  getEmployee,
  handOver,
  inviteEmployee,
  listCharges,
  listEmployees,
  setEmployeeActive,
  updateEmployee,
} from "./people.contract.ts";

type Who = Pick<
  EmployeeRow,
  "id" | "name" | "email" | "active" | "access" | "manageable" | "switchable" | "isCaseManager" | "isAccountManager"
>;

const touched = [listEmployees, getEmployee, listCharges];

/** Opens what an act needs: a question or a form. */
function useActs(employee: Who) {
  const t = useEmployeeTexts();
  const { id, name } = employee;
  const email = employee.email ?? "";
  const invite = useAct(inviteEmployee, { invalidates: touched });
  const turn = useAct(setEmployeeActive, { invalidates: touched });
  return {
    invite: async () => {
      const title = t(employee.access === "none" ? "invite" : "inviteAgain");
      if (!(await confirm(t("inviteQuestion", { name, email }), { title, yes: t("sendLink") }))) return;
      if (await invite.run({ params: { id } })) notify({ message: t("invited", { email }), variant: "success" });
    },
    password: () =>
      openModal({ title: t("setPassword"), size: "sm" }, (close) => <PasswordForm employee={employee} close={close} />),
    handOver: () =>
      openModal({ title: t("handOverTitle", { name }) }, (close) => (
        <HandOver employee={employee} leaves={false} close={close} />
      )),
    deactivate: () =>
      openModal({ title: t("deactivate") }, (close) => <HandOver employee={employee} leaves close={close} />),
    activate: async () => {
      if (!(await confirm(t("activateQuestion", { name }), { title: t("activate"), yes: t("activate") }))) return;
      try {
        await turn.mutateAsync({ params: { id }, body: { active: true } });
        notify({ message: t("activated", { name }), variant: "success" });
      } catch (error) {
        showError(error);
      }
    },
  };
}

/** The acts behind three dots, at the end of a row or beside a title. */
export function EmployeeMenu({ employee, large }: { employee: Who; large?: boolean }): ReactNode {
  const t = useEmployeeTexts();
  const me = useMe();
  const acts = useActs(employee);
  const self = me.id === employee.id;
  return (
    <>
      <SwitchButton user={employee} compact={!large} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant={large ? "default" : "subtle"}
            color="gray"
            size={large ? 36 : "md"}
            aria-label={labelled(t("more"), employee.name)}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!large && (
            <Menu.Item onClick={() => navigate(addressOfScreen(editEmployeeScreen, { id: employee.id }))}>
              {t("edit")}
            </Menu.Item>
          )}
          {employee.active && (
            <Menu.Item disabled={!employee.manageable || employee.email === null} onClick={() => void acts.invite()}>
              {t(employee.access === "none" ? "invite" : "inviteAgain")}
            </Menu.Item>
          )}
          <Menu.Item disabled={!employee.manageable || self} onClick={acts.password}>
            {t("setPassword")}
          </Menu.Item>
          <Menu.Item disabled={!employee.manageable} onClick={acts.handOver}>
            {t("handOver")}
          </Menu.Item>
          <Menu.Divider />
          {employee.active ? (
            <Menu.Item color="var(--v-bad)" disabled={!employee.manageable || self} onClick={acts.deactivate}>
              {t("deactivate")}
            </Menu.Item>
          ) : (
            <Menu.Item disabled={!employee.manageable} onClick={() => void acts.activate()}>
              {t("activate")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function PasswordForm({ employee, close }: { employee: Who; close: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const form = useCallForm(updateEmployee, { id: employee.id, password: "" });
  const update = useAct(updateEmployee, { invalidates: touched });
  return (
    <Form
      form={form}
      label={t("setPassword")}
      onSave={(body) => update.mutateAsync({ body })}
      onSaved={() => {
        close();
        notify({ message: t("passwordSet", { name: employee.name }), variant: "success" });
      }}
      onCancel={close}
    >
      <PasswordField
        form={form}
        name="password"
        label={t("password")}
        description={t("passwordHint")}
        autoComplete="new-password"
        required
        autoFocus
      />
    </Form>
  );
}

type Charge = ReplyOf<typeof listCharges>["items"][number];

/** What somebody is in charge of, and who takes over; `leaves`: the login is shut in the same step. */
function HandOver(props: { employee: Who; leaves: boolean; close: () => void }): ReactNode {
  const charges = useCall(listCharges, { params: { id: props.employee.id } }, { keep: false });
  return <Loaded of={charges}>{({ items }) => <HandOverForm {...props} charges={items} />}</Loaded>;
}

function Charges({ name, charges }: { name: string; charges: readonly Charge[] }): ReactNode {
  const t = useEmployeeTexts();
  return (
    <Stack gap="xs">
      <Text size="sm">{t("handOverText", { name })}</Text>
      <List size="sm">
        {charges.map(({ kind, count }) => (
          <List.Item key={kind}>{t(`charge_${kind}`, { count })}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function HandOverForm(props: {
  employee: Who;
  leaves: boolean;
  charges: readonly Charge[];
  close: () => void;
}): ReactNode {
  const t = useEmployeeTexts();
  const { employee, leaves, charges, close } = props;
  const { id, name } = employee;
  const successors = useSuccessors(id);
  const form = useCallForm(handOver, { caseManager: null, accountManager: null });
  const give = useAct(handOver, { invalidates: touched });
  const turn = useAct(setEmployeeActive, { invalidates: touched });
  const needsCase = charges.some(({ kind }) => kind !== "accountClients");
  const needsAccount = charges.some(({ kind }) => kind === "accountClients");
  const save = async (to: BodyOf<typeof handOver>): Promise<void> => {
    if (leaves) await turn.mutateAsync({ params: { id }, body: { ...to, active: false } });
    else await give.mutateAsync({ params: { id }, body: to });
    notify({ message: leaves ? t("deactivated", { name }) : t("handedOver"), variant: "success" });
  };
  if (charges.length === 0 && !leaves) return <Text size="sm">{t("handOverNone", { name })}</Text>;
  return (
    <Form
      form={form}
      label={t(leaves ? "deactivate" : "handOver")}
      submit={t(leaves ? "deactivate" : "handOver")}
      danger={leaves}
      onSave={save}
      onSaved={close}
      onCancel={close}
    >
      {leaves && <Text size="sm">{t("deactivateText", { name })}</Text>}
      {charges.length > 0 && <Charges name={name} charges={charges} />}
      {needsCase && (
        <SelectField
          form={form}
          name="caseManager"
          label={t("newCaseManager")}
          options={successors.caseManager}
          required={leaves}
        />
      )}
      {needsAccount && (
        <SelectField
          form={form}
          name="accountManager"
          label={t("newAccountManager")}
          options={successors.accountManager}
          required={leaves}
        />
      )}
    </Form>
  );
}
