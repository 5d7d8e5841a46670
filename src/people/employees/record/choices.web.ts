/** Choices of this module's forms and filters. */

import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import type { Choice } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { listGroups } from "../../access/access.contract.ts";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "../employees.contract.ts";
import { departments } from "../employees.ts";
import { staffOptions } from "../teams/teams.contract.ts";
import { type EmployeeText, useEmployeeTexts } from "../texts.web.ts";

const choicesOf = (data: { readonly items: readonly { id: number | string; text: string }[] } | undefined): Choice[] =>
  (data?.items ?? []).map(({ id, text }) => ({ value: id, label: text }));

/** Teams that can be chosen; none for whoever may not ask for them. */
export function useTeams(): readonly Choice[] {
  const may = useMay(teamOptions);
  return choicesOf(useCall(teamOptions, {}, { enabled: may }).data);
}

/** Groups that can be chosen; those that give more than the chooser holds are shown and shut. */
export function useGroups(): readonly Choice[] {
  const { data } = useCall(listGroups, { query: {} });
  return (data?.items ?? []).map(({ id, name, manageable }) => ({
    value: id,
    label: name,
    disabled: !manageable,
  }));
}

export const useStaff = (): readonly Choice[] => choicesOf(useCall(staffOptions, {}).data);

/** Who can take over, without the one who hands over. */
export function useSuccessors(from: number): Readonly<Record<"caseManager" | "accountManager", readonly Choice[]>> {
  const may = useMay(caseManagerOptions);
  const others = (choices: readonly Choice[]): readonly Choice[] => choices.filter(({ value }) => value !== from);
  const caseManagers = useCall(caseManagerOptions, {}, { enabled: may });
  const accountManagers = useCall(accountManagerOptions, {}, { enabled: may });
  return {
    caseManager: others(choicesOf(caseManagers.data)),
    accountManager: others(choicesOf(accountManagers.data)),
  };
}

export const departmentChoices = (t: EmployeeText): readonly Choice[] =>
  departments.map((value) => ({ value, label: t(`department_${value}`) }));

export const useDepartments = (): readonly Choice[] => departmentChoices(useEmployeeTexts());
