/** The general error handler (specification, point 8). */
import { notify } from "./notify.web.tsx";
import { ApiError } from "./transport.web.ts";

/** A danger notification with the common message, that stays until it is dismissed. */
export function showError(error: unknown): void {
  const message = error instanceof ApiError ? (error.errors.common?.[0] ?? error.message) : String(error);
  const fields = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => field !== "common") : [];
  const details = fields.map(([, messages]) => messages[0]).filter((text) => text !== undefined && text !== message);
  notify({ message: [message, ...details].join(" "), variant: "danger", dismissible: true });
}
