/** The work list of pre-collection, and the conversion of one record. */
import { type SqlBool, sql } from "kysely";
import { toPage } from "../../../ground/kernel/query.ts";
import { handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { selectClients } from "../../../people/customers/customers.server.ts";
import { convertRecord } from "../conversion/convert.server.ts";
import { translateReasons } from "../records/detail.server.ts";
import { judgeRecord } from "../records/judge.ts";
import { recordContaining } from "../records/list.server.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { visibleRecords } from "../records/visibility.server.ts";
import { convertCall, listActions } from "./runs.contract.ts";
import { nameOf } from "./runs.server.ts";

const actions = handle(listActions, async (ctx, { query }) => {
  const { client, kind, search } = query.filter;
  const environment = await recordEnvironment(ctx);
  const { today } = environment.at;
  const due = sql<SqlBool>`(precasso_record.state = 'open' and precasso_record.next_due_on <= ${today}
    and coalesce(precasso_record.hold_until < ${today}, true))`;
  const stopped = sql<SqlBool>`(precasso_record.state = 'disputed' or (precasso_record.state = 'open' and precasso_record.hold_until >= ${today}))`;
  const ended = sql<SqlBool>`(precasso_record.state = 'open' and precasso_record.next_step is null)`;
  let found = selectClients(ctx)
    .innerJoin("precasso_record", "precasso_record.client_id", "client.id")
    .where(visibleRecords(ctx.user))
    .where(
      kind === "due"
        ? due
        : kind === "stopped"
          ? stopped
          : kind === "ended"
            ? ended
            : sql<SqlBool>`(${due} or ${stopped} or ${ended})`,
    );
  if (client !== undefined) found = found.where("precasso_record.client_id", "=", client);
  if (search !== undefined) found = found.where(recordContaining(search));
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select(["precasso_record.id", "precasso_record.version", "client.company"])
      .orderBy(sql`precasso_record.next_due_on ${sql.raw(query.order?.direction ?? "asc")} nulls last`)
      .orderBy("precasso_record.id"),
  );
  const situations = await loadSituations(
    ctx.db,
    rows.map(({ id }) => id),
    today,
  );
  const items = rows.flatMap(({ id, version, company }) => {
    const situation = situations.get(id);
    if (!situation) return [];
    const judged = judgeRecord(situation, environment);
    return [
      {
        recordId: id,
        number: situation.number,
        debtorName: situation.debtorName,
        clientName: company,
        state: situation.state,
        stepName: judged.step === null ? null : nameOf(ctx, judged.template),
        dueOn: judged.dueOn,
        openCents: judged.openCents,
        verdict: judged.verdict,
        reasons: translateReasons(ctx, judged.reasons),
        version,
      },
    ];
  });
  return toPage(items, total, query.limit);
});

export const actionHandlers = [
  actions,
  handle(convertCall, (ctx, { params, body }) => convertRecord(ctx, params.id, body.version)),
];
