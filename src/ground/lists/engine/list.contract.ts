/** The calls of a list of settings, from its declaration. */
import { z } from "zod";
import { call, idParam, rowVersion } from "../../kernel/contract.ts";
import { pageOf, tableQuery } from "../../kernel/query.ts";
import { type ListName, placeOf } from "../catalogue/routes.ts";
import { listNamed, settingLists } from "../lists.ts";
import { type Fields, fieldsOf, isSortable, type ListRow, listBase, type SettingList, sentFields } from "./list.ts";

const shapeOf = (fields: readonly (readonly [string, Fields[string]])[]) =>
  Object.fromEntries(fields.map(([key, { schema }]) => [key, schema]));

/** The calls by which records go, come back and change places. */
function standingCalls(name: ListName, row: z.ZodType<ListRow>) {
  const { mayEdit } = placeOf(name);
  const path = `/api/v4/${name}`;
  return {
    remove: call({
      method: "DELETE",
      path: `${path}/{id}`,
      who: mayEdit,
      summary: `Deletes a record of the list ${name} that nothing uses; else the refusal says where it is used.`,
      params: idParam,
    }),
    archive: call({
      method: "POST",
      path: `${path}/{id}/archive`,
      who: mayEdit,
      summary: `Takes a record of the list ${name} out of every choice; where it is used already it stays.`,
      params: idParam,
      reply: row,
    }),
    restore: call({
      method: "POST",
      path: `${path}/{id}/restore`,
      who: mayEdit,
      summary: `Brings an archived record of the list ${name} back.`,
      params: idParam,
      reply: row,
    }),
    move: call({
      method: "POST",
      path: `${path}/{id}/move`,
      who: mayEdit,
      summary: `Moves a record of the list ${name} one place up or down.`,
      params: idParam,
      body: z.strictObject({ direction: z.enum(["up", "down"]) }),
    }),
  };
}

function makeCalls(list: SettingList) {
  const { who, mayRead = who, mayEdit } = placeOf(list.name);
  const path = `/api/v4/${list.name}`;
  // What each field is, is known to its list; here a row has some fields beside those of every row.
  const fields: Record<never, z.ZodType> = shapeOf(fieldsOf(list));
  const row: z.ZodType<ListRow> = listBase.extend(fields).loose();
  const body: z.ZodType<Readonly<Record<string, unknown>>> = z.strictObject(shapeOf(sentFields(list)));
  const changed: z.ZodType<Readonly<Record<string, unknown>>> = z.strictObject({
    ...shapeOf(sentFields(list)),
    version: rowVersion,
  });
  const order = fieldsOf(list).flatMap(([key, field]) => (isSortable(field) ? [key] : []));
  return {
    list: call({
      method: "GET",
      path,
      who: mayRead,
      summary: `The list ${list.name}; archived records only where they are asked for.`,
      query: tableQuery({
        order: ["position", "updatedAt", ...order],
        filter: { search: z.string().trim().max(100), archived: z.enum(["no", "yes", "all"]) },
        unlimited: true,
      }),
      reply: pageOf(row),
    }),
    get: call({
      method: "GET",
      path: `${path}/{id}`,
      who: mayRead,
      summary: `One record of the list ${list.name}.`,
      params: idParam,
      reply: row,
    }),
    create: call({
      method: "POST",
      path,
      who: mayEdit,
      summary: `Adds to the list ${list.name}.`,
      body,
      reply: row,
    }),
    update: call({
      method: "PUT",
      path: `${path}/{id}`,
      who: mayEdit,
      summary: `Changes a record of the list ${list.name}. A version that is not the newest is a conflict.`,
      params: idParam,
      body: changed,
      reply: row,
    }),
    ...standingCalls(list.name, row),
  };
}

export type ListCalls = ReturnType<typeof makeCalls>;

const calls: ReadonlyMap<ListName, ListCalls> = new Map(settingLists.map((list) => [list.name, makeCalls(list)]));

/** The calls of a list. @throws where there is no such list. */
export const callsOf = (name: ListName): ListCalls => {
  const found = calls.get(name);
  return found ?? makeCalls(listNamed(name));
};
