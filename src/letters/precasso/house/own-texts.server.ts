/**
 * A client's own texts in place of the provider's: each is a normal template, with editor, languages and versions, whose code ends with the
 * client's number. It is used in the languages that it has, while it is switched on and names no amount (BW 6:96(6)).
 */
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import type { Client } from "../../../people/customers/customers.server.ts";
import { ownVariables, saveWording, templatesOf } from "../../templates/templates.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { addOwnText, dropOwnText, listOwnTexts, type OwnText, type OwnTextCode } from "./house.contract.ts";
import { changeable, isStaff, lockedRow, requireClient } from "./house.server.ts";
import { ownTextCodes } from "./house.ts";
import { channelOf, problemOf } from "./text-code.server.ts";

const ownCodeOf = (code: string, clientId: number): string => `${code}_K${clientId}`;

async function shown(ctx: Ctx, client: Client): Promise<OwnText[]> {
  const rows = await ctx.db.selectFrom("precasso_text").selectAll().where("client_id", "=", client.id).execute();
  const all = [
    ...(await templatesOf(ctx.db, "post")),
    ...(await templatesOf(ctx.db, "email")),
    ...(await templatesOf(ctx.db, "sms")),
  ];
  const blocks = await ownVariables(ctx.db);
  return ownTextCodes.map((code) => {
    const row = rows.find((one) => one.code === code);
    const own = row === undefined ? [] : all.filter((one) => one.code === row.own_code);
    const problem = own.map((one) => problemOf(one, blocks)).find((why) => why !== null) ?? null;
    return {
      code,
      channel: channelOf(code),
      name: ctx.translate({ key: stepText(code) }, ctx.lang),
      own:
        row === undefined
          ? null
          : {
              templateId: own[0]?.id ?? 0,
              languages: own.map(({ language }) => language),
              usedSince: row.used_since?.toISOString() ?? null,
              problem: problem === null ? null : ctx.translate({ key: `precasso.${problem}` }, ctx.lang),
            },
    };
  });
}

/** Copies the provider's text in all languages as a text of the client's own. */
async function copied(ctx: Ctx, client: Client, code: OwnTextCode): Promise<string> {
  const ownCode = ownCodeOf(code, client.id);
  const channel = channelOf(code);
  for (const { language, name, category, subject, body } of (await templatesOf(ctx.db, channel)).filter(
    (one) => one.code === code,
  )) {
    const words = { name: cutText(`${client.company}: ${name}`, 100), category, subject, body };
    if (!(await saveWording(ctx, { channel, code: ownCode, language, version: null, at: ctx.clock.now(), ...words })))
      throw new VorderError("conflict", { data: { current: null } });
  }
  return ownCode;
}

async function staffClient(ctx: Ctx, id: number): Promise<Client> {
  const client = await changeable(ctx, id);
  if (!isStaff(ctx)) throw new VorderError("forbidden");
  return client;
}

const noted = (ctx: Ctx, client: Client, code: string, used: boolean): Promise<void> =>
  ctx.audit({ action: "precasso.ownText", subject: "client", subjectId: client.id, after: { code, used } });

const take = handle(addOwnText, async (ctx, { params }) => {
  const client = await staffClient(ctx, params.id);
  const { code } = params;
  // Serialised, so that concurrent calls do not copy it twice.
  await lockedRow(ctx, client.id);
  const used = { used_since: ctx.clock.now(), changed_by: ctx.user.id || null };
  const before = await ctx.db
    .updateTable("precasso_text")
    .set((set) => ({ ...used, version: set("version", "+", 1) }))
    .where("client_id", "=", client.id)
    .where("code", "=", code)
    .returning("own_code")
    .executeTakeFirst();
  if (!before)
    await ctx.db
      .insertInto("precasso_text")
      .values({ client_id: client.id, code, own_code: await copied(ctx, client, code), ...used })
      .execute();
  await noted(ctx, client, code, true);
  return { items: await shown(ctx, client) };
});

const drop = handle(dropOwnText, async (ctx, { params }) => {
  const client = await staffClient(ctx, params.id);
  const dropped = await ctx.db
    .updateTable("precasso_text")
    .set((set) => ({ used_since: null, changed_by: ctx.user.id || null, version: set("version", "+", 1) }))
    .where("client_id", "=", client.id)
    .where("code", "=", params.code)
    .where("used_since", "is not", null)
    .returning("code")
    .executeTakeFirst();
  if (!dropped) throw notFound();
  await noted(ctx, client, params.code, false);
  return { items: await shown(ctx, client) };
});

export const ownTextHandlers = [
  handle(listOwnTexts, async (ctx, { params }) => ({ items: await shown(ctx, await requireClient(ctx, params.id)) })),
  take,
  drop,
];
