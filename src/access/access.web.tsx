/** The screens before and around being logged in: log in, forgotten password, new password, change password. */
import { Alert, Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { api } from "../platform/web/call.web.ts";
import { showError } from "../platform/web/errors.web.ts";
import { Link, usePathParams } from "../platform/web/nav.web.tsx";
import { returnFrom, startFor } from "../platform/web/return.ts";
import { Form, TextField, useForm } from "../platform/web/text-form.web.tsx";
import { languageNames, setLanguage, useLanguage, useOfferedLanguages, useTexts } from "../platform/web/texts.web.ts";
import { productName } from "../platform/web/title.web.ts";
import { askReset, askResetScreen, completeReset, knowBrowser, loginScreen, type Me } from "./access.contract.ts";
import styles from "./access.module.css";
import type { accessTexts } from "./access.texts.ts";
import type { accountTexts } from "./account.texts.ts";
import { useCaptcha } from "./captcha.web.ts";
import { LoginForm } from "./login-form.web.tsx";
import { NewPasswordFields } from "./new-password.web.tsx";
import type { RoleEditorProps } from "./role-editor.web.tsx";
import type { SwitchButtonProps } from "./switch-button.web.tsx";

export { LoginForm, type LoginFormProps } from "./login-form.web.tsx";
/** Opens the choice of the user to act as. Its code is fetched then: the login must stay small. */
export const openSwitchUser = async (): Promise<void> => (await import("./switch.web.tsx")).openSwitchUser();

const ChangePassword = lazy(() => import("./change-password.web.tsx").then((m) => ({ default: m.ChangePasswordPage })));

/** Changing one's own password stands inside the application, which the login does without. */
export const ChangePasswordPage = (): ReactNode => (
  <Suspense>
    <ChangePassword />
  </Suspense>
);

const parts = {
  Account: lazy(() => import("./account.web.tsx").then((m) => ({ default: m.AccountPage }))),
  AclList: lazy(() => import("./acl-list.web.tsx").then((m) => ({ default: m.AclList }))),
  AclUser: lazy(() => import("./acl-user.web.tsx").then((m) => ({ default: m.AclUser }))),
  AclGroup: lazy(() => import("./acl-group.web.tsx").then((m) => ({ default: m.AclGroup }))),
  RoleEditor: lazy(() => import("./role-editor.web.tsx").then((m) => ({ default: m.RoleEditor }))),
  SwitchButton: lazy(() => import("./switch-button.web.tsx").then((m) => ({ default: m.SwitchButton }))),
} as const;

/** One's own account: where one is logged in. */
export const AccountPage = (): ReactNode => (
  <Suspense>
    <parts.Account />
  </Suspense>
);

/** Users and groups against the roles. */
export const AclList = (): ReactNode => (
  <Suspense>
    <parts.AclList />
  </Suspense>
);

/** The rights of one user. */
export const AclUser = (): ReactNode => (
  <Suspense>
    <parts.AclUser />
  </Suspense>
);

/** What a group gives. */
export const AclGroup = (): ReactNode => (
  <Suspense>
    <parts.AclGroup />
  </Suspense>
);

/** All roles to choose from, with why some may not be given. */
export const RoleEditor = (props: RoleEditorProps): ReactNode => (
  <Suspense>
    <parts.RoleEditor {...props} />
  </Suspense>
);

/** Acts as another user; nothing where one may not. */
export const SwitchButton = (props: SwitchButtonProps): ReactNode => (
  <Suspense>
    <parts.SwitchButton {...props} />
  </Suspense>
);

const useAccessTexts = () => useTexts<typeof accessTexts>("access");

/** A narrow column with the product's name above it, for those who are not logged in. */
function Gate(props: { title: string; children: ReactNode; foot?: ReactNode }): ReactNode {
  return (
    <main className={styles.gate}>
      <div className={styles.column}>
        <p className={styles.product}>{productName}</p>
        <Title order={1} className={styles.title ?? ""}>
          {props.title}
        </Title>
        {props.children}
        {props.foot !== undefined && <div className={styles.foot}>{props.foot}</div>}
      </div>
      <Languages />
    </main>
  );
}

function Languages(): ReactNode {
  const language = useLanguage();
  const t = useAccessTexts();
  const offered = useOfferedLanguages();
  return (
    <nav className={styles.languages} aria-label={t("language")}>
      {offered.map((code) => (
        <Anchor
          key={code}
          component="button"
          type="button"
          size="sm"
          lang={code}
          aria-current={code === language ? "true" : undefined}
          className={styles.language ?? ""}
          onClick={() => void setLanguage(code).catch(showError)}
        >
          {languageNames[code]}
        </Anchor>
      ))}
    </nav>
  );
}

export function LoginPage(): ReactNode {
  const t = useAccessTexts();
  // A fresh start: user, menu and rights are those of the new session, and nothing of the old one is left in memory.
  const enter = (user: Me): void => window.location.assign(returnFrom(window.location.search, startFor(user.acl)));
  return (
    <Gate title={t("loginTitle")} foot={<Link to={askResetScreen}>{t("forgot")}</Link>}>
      <LoginForm onDone={enter} />
    </Gate>
  );
}

export function AskResetPage(): ReactNode {
  const t = useAccessTexts();
  const form = useForm({ username: "" });
  const captcha = useCaptcha("reset_password");
  const [asked, setAsked] = useState(false);
  const ask = async ({ username }: { username: string }): Promise<void> => {
    await api(askReset, { body: { username, captcha: await captcha.answer() } });
    setAsked(true);
  };
  return (
    <Gate title={t("askResetTitle")} foot={<Link to={loginScreen}>{t("backToLogin")}</Link>}>
      {asked ? (
        <Alert color="teal" variant="light" role="status" icon={<IconMailCheck size={18} aria-hidden />}>
          {t("askResetDone")}
        </Alert>
      ) : (
        <Stack gap="sm">
          <Text c="dimmed">{t("askResetIntro")}</Text>
          <Form form={form} label={t("askResetTitle")} onSave={ask} submit={t("askResetSend")}>
            <TextField
              name="username"
              label={t("usernameOrEmail")}
              required
              autoComplete="username"
              autoFocus
              maxLength={254}
            />
          </Form>
        </Stack>
      )}
    </Gate>
  );
}

export function ResetPage(): ReactNode {
  const t = useAccessTexts();
  const { token = "" } = usePathParams();
  const form = useForm({ password: "", passwordRepeat: "" });
  const [done, setDone] = useState(false);
  return (
    <Gate
      title={t("resetTitle")}
      foot={
        <Group gap="md">
          <Link to={loginScreen}>{t("backToLogin")}</Link>
          <Link to={askResetScreen}>{t("askResetAgain")}</Link>
        </Group>
      }
    >
      {done ? (
        <Alert color="teal" variant="light" role="status">
          {t("resetDone")}
        </Alert>
      ) : (
        <Form
          form={form}
          label={t("resetTitle")}
          submit={t("resetSave")}
          onSave={(values) => api(completeReset, { body: { token, ...values } })}
          onSaved={() => setDone(true)}
        >
          <NewPasswordFields autoFocus />
        </Form>
      )}
      {!done && <KnowBrowser token={token} />}
    </Gate>
  );
}

/** For who knows the password and only cannot use it here, because others have guessed too often. */
function KnowBrowser({ token }: { token: string }): ReactNode {
  const t = useTexts<typeof accountTexts>("account");
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    try {
      await api(knowBrowser, { body: { token } });
      window.location.assign(loginScreen.path);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <div className={styles.foot}>
      <Text fw={600}>{t("knowTitle")}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t("knowIntro")}
      </Text>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void enter()}>
        {t("knowButton")}
      </Button>
    </div>
  );
}
