/** What the chips and the panel of the filters read alike. */
import { caseManagerOptions } from "../employees/employees.contract.ts";
import type { QueryOf } from "../kernel/contract.ts";
import { useCall } from "../platform/web/api.web.ts";
import { useMay } from "../platform/web/me.web.tsx";
import type { TableState } from "../platform/web/table.web.tsx";
import type { searchFiles } from "./files.contract.ts";

export type FilesTable = TableState<QueryOf<typeof searchFiles>>;

/** Several values stand in the address with commas between them. */
export const listOf = (text: string | undefined): string[] =>
  text === undefined || text === "" ? [] : text.split(",");

export function useManagers() {
  const may = useMay(caseManagerOptions);
  return useCall(caseManagerOptions, {}, { enabled: may, quiet: true }).data?.items ?? [];
}
