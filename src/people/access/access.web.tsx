/** The screens before and around being logged in: log in, forgotten password, new password, change password. */
import { lazy, type ReactNode, Suspense } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { returnFrom, startFor } from "../../ground/platform/web/pages/return-address.ts";
import type { accessTexts } from "./access.texts.ts";
import type { RoleEditorProps } from "./acl/role-editor.web.tsx";
import { OidcLogin } from "./oidc/oidc.web.tsx";
import { Gate } from "./sign-in/gate.web.tsx";
import { LoginForm } from "./sign-in/login-form.web.tsx";
import type { Me } from "./sign-in/me.contract.ts";
import { requestResetScreen } from "./sign-in/sign-in.contract.ts";
import type { SwitchButtonProps } from "./users/switch-button.web.tsx";

export { LoginForm, type LoginFormProps } from "./sign-in/login-form.web.tsx";
/** Opens the choice of the user to act as. Its code is fetched then: the login must stay small. */
export const openSwitchUser = async (): Promise<void> => (await import("./users/switch.web.tsx")).openSwitchUser();

const ChangePassword = lazy(() =>
  import("./passwords/change-password.web.tsx").then((m) => ({ default: m.ChangePasswordPage })),
);

/** Changing one's own password stands inside the application, which the login does without. */
export const ChangePasswordPage = (): ReactNode => (
  <Suspense>
    <ChangePassword />
  </Suspense>
);

const parts = {
  Account: lazy(() => import("./sign-in/account.web.tsx").then((m) => ({ default: m.AccountPage }))),
  AclList: lazy(() => import("./acl/acl-list.web.tsx").then((m) => ({ default: m.AclList }))),
  AclUser: lazy(() => import("./acl/acl-user.web.tsx").then((m) => ({ default: m.AclUser }))),
  AclGroup: lazy(() => import("./acl/acl-group.web.tsx").then((m) => ({ default: m.AclGroup }))),
  RoleEditor: lazy(() => import("./acl/role-editor.web.tsx").then((m) => ({ default: m.RoleEditor }))),
  RequestReset: lazy(() => import("./passwords/reset-pages.web.tsx").then((m) => ({ default: m.RequestResetPage }))),
  Reset: lazy(() => import("./passwords/reset-pages.web.tsx").then((m) => ({ default: m.ResetPage }))),
  OidcReturn: lazy(() => import("./oidc/return.web.tsx").then((m) => ({ default: m.OidcReturnPage }))),
  SwitchButton: lazy(() => import("./users/switch-button.web.tsx").then((m) => ({ default: m.SwitchButton }))),
} as const;

/** Where an OpenID provider sends people back to. */
export const OidcReturnPage = (): ReactNode => (
  <Suspense>
    <parts.OidcReturn />
  </Suspense>
);

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

/** A forgotten password: a link is asked for. */
export const RequestResetPage = (): ReactNode => (
  <Suspense>
    <parts.RequestReset />
  </Suspense>
);

/** A new password, by the link of a mail. */
export const ResetPage = (): ReactNode => (
  <Suspense>
    <parts.Reset />
  </Suspense>
);

/** Acts as another user; nothing where one may not. */
export const SwitchButton = (props: SwitchButtonProps): ReactNode => (
  <Suspense>
    <parts.SwitchButton {...props} />
  </Suspense>
);

const useAccessTexts = () => useTexts<typeof accessTexts>("access");

export function LoginPage(): ReactNode {
  const t = useAccessTexts();
  // A fresh start: user, menu and rights are those of the new session, and nothing of the old one is left in memory.
  const enter = (user: Me): void => window.location.assign(returnFrom(window.location.search, startFor(user.acl)));
  return (
    <Gate title={t("loginTitle")} foot={<Link to={requestResetScreen}>{t("forgot")}</Link>}>
      <LoginForm onDone={enter} />
      <OidcLogin />
    </Gate>
  );
}
