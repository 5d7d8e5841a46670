/** What one list alone asks for when a record is saved: numbers in E.164, kinds of files that the storage can tell by their content. */
import { fieldError } from "../../kernel/errors.ts";
import { parsePhone } from "../../kernel/phones.server.ts";
import { storableTypes } from "../../platform/server/http/content-type.ts";
import type { Ctx } from "../../platform/server/http/module.ts";
import type { ListName } from "../catalogue/routes.ts";
import type { Values } from "./list.server.ts";
import type { ListRow } from "./list.ts";

type Check = (ctx: Ctx, values: Values, before: ListRow | undefined) => Promise<Values>;

const checks: Partial<Record<ListName, Check>> = {
  blacklist: async (ctx, values, before) => {
    const phone = parsePhone(String(values.number));
    if (!phone) throw fieldError("number", "lists.blacklist.numberWrong");
    return { ...values, number: phone.e164, addedBy: before?.addedBy ?? ctx.user.name };
  },
  "mime-type": async (_ctx, values) => {
    if (!Object.hasOwn(storableTypes, String(values.mime))) throw fieldError("mime", "lists.mime-type.unknownKind");
    return values;
  },
  partner: async (_ctx, values) => {
    const phone = values.phone === "" ? undefined : parsePhone(String(values.phone));
    if (values.phone !== "" && !phone) throw fieldError("phone", "lists.phoneWrong");
    return { ...values, phone: phone?.e164 ?? "" };
  },
};

export const checkOf = (name: ListName): Check | undefined => checks[name];
