/** The tariffs on the server: read once and kept until a row changes. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { HouseCalendar } from "../kernel/calendar.ts";
import { type Db, defineModule, handle } from "../platform/server/http/module.ts";
import { cachedByRows, cachedPerTransaction } from "../platform/server/postgres/transaction-cache.ts";
import { globalSettings } from "../settings/settings.server.ts";
import { holidayHandlers, holidayHistory } from "./holidays/holidays.server.ts";
import { houseCalendar } from "./holidays/holidays.ts";
import { tariffsOf } from "./rows.ts";
import { successionHandlers, tariffHistory } from "./succession/succession.server.ts";
import { holidaysScreen, missingTariffList, tariffsScreen } from "./tariffs.contract.ts";
import { tariffTexts } from "./tariffs.texts.ts";
import { missingTariffs, type Tariffs } from "./tariffs.ts";

/** The tariffs of each version that this process has read; there are as many as there were changes since it began. */
const byVersion = new Map<string, Tariffs>();

/** The house's own days and hours. */
async function readHouse(db: Db): Promise<HouseCalendar> {
  const days = await db.selectFrom("own_day").select(["on_date", "silent"]).orderBy("on_date").execute();
  const settings = await globalSettings(db);
  return houseCalendar(
    settings,
    days.map(({ on_date, silent }) => ({ on: on_date, silent })),
    {
      near: settings.deliveryDaysNear,
      europe: settings.deliveryDaysEurope,
      world: settings.deliveryDaysWorld,
    },
  );
}

const houseMark = ({ closedDays, silentDays, contactFrom, contactUntil, deliveryDays }: HouseCalendar): string =>
  createHash("md5")
    .update(JSON.stringify([[...closedDays], [...silentDays], contactFrom, contactUntil, deliveryDays]))
    .digest("hex");

async function readTariffs(db: Db): Promise<Tariffs> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(md5(tariff::text), '' order by id), '')) as version from tariff`.execute(db);
  const house = await readHouse(db);
  const version = `${rows[0]?.version ?? ""}${houseMark(house)}`;
  const known = byVersion.get(version);
  if (known) return known;
  const table = await db.selectFrom("tariff").selectAll().where("superseded_at", "is", null).execute();
  const tariffs = tariffsOf(
    table.map((row) => ({ ...row, validFrom: row.valid_from })),
    version,
    house,
  );
  byVersion.set(version, tariffs);
  return tariffs;
}

const cachedTariffs = cachedByRows(["tariff", "own_day", "global_setting"], readTariffs);

/**
 * The tariffs that hold now. One small query tells whether a row has changed; only then are all read again, so that the engine may keep
 * what it derives from them by identity.
 */
export const loadTariffs = cachedPerTransaction((db: Db): Promise<Tariffs> => cachedTariffs(db));

export { tariffCorrected } from "./succession/succession.server.ts";

export const tariffsServer = defineModule({
  name: "tariffs",
  screens: [holidaysScreen, tariffsScreen],
  texts: [tariffTexts],
  history: [tariffHistory, holidayHistory],
  handlers: [
    ...successionHandlers(loadTariffs),
    ...holidayHandlers(loadTariffs),
    handle(missingTariffList, async ({ db, clock }) => ({
      items: [...missingTariffs(await loadTariffs(db), clock.today())],
    })),
  ],
});
