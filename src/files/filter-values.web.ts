/** What the chips and the panel of the filters read alike. */
import { caseManagerOptions } from "../employees/employees.contract.ts";
import type { QueryOf } from "../kernel/contract.ts";
import type { Option } from "../kernel/query.ts";
import { useCall } from "../platform/web/api.web.ts";
import { useMay } from "../platform/web/me.web.tsx";
import type { TableState } from "../platform/web/table.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { fileFilterOptions, type searchFiles } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { fileFlags, filePhases, fileStatuses, nextActionSpans } from "./files.ts";

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
    | "nextAction";
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

// Their choices are only fetched where one of them is set, or all are shown.
const fetched = ["clientGroup", "merchant", "team", "workflow"];

/** The filters that take several of a list, each with what can be chosen; `all` where they are about to be shown. */
export function useListFilters(set: Readonly<Record<string, string>>, all: boolean): readonly ListFilter[] {
  const t = useTexts<typeof fileTexts>("files");
  const managers = useManagers(all || set.caseManager !== undefined);
  const isWanted = all || fetched.some((name) => set[name] !== undefined);
  const offered = useCall(fileFilterOptions, {}, { enabled: isWanted, quiet: true }).data;
  const flags = fileFlags.map((flag) => ({
    value: flag,
    label:
      flag === "arrangement" || flag === "overpaid" || flag === "no_manager" || flag === "no_action"
        ? t(`flag_${flag}`)
        : t(`hold_${flag}`),
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
    { name: "workflow", label: t("workflow"), choices: choicesOf(offered?.workflows ?? []) },
    { name: "caseManager", label: t("caseManager"), choices: choicesOf(managers) },
    { name: "team", label: t("team"), choices: choicesOf(offered?.teams ?? []) },
    { name: "clientGroup", label: t("clientGroup"), choices: choicesOf(offered?.clientGroups ?? []) },
    { name: "merchant", label: t("merchant"), choices: choicesOf(offered?.merchants ?? []) },
  ];
}
