/** Moving items to other days and owners: the only function that does it, and a preview of the change. */
import { sql } from "kysely";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { AgendaItem, updateAgendaItem } from "./items.contract.ts";
import { type Changes, recordHistory } from "./record.server.ts";

type Body = BodyOf<typeof updateAgendaItem>;

/** What a change comes to, field by field; what stays as it was is left out. */
export function changesOf(
  item: AgendaItem,
  body: Omit<Body, "version" | "owner"> & { owner?: number | null | undefined },
): Changes {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["subject", item.subject.id, body.subject],
    ["on", item.on, body.on],
    ["owner", item.owner?.id ?? null, body.owner],
    ["note", item.note, body.note === undefined ? undefined : maskBsn(body.note) || null],
    ["urgent", item.urgent, body.urgent],
    ["repeat", item.repeat, body.repeat],
  ];
  return Object.fromEntries(
    pairs.flatMap(([field, from, to]) =>
      to === undefined || JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, [from, to] as const]],
    ),
  );
}

interface Placed {
  readonly id: number;
  readonly on: string;
  readonly owner: number | null;
  readonly version: number;
}

export const placedOf = ({ id, on, owner, version }: AgendaItem): Placed => ({
  id,
  on,
  owner: owner?.id ?? null,
  version,
});

/** Puts items on another day, or before another person. */
const placeRows = batchedWrite((db, after: readonly Placed[]) =>
  sql`update agenda_item set on_date = p."on", owner_id = p.owner, version = p.version,
      of_manager = case when p.owner is not distinct from agenda_item.owner_id then agenda_item.of_manager
        else p.owner is not distinct from (select f.case_manager_id from case_file f where f.id = agenda_item.file_id) end
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as p(id bigint, "on" date, owner bigint, version integer)
    where agenda_item.id = p.id`.execute(db),
);

/** Moves open items, locked by the caller, to where `to` says. An item that is given to its file's case manager goes along with that file. */
export async function moveItems(
  ctx: WorkCtx,
  items: readonly AgendaItem[],
  to: (item: AgendaItem) => { readonly on?: string | undefined; readonly owner?: number | null | undefined },
): Promise<readonly { readonly before: Placed; readonly after: Placed }[]> {
  const moved = items.map((item) => {
    const before = placedOf(item);
    const { on = before.on, owner = before.owner } = to(item);
    return { before, after: { ...before, on, owner, version: item.version + 1 } };
  });
  await placeRows(
    ctx.db,
    moved.map((one) => one.after),
  );
  await recordHistory(
    ctx,
    items.map((item, at) => ({
      itemId: item.id,
      fileId: item.fileId,
      act: "changed",
      changes: changesOf(item, { on: moved[at]?.after.on, owner: moved[at]?.after.owner ?? null }),
    })),
  );
  return moved;
}
