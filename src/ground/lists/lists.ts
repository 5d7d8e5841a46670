/** The lists of settings, in the order of the menu. */
import {
  autoreplyLabels,
  blacklist,
  clientGroups,
  mimeTypes,
  partners,
  senderLabels,
} from "./catalogue/contact-lists.ts";
import { agendaSubjects, closingReasonRows, fileStatusList, legalTypes } from "./catalogue/file-lists.ts";
import {
  advanceDefinitions,
  clientCostTemplates,
  costTypes,
  extraCosts,
  paymentDescriptions,
} from "./catalogue/money-lists.ts";
import type { ListName } from "./catalogue/routes.ts";
import type { SettingList } from "./engine/list.ts";

export type { UploadPurpose } from "./catalogue/contact-lists.ts";

const all: readonly unknown[] = [
  legalTypes,
  fileStatusList,
  closingReasonRows,
  agendaSubjects,
  costTypes,
  clientCostTemplates,
  extraCosts,
  advanceDefinitions,
  paymentDescriptions,
  partners,
  clientGroups,
  blacklist,
  mimeTypes,
  autoreplyLabels,
  senderLabels,
];
// Each list knows the types of its own fields; whoever goes over all of them knows only that they have some.
export const settingLists = all as readonly SettingList[];

/** @throws where there is no such list. */
export function listNamed(name: ListName): SettingList {
  const found = settingLists.find((list) => list.name === name);
  if (!found) throw new Error(`there is no list ${name}`);
  return found;
}

interface Below {
  readonly id: number;
  readonly code: string;
  readonly parentId: number | null;
  readonly position: number;
}

/**
 * The records of a whole list whose own ones stand below fixed ones, each with the code of the fixed one that it is or stands below: in the order of
 * the fixed ones, with their own ones after each.
 */
export function belowFixed<Row extends Below, Code extends string>(rows: readonly Row[], codes: readonly Code[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .flatMap((row) => {
      const fixed = row.parentId === null ? row : byId.get(row.parentId);
      const code = codes.find((known) => known === fixed?.code);
      return fixed && code !== undefined ? [{ row, code, own: row.parentId !== null, position: fixed.position }] : [];
    })
    .sort((a, b) => a.position - b.position || Number(a.own) - Number(b.own));
}
