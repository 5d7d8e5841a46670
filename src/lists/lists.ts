/** The lists of settings, in the order of the menu. */
import { autoreplyLabels, blacklist, clientGroups, mimeTypes, partners, senderLabels } from "./contact-lists.ts";
import { agendaSubjects, closingReasonRows, fileStatusList, legalTypes } from "./file-lists.ts";
import type { SettingList } from "./list.ts";
import { advanceDefinitions, clientCostTemplates, costTypes, extraCosts, paymentDescriptions } from "./money-lists.ts";
import type { ListName } from "./places.ts";

export type { UploadPurpose } from "./contact-lists.ts";

// Each list knows the types of its own fields; whoever goes over all of them knows only that they have some.
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
export const settingLists = all as readonly SettingList[];

/** @throws where there is no such list. */
export function listNamed(name: ListName): SettingList {
  const found = settingLists.find((list) => list.name === name);
  if (!found) throw new Error(`there is no list ${name}`);
  return found;
}
