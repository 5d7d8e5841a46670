/** What an empty installation still needs before the first letter goes out, read from what there is: nothing is ticked by hand. */
import { sql } from "kysely";
import { type Access, allows } from "../../ground/kernel/access.ts";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { missingTariffs } from "../../ground/tariffs/tariffs.ts";
import { type SetupStep, setupSteps } from "../app.contract.ts";

const screenOf: Readonly<Record<SetupStep, string>> = {
  company: "/settings/global",
  registration: "/settings/global",
  tariffs: "/settings/tariffs",
  team: "/settings/team",
  employee: "/employee/new",
  client: "/customer/create",
  contact: "/customer/search",
  file: "/file/create/new",
};

interface Found {
  team: boolean;
  employee: boolean;
  client: boolean;
  contact: boolean;
  file: boolean;
}

/** The steps in the order in which they are taken. The link is null where this user may not take the step. */
export async function setupOf(
  { db, user, clock }: Pick<Ctx, "db" | "user" | "clock">,
  screens: readonly { readonly path: string; readonly who: Access }[],
) {
  // The first administrator is nobody's employee, so one person of the staff is none yet.
  const { rows } = await sql<Found>`select exists (select from team) as team,
    (select count(*) from (select from app_user where kind = 'staff' and active limit 2) staff) > 1 as employee,
    exists (select from client) as client,
    exists (select from client_contact) or exists (select from app_user where kind = 'contact') as contact,
    exists (select from case_file) as file`.execute(
    asSystem(db, "only whether there is one: what of the installation is set up"),
  );
  const settings = await globalSettings(db);
  const found: Readonly<Record<SetupStep, boolean>> = {
    company: settings.registeredName !== "" && settings.street !== "" && settings.city !== "",
    registration: settings.wkiNumber !== "",
    tariffs: missingTariffs(await loadTariffs(db), clock.today()).length === 0,
    team: rows[0]?.team ?? false,
    employee: rows[0]?.employee ?? false,
    client: rows[0]?.client ?? false,
    contact: rows[0]?.contact ?? false,
    file: rows[0]?.file ?? false,
  };
  return setupSteps.map((step) => {
    const screen = screens.find(({ path }) => path === screenOf[step]);
    const may = screen !== undefined && allows(screen.who, user.acl, user.kind !== "guest");
    return { step, done: found[step], link: may ? screen.path : null };
  });
}
