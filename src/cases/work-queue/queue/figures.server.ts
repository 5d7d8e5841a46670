/** The results of a day's calls, by person. */
import { sql } from "kysely";
import { allows, any } from "../../../ground/kernel/access.ts";
import { addDays, instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { personResults, reachedDebtor } from "../work-queue.ts";

/** Who sees everybody's figures; anyone else their own. */
const managing = any("ROLE_EMPLOYEE_MANAGEMENT", "ROLE_ADMIN");

interface Row {
  readonly id: number;
  readonly name: string;
  readonly done: number;
  readonly dialled: number;
  readonly answered: number;
  readonly reached: number;
  readonly promises: number;
  readonly promisedCents: number;
  readonly kept: number;
  readonly callsPerHour: number | null;
}

const reaching = personResults.filter((person) => reachedDebtor({ line: "answered", person }));

export async function figuresOf({ db, user }: Ctx, on: PlainDate) {
  if (user.kind !== "staff") return { on, people: [] };
  const [from, to] = [instantInAmsterdam(on, 0, 0), instantInAmsterdam(addDays(on, 1), 0, 0)];
  const whose = allows(managing, user.acl, true) ? sql`true` : sql`u.id = ${user.id}`;
  const { rows } = await sql<Row>`
    with calls as (select user_id, count(*)::int as dialled, count(*) filter (where line = 'answered')::int as answered,
        count(*) filter (where person = any(${[...reaching]}::text[]))::int as reached,
        round(count(*)::numeric / count(distinct date_trunc('hour', dialled_at)), 1)::float8 as per_hour
      from call_attempt where dialled_at >= ${from} and dialled_at < ${to} group by user_id),
    work as (select o.user_id, count(*)::int as done, count(p.id)::int as promises, coalesce(sum(p.amount_cents), 0)::bigint as cents,
        count(p.id) filter (where p.state = 'kept')::int as kept
      from work_outcome o left join payment_promise p on p.id = o.promise_id
      where o.at >= ${from} and o.at < ${to} and o.undone_at is null group by o.user_id)
    select u.id, u.name, coalesce(w.done, 0) as done, coalesce(c.dialled, 0) as dialled, coalesce(c.answered, 0) as answered,
      coalesce(c.reached, 0) as reached, coalesce(w.promises, 0) as promises, coalesce(w.cents, 0) as "promisedCents",
      coalesce(w.kept, 0) as kept, c.per_hour as "callsPerHour"
    from app_user u left join calls c on c.user_id = u.id left join work w on w.user_id = u.id
    where ${whose} and (c.user_id is not null or w.user_id is not null) order by done desc, u.name`.execute(db);
  return { on, people: rows.map(({ id, name, ...figures }) => ({ user: { id, name }, ...figures })) };
}
