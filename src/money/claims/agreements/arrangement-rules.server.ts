/** The rules for late terms of an arrangement on a file: the client's own values, otherwise the provider's (domain facts 3.4). */

import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import type { ArrangementRules } from "./arrangement.ts";

/** The rules for one file, in one query besides that for the settings. */
export async function arrangementRulesOf(db: Db, fileId: number): Promise<ArrangementRules> {
  const house = await globalSettings(db);
  const [client] = await clientRules(db, [fileId], undefined);
  return {
    graceWorkingDays: client?.grace ?? house.graceWorkingDays,
    breakAfterDays: client?.broken ?? house.brokenAfterDays,
    allowedMisses: client?.misses ?? house.allowedMisses,
    missWindowMonths: house.missWindowMonths,
    minimumTerm: client?.minimum ?? house.minTermCents,
    maximumMonths: client?.months ?? house.maxMonths,
    selfService: client?.selfService ?? house.selfServiceCents,
  };
}

const clientRules = batchedRows(
  (db, fileIds: readonly number[]) =>
    asSystem(db, "the rules of its client hold for a file whoever looks at it")
      .selectFrom("case_file")
      .modifyFront(prepared)
      .innerJoin("client", "client.id", "case_file.client_id")
      .select([
        "case_file.id",
        "client.arrangement_grace_working_days as grace",
        "client.arrangement_broken_after_days as broken",
        "client.arrangement_allowed_misses as misses",
        "client.arrangement_min_term_cents as minimum",
        "client.arrangement_max_months as months",
        "client.arrangement_self_service_cents as selfService",
      ])
      .where("case_file.id", "=", anyOf(fileIds))
      .execute(),
  ({ id }) => id,
);
