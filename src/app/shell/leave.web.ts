import { api, showError } from "../../ground/platform/web/http/api.web.ts";
import { eraseDrafts } from "../../ground/platform/web/inputs/drafts.web.ts";
import { logout, logoutUser } from "../../people/access/access.contract.ts";

/** Ends the session, or acting as somebody else, and starts afresh. */
export async function leave(isActing: boolean): Promise<void> {
  try {
    const { next } = await api(isActing ? logoutUser : logout, {});
    eraseDrafts();
    window.location.assign(next ?? (isActing ? "/" : "/login"));
  } catch (error) {
    showError(error);
  }
}
