/** Of which day the balances are that a screen shows, said in one place. */
import type { ReactNode } from "react";
import { parsePlainDate } from "../../../kernel/dates.ts";
import { useLanguage, usePlatformTexts } from "./texts.web.ts";
import { useBalancesDay } from "./today.web.ts";
import { dateText } from "./values.web.tsx";

/** "Saldi van 23-11-2026"; or from which day on they are, while they are being renewed. */
export function BalancesDay(): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const [from, to] = (useBalancesDay() ?? "").split("/").map(parsePlainDate);
  if (from === undefined) return null;
  const shown = (day: string): string => dateText(day, {}, language);
  return (
    <span data-balances>
      {to === undefined
        ? t("balancesOf", { date: shown(from) })
        : t("balancesRenewed", { from: shown(from), to: shown(to) })}
    </span>
  );
}
