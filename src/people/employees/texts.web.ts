/** Texts of this module's screens. */
import type { TextKey } from "../../ground/kernel/texts.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { employeesTexts } from "./employees.texts.ts";

export type EmployeeText = (
  key: TextKey<typeof employeesTexts>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export const useEmployeeTexts = (): EmployeeText => useTexts<typeof employeesTexts>("employees");
