import { logout, logoutUser } from "../../access/access.contract.ts";
import { api, showError } from "../../platform/web/api.web.ts";

/** Ends the session, or acting as somebody else, and starts afresh. */
export async function leave(isActing: boolean): Promise<void> {
  try {
    await api(isActing ? logoutUser : logout, {});
    window.location.assign(isActing ? "/" : "/login");
  } catch (error) {
    showError(error);
  }
}
