/** Calls and screens of logging in and out, of passwords and of acting as somebody else. */
export {
  aclEditScreen,
  aclGroupScreen,
  aclScreen,
  aclShape,
  archiveGroup,
  createGroup,
  getGroup,
  listDeclarations,
  listGroups,
  updateGroup,
} from "./acl/acl.contract.ts";
export { oidcScreen } from "./oidc/oidc.contract.ts";
export { accountScreen } from "./sign-in/sessions.contract.ts";
export {
  administrators,
  changePasswordScreen,
  chooseLanguage,
  completeReset,
  csrfToken,
  currentUser,
  login,
  loginScreen,
  logout,
  logoutUser,
  requestResetScreen,
  resetScreen,
  switchUser,
} from "./sign-in/sign-in.contract.ts";
