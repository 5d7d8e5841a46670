/** The tariffs that the migration brings, without a database, for tests of pure rules. */
import { readFileSync } from "node:fs";
import { date } from "../kernel/dates.ts";
import { type TariffRow, tariffsOf } from "./rows.ts";
import type { Tariffs } from "./tariffs.ts";

const rowPattern = /^ {2}\('(\w+)', '([\d-]+)', '(\{.*\})', '(.*)', (true|false)\)[,;]$/;

const rowsOf = (sql: string): TariffRow[] =>
  sql.split("\n").flatMap((line) => {
    const [, kind = "", validFrom = "", data = "", source = "", verified] = rowPattern.exec(line) ?? [];
    if (kind === "") return [];
    return [{ kind, validFrom: date(validFrom), data: JSON.parse(data), source, verified: verified === "true" }];
  });

/** The seeded tariffs, from the text of the migrations themselves. */
export const seededTariffs: Tariffs = tariffsOf(
  ["0030-tariff", "0033-fair-interest", "0034-after-costs"].flatMap((file) =>
    rowsOf(readFileSync(new URL(`./migrations/${file}.sql`, import.meta.url), "utf8")),
  ),
  "seed",
);
