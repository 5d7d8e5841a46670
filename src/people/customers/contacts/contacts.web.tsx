/** The people of a client: who they are, whether they log in, and how many files they then see. */

import { ActionIcon, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { IconDots, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, PhoneLink, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, RadioField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { readClient, salutations } from "../record/clients.contract.ts";
import { detailKey, useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import {
  addContact,
  type Contact,
  dropContact,
  inviteAgain,
  listContacts,
  makeLogin,
  updateContact,
} from "./contacts.contract.ts";
import { contactRoles } from "./contacts.ts";
import { LoginForm } from "./logins.web.tsx";

export interface ContactsProps {
  readonly clientId: number;
  /** Staff change; the people of the client look. */
  readonly editable: boolean;
  /** How many files each login sees, by user. */
  readonly files: ReadonlyMap<number, { readonly files: number; readonly openFiles: number }>;
  /** Told when a login was made, changed or let go, so that the files are counted again. */
  readonly onLogins: () => void;
}

function useContactsColumns(editable: boolean, files: ContactsProps["files"]): Column<Contact>[] {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  return [
    {
      key: "name",
      label: t("personName"),
      allowToggle: false,
      text: (_value, row) => row.name,
      formatter: (_value, row) => <NameCell contact={row} />,
    },
    {
      key: "roles",
      label: t("roles"),
      text: (_value, row) => row.roles.map((role) => t(detailKey("role", role))).join(", "),
      formatter: (_value, row) => row.roles.map((role) => t(detailKey("role", role))).join(", "),
    },
    { key: "email", label: c("email"), copy: true },
    {
      key: "phone",
      label: c("phone"),
      text: (_value, row) => [row.phone, row.mobile].filter(Boolean).join(", "),
      formatter: (_value, row) => (
        <Stack gap={0}>
          {row.phone !== null && <PhoneLink value={row.phone} />}
          {row.mobile !== null && <PhoneLink value={row.mobile} />}
        </Stack>
      ),
    },
    ...(editable
      ? ([
          {
            key: "login",
            label: t("login"),
            text: (_value, row) => row.login?.username ?? "",
            formatter: (_value, row) => <LoginCell contact={row} />,
          },
          {
            key: "files",
            label: t("filesSeen"),
            as: "number",
            formatter: (_value, row) => (row.login ? (files.get(row.login.userId)?.files ?? 0) : ""),
          },
        ] satisfies Column<Contact>[])
      : []),
  ];
}

export function Contacts({ clientId, editable, files, onLogins }: ContactsProps): ReactNode {
  const t = useDetailTexts();

  const list = useCall(listContacts, { params: { id: clientId } });
  const edit = (contact?: Contact): void => {
    openModal({ title: t(contact ? "editContact" : "addContact"), size: "lg" }, (close) => (
      <ContactForm clientId={clientId} contact={contact} close={close} />
    ));
  };
  const add = editable ? (
    <Guard who={addContact.who}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => edit()}
      >
        {t("addContact")}
      </Button>
    </Guard>
  ) : undefined;
  const columns = useContactsColumns(editable, files);
  return (
    <Section title={t("contacts")} aside={add}>
      <DataTable
        id="client-contacts"
        label={t("contacts")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(contact) => contact.name}
        empty={{ title: t("noContacts"), text: t("noContactsText") }}
        {...(editable
          ? {
              actions: (contact: Contact) => (
                <Acts clientId={clientId} contact={contact} onEdit={() => edit(contact)} onLogins={onLogins} />
              ),
            }
          : {})}
      />
    </Section>
  );
}

const NameCell = ({ contact }: { contact: Contact }): ReactNode => {
  const t = useDetailTexts();
  return (
    <Stack gap={0}>
      <span>{contact.name}</span>
      {contact.isMain && <Status tone="accent">{t("main")}</Status>}
      {contact.jobTitle !== null && (
        <Text size="xs" c="dimmed">
          {contact.jobTitle}
        </Text>
      )}
    </Stack>
  );
};

function LoginCell({ contact: { login } }: { contact: Contact }): ReactNode {
  const t = useDetailTexts();
  if (!login)
    return (
      <Text size="sm" c="dimmed">
        {t("noLogin")}
      </Text>
    );
  const tone = !login.active ? "neutral" : login.hasPassword ? "good" : "warn";
  const state = !login.active ? "loginBlocked" : login.hasPassword ? "loginWorks" : "loginInvited";
  return (
    <Stack gap={0}>
      <span>{login.username}</span>
      <Status tone={tone}>{t(state)}</Status>
      {login.lastLoginAt !== null && (
        <Text size="xs" c="dimmed">
          {t("loginLast")} <DateText value={login.lastLoginAt} time="HH:mm" />
        </Text>
      )}
    </Stack>
  );
}

function Acts(props: { clientId: number; contact: Contact; onEdit: () => void; onLogins: () => void }): ReactNode {
  const t = useDetailTexts();
  const { clientId, contact } = props;
  const mayEdit = useMay(updateContact);
  const mayLogIn = useMay(makeLogin);
  const drop = useAct(dropContact, { invalidates: [listContacts, readClient] });
  const invite = useAct(inviteAgain, { invalidates: [listContacts] });
  if (!mayEdit && !mayLogIn) return null;
  const params = { id: clientId, contactId: contact.id };
  const openLogin = (): void => {
    openModal({ title: t(contact.login ? "loginChange" : "loginMake"), size: "lg" }, (close) => (
      <LoginForm clientId={clientId} contact={contact} close={close} onLogins={props.onLogins} />
    ));
  };
  const again = async (): Promise<void> => {
    const sent = await invite.run({ params });
    if (sent) notify({ message: t("loginSent", { mail: sent.sentTo }), variant: "success" });
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm(t("removeContactQuestion", { name: contact.name }), {
      title: t("removeContact"),
      yes: t("removeContact"),
      danger: true,
    });
    if (sure && (await drop.run({ params }))) {
      notify({ message: t("contactRemoved", { name: contact.name }), variant: "success" });
      props.onLogins();
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={labelled(t("edit"), contact.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && <Menu.Item onClick={props.onEdit}>{t("editContact")}</Menu.Item>}
        {mayLogIn && <Menu.Item onClick={openLogin}>{t(contact.login ? "loginChange" : "loginMake")}</Menu.Item>}
        {mayLogIn && contact.login?.active && !contact.login.hasPassword && (
          <Menu.Item onClick={() => void again()}>{t("loginAgain")}</Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item color="var(--v-bad)" onClick={() => void remove()}>
            {t("removeContact")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ContactForm(props: { clientId: number; contact: Contact | undefined; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  const { clientId, contact, close } = props;
  const { data: salutationList } = useCall(salutations, {});
  const form = useCallForm(updateContact, {
    salutation: contact?.salutation ?? "unknown",
    name: contact?.name ?? "",
    jobTitle: contact?.jobTitle ?? "",
    roles: [...(contact?.roles ?? [])],
    phone: contact?.phone ?? "",
    mobile: contact?.mobile ?? "",
    email: contact?.email ?? "",
    isMain: contact?.isMain ?? false,
    version: contact?.version ?? 1,
  });
  const add = useAct(addContact, { invalidates: [listContacts, readClient] });
  const update = useAct(updateContact, { invalidates: [listContacts, readClient] });
  const save = async ({ version, ...body }: BodyOf<typeof updateContact>): Promise<void> => {
    if (contact)
      await update.mutateAsync({ params: { id: clientId, contactId: contact.id }, body: { ...body, version } });
    else await add.mutateAsync({ params: { id: clientId }, body });
    notify({ message: t("contactSaved", { name: body.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t(contact ? "editContact" : "addContact")} onSave={save} onSaved={close} onCancel={close}>
      <TextField form={form} name="name" label={t("personName")} required autoFocus maxLength={120} />
      <RadioField
        form={form}
        name="salutation"
        label={t("salutation")}
        options={(salutationList?.items ?? []).map(({ id, text }) => ({ value: id, label: text }))}
      />
      <TextField form={form} name="jobTitle" label={t("jobTitle")} maxLength={100} />
      <MultiSelectField
        form={form}
        name="roles"
        label={t("roles")}
        options={contactRoles.map((role) => ({ value: role, label: t(detailKey("role", role)) }))}
      />
      <TextField form={form} name="email" label={c("email")} type="email" maxLength={254} />
      <Group grow align="start">
        <TextField form={form} name="phone" label={c("phone")} type="tel" maxLength={30} />
        <TextField form={form} name="mobile" label={t("mobile")} type="tel" maxLength={30} />
      </Group>
      <CheckboxField form={form} name="isMain" label={t("main")} description={t("mainHint")} />
    </Form>
  );
}
