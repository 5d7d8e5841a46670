/** Texts of this room's screens. */
import type { TextKey } from "../kernel/texts.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import type { employeesTexts } from "./employees.texts.ts";

export type EmployeeText = (
  key: TextKey<typeof employeesTexts>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export const useEmployeeTexts = (): EmployeeText => useTexts<typeof employeesTexts>("employees");
