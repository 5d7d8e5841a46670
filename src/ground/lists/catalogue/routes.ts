/** Where each list of settings is and who may use it: apart from what it holds, because the first page needs only this. */
import { type Access, any } from "../../kernel/access.ts";

const settings = any("ROLE_SETTINGS");

interface Place {
  /** The address of its screen (specification, point 2). */
  readonly path: string;
  readonly who: Access;
  /** Who may read it by a call, where that are more than see the screen: it is chosen from elsewhere. */
  readonly mayRead?: Access;
  /** Who may change it; others look. */
  readonly mayEdit: Access;
}

export const listPlaces = {
  "legal-type": { path: "/settings/legal-type", who: settings, mayEdit: settings },
  blacklist: { path: "/settings/dialer/blacklist", who: settings, mayEdit: settings },
  "mime-type": { path: "/settings/mime-types", who: settings, mayEdit: settings },
  partner: { path: "/settings/partner", who: settings, mayEdit: settings },
  "client-group": { path: "/settings/client-group", who: settings, mayEdit: settings },
  "file-status": { path: "/settings/file-statuses", who: settings, mayEdit: settings },
  "closing-reason": { path: "/settings/statuses-reason-close", who: settings, mayEdit: settings },
  "agenda-subject": {
    path: "/settings/agenda-subject",
    who: settings,
    mayRead: any("ROLE_SETTINGS", "ROLE_AGENDA"),
    mayEdit: settings,
  },
  "cost-type": {
    path: "/settings/cost-types",
    who: any("ROLE_EMPLOYEE"),
    mayRead: any("ROLE_EMPLOYEE", "ROLE_SETTINGS"),
    mayEdit: settings,
  },
  "client-cost-template": { path: "/client-costs/template", who: settings, mayEdit: settings },
  "extra-cost": { path: "/extra-costs/definitions", who: settings, mayEdit: settings },
  "advance-definition": { path: "/advances/definitions", who: settings, mayEdit: settings },
  "payment-description": {
    path: "/payment/descriptions",
    who: any("ROLE_FINANCE"),
    mayEdit: any("ROLE_FINANCE"),
  },
  "autoreply-label": { path: "/autoreply-label/template", who: settings, mayEdit: settings },
  "sender-label": { path: "/email-import/sender-label", who: settings, mayEdit: settings },
} as const satisfies Record<string, Place>;

export type ListName = keyof typeof listPlaces;
export const placeOf = (name: ListName): Place => listPlaces[name];
