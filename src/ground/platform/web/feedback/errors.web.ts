/** The general error handler (specification, point 8). */

import { textOf } from "../content/texts.web.ts";
import { ApiError } from "../http/transport.web.ts";
import { notify } from "./notify.web.tsx";

/** A danger notification with the common message, that stays until it is dismissed. */
export function showError(error: unknown): void {
  const message = error instanceof ApiError ? (error.errors.common?.[0] ?? error.message) : String(error);
  const fields = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => field !== "common") : [];
  const details = fields.map(([, messages]) => messages[0]).filter((text) => text !== undefined && text !== message);
  notify({ message: [message, ...details].join(" "), variant: "danger", dismissible: true });
}

/** Says that what was to be deleted is gone already: what was asked for holds, so this is no error. */
export function showGone(): void {
  notify({ message: textOf("platform.wasDeleted"), variant: "info" });
}
