/** The login of a client's person: made with an invitation, and changed. */
import { Alert, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { labelled, languageNames } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import {
  ClientField,
  MultiSelectField,
  RadioField,
  SelectField,
} from "../../../ground/platform/web/inputs/choices.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { detailKey, useDetailTexts } from "../texts.web.ts";
import {
  type Contact,
  type ContactLogin,
  changeLogin,
  listContacts,
  loginChoices,
  makeLogin,
} from "./contacts.contract.ts";
import { type ClientLoginRole, clientLoginRoles, loginKinds } from "./contacts.ts";

interface FormProps {
  readonly clientId: number;
  readonly contact: Contact;
  readonly close: () => void;
  readonly onLogins: () => void;
}

export function LoginForm(props: FormProps): ReactNode {
  const t = useDetailTexts();
  const choices = useCall(loginChoices, {});
  const { login } = props.contact;
  return (
    <Loaded of={choices}>
      {({ roles }) =>
        roles.length === 0 && !login ? (
          <Alert variant="light" color="yellow">
            {t("loginNoRights")}
          </Alert>
        ) : login ? (
          <ChangeForm {...props} login={login} mine={roles} />
        ) : (
          <MakeForm {...props} mine={roles} />
        )
      }
    </Loaded>
  );
}

/** What a person may be given: what the giver holds, and what is there already and may stay. */
function RightsField(props: { mine: readonly ClientLoginRole[]; held: readonly string[] }): ReactNode {
  const t = useDetailTexts();
  const offered = clientLoginRoles.filter((role) => props.mine.includes(role) || props.held.includes(role));
  return (
    <MultiSelectField
      name="acl"
      label={t("loginRights")}
      required
      description={t("loginRightsHint")}
      options={offered.map((role) => ({ value: role, label: t(detailKey("can", role)) }))}
    />
  );
}

const usual: readonly ClientLoginRole[] = ["ROLE_CONTACT_PERSON", "ROLE_CONTACT_PERSON_DASHBOARD", "ROLE_FILE_SEARCH"];

/** What a login needs that is not there yet. */
function NewLoginFields({ mine }: { mine: readonly ClientLoginRole[] }): ReactNode {
  const t = useDetailTexts();
  return (
    <>
      <TextField name="username" label={t("loginUsername")} required autoFocus maxLength={100} />
      <RadioField
        name="kind"
        label={t("loginKind")}
        options={loginKinds.map((kind) => ({ value: kind, label: t(detailKey("loginKind", kind)) }))}
      />
      <SelectField
        name="lang"
        label={t("loginLanguage")}
        options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
      />
      <RightsField mine={mine} held={[]} />
    </>
  );
}

function MakeForm({
  clientId,
  contact,
  mine,
  close,
  onLogins,
}: FormProps & { mine: readonly ClientLoginRole[] }): ReactNode {
  const t = useDetailTexts();
  const { known } = contact;
  const form = useCallForm(makeLogin, {
    username: known?.username ?? contact.email ?? "",
    kind: "contact",
    lang: "nl",
    acl: usual.filter((role) => mine.includes(role)),
    clientIds: [clientId],
    useExisting: known !== null,
  });
  const make = useAct(makeLogin, { invalidates: [listContacts] });
  const save = async (body: BodyOf<typeof makeLogin>): Promise<void> => {
    await make.mutateAsync({ params: { id: clientId, contactId: contact.id }, body });
    onLogins();
    const message = body.useExisting ? "loginLinked" : "loginMade";
    notify({ message: t(message, { name: contact.name }), variant: "success" });
  };
  return (
    <Form
      form={form}
      label={t("loginMake")}
      onSave={save}
      onSaved={close}
      onCancel={close}
      {...(form.values.useExisting ? {} : { submit: t("loginInviteSubmit") })}
    >
      {known && (
        <CheckboxField
          form={form}
          name="useExisting"
          label={t("loginUseExisting", { username: known.username })}
          description={t("loginUseExistingHint", { name: known.name })}
        />
      )}
      {!form.values.useExisting && <NewLoginFields mine={mine} />}
      <ClientField form={form} name="clientIds" label={t("loginClients")} multiple required />
    </Form>
  );
}

function ChangeForm(props: FormProps & { login: ContactLogin; mine: readonly ClientLoginRole[] }): ReactNode {
  const t = useDetailTexts();
  const { clientId, contact, login, mine, close, onLogins } = props;
  const form = useCallForm(changeLogin, {
    acl: clientLoginRoles.filter((role) => login.acl.includes(role)),
    clientIds: login.clients.map(({ id }) => id),
    active: login.active,
    version: login.version,
  });
  const change = useAct(changeLogin, { invalidates: [listContacts] });
  const save = async (body: BodyOf<typeof changeLogin>): Promise<void> => {
    await change.mutateAsync({ params: { id: clientId, contactId: contact.id }, body });
    onLogins();
    notify({ message: t("loginSaved", { name: contact.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t("loginChange")} onSave={save} onSaved={close} onCancel={close}>
      <Text size="sm" c="dimmed">
        {labelled(t("loginUsername"), login.username)}
      </Text>
      <RightsField mine={mine} held={login.acl} />
      <ClientField form={form} name="clientIds" label={t("loginClients")} multiple required />
      <CheckboxField form={form} name="active" label={t("loginActive")} />
    </Form>
  );
}
