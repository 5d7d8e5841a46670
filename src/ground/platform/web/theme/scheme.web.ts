/** Light, dark, or as the system has it: chosen by the person, kept in this browser. */
import { localStorageColorSchemeManager, useMantineColorScheme } from "@mantine/core";
import { type Scheme, schemePlace, schemes } from "./scheme.ts";

export const schemeManager = localStorageColorSchemeManager({ key: schemePlace });

/** The choice, and how to make it. */
export function useScheme(): { readonly scheme: Scheme; readonly setScheme: (scheme: Scheme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: schemes.find((one) => one === colorScheme) ?? "auto", setScheme: setColorScheme };
}
