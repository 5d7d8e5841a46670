/** Values read by both the chips and the panel of the filters. */

import type { QueryOf } from "../../ground/kernel/contract.ts";
import type { Option } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { languageNames, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import type { TableState } from "../../ground/platform/web/table/table.web.tsx";
import { caseManagerOptions } from "../../people/employees/employees.contract.ts";
import { filePhases, fileStatuses } from "../files/files.ts";
import { fileTypes } from "../persons/persons.ts";
import { fileFilterOptions, type searchFiles } from "./file-search.contract.ts";
import type { ListTexts } from "./file-search.texts.ts";
import { fileFlags, isOtherFlag, nextActionSpans } from "./file-search.ts";

export type FilesTable = TableState<QueryOf<typeof searchFiles>>;

/** Several values stand in the address with commas between them. */
export const listOf = (text: string | undefined): string[] =>
  text === undefined || text === "" ? [] : text.split(",");

function useManagers(wanted: boolean): readonly Option[] {
  const may = useMay(caseManagerOptions);
  return useCall(caseManagerOptions, {}, { enabled: may && wanted, quiet: true }).data?.items ?? [];
}

const choicesOf = (options: readonly Option[]) => options.map(({ id, text }) => ({ value: String(id), label: text }));

/** A filter that takes several of a list. */
export interface ListFilter {
  readonly name:
    | "phase"
    | "status"
    | "caseManager"
    | "clientGroup"
    | "merchant"
    | "team"
    | "workflow"
    | "flag"
    | "withoutFlag"
    | "nextAction"
    | "debtorType"
    | "language";
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

// Their choices are only fetched where one of them is set, or all are shown.
const fetched = ["clientGroup", "merchant", "team", "workflow"];

/** The filters that take several of a list, each with what can be chosen; `all` where they are about to be shown. */
export function useListFilters(set: Readonly<Record<string, string>>, all: boolean): readonly ListFilter[] {
  const t = useTexts<ListTexts>("files");
  const managers = useManagers(all || set.caseManager !== undefined);
  const isWanted = all || fetched.some((name) => set[name] !== undefined);
  const offered = useCall(fileFilterOptions, {}, { enabled: isWanted, quiet: true }).data;
  const flags = fileFlags.map((flag) => ({
    value: flag,
    label: isOtherFlag(flag) ? t(`flag_${flag}`) : t(`hold_${flag}`),
  }));
  return [
    {
      name: "phase",
      label: t("phase"),
      choices: filePhases.map((phase) => ({ value: phase, label: t(`phase_${phase}`) })),
    },
    {
      name: "status",
      label: t("status"),
      choices: fileStatuses.map((status) => ({ value: status, label: t(`status_${status}`) })),
    },
    { name: "flag", label: t("flags"), choices: flags },
    { name: "withoutFlag", label: t("withoutFlags"), choices: flags },
    {
      name: "nextAction",
      label: t("nextActionWhen"),
      choices: nextActionSpans.map((span) => ({ value: span, label: t(`span_${span}`) })),
    },
    {
      name: "debtorType",
      label: t("debtorType"),
      choices: fileTypes.map((type) => ({ value: type, label: t(`type_${type}`) })),
    },
    {
      name: "language",
      label: t("debtorLanguage"),
      choices: languages.map((language) => ({ value: language, label: languageNames[language] })),
    },
    { name: "workflow", label: t("workflow"), choices: choicesOf(offered?.workflows ?? []) },
    { name: "caseManager", label: t("caseManager"), choices: choicesOf(managers) },
    { name: "team", label: t("team"), choices: choicesOf(offered?.teams ?? []) },
    { name: "clientGroup", label: t("clientGroup"), choices: choicesOf(offered?.clientGroups ?? []) },
    { name: "merchant", label: t("merchant"), choices: choicesOf(offered?.merchants ?? []) },
  ];
}
