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
