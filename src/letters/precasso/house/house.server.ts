/** Handles the calls of a client's house style in letters. */
import { allows, any } from "../../../ground/kernel/access.ts";
import { FieldProblems, fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import { blob, type Ctx, handle, type Input, preparedHandler } from "../../../ground/platform/server/http/module.ts";
import { type Client, clientById, maySeeClient } from "../../../people/customers/customers.server.ts";
import { closingLine, type HouseRow, houseRow } from "../letters/letter.server.ts";
import { dropLogo, type House, previewHouse, readHouse, readLogo, setLogo, updateHouse } from "./house.contract.ts";
import { type LogoType, lineProblem, logoTypes, maxLogoBytes, maxLogoDots, pictureSize } from "./house.ts";
import { samplePdf } from "./sample.server.ts";

export const isStaff = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";
const managesClients = ({ user }: Ctx): boolean => allows(any("ROLE_MANAGE_CLIENT"), user.acl, true);

/** Staff who manage clients, and users of a client. */
const mayChange = (ctx: Ctx): boolean => !isStaff(ctx) || managesClients(ctx);

/** @throws notFound */
export async function requireClient(ctx: Ctx, id: number): Promise<Client> {
  const client = maySeeClient(ctx.user, id) ? await clientById(ctx.db, id) : undefined;
  if (!client) throw notFound();
  return client;
}

/** @throws notFound; forbidden */
export async function changeable(ctx: Ctx, id: number): Promise<Client> {
  const client = await requireClient(ctx, id);
  if (!mayChange(ctx)) throw new VorderError("forbidden");
  return client;
}

const shown = (ctx: Ctx, client: Client, row: HouseRow): House => ({
  client: { id: client.id, company: client.company },
  senderName: row?.sender_name ?? "",
  phone: row?.phone ?? "",
  email: row?.email ?? "",
  website: row?.website ?? "",
  closing: {
    nl: closingLine(row, "nl"),
    en: closingLine(row, "en"),
    fr: closingLine(row, "fr"),
    de: closingLine(row, "de"),
  },
  namesAgency: row?.names_agency ?? true,
  hasLogo: (row?.logo_storage_key ?? null) !== null,
  fromRecord: {
    senderName: client.company,
    phone: client.phone ?? "",
    email: client.email ?? client.contactEmail ?? "",
    website: client.website ?? "",
  },
  mayChange: mayChange(ctx),
  mayChangeAgency: isStaff(ctx) && managesClients(ctx),
  version: row?.version ?? 0,
});

const shownNow = async (ctx: Ctx, client: Client): Promise<House> =>
  shown(ctx, client, await houseRow(ctx.db, client.id));

/** The row of a client's style, locked; created if missing. */
export async function lockedRow(ctx: Ctx, clientId: number): Promise<NonNullable<HouseRow>> {
  await ctx.db
    .insertInto("precasso_house")
    .values({ client_id: clientId, version: 0, updated_at: ctx.clock.now(), updated_by: ctx.user.id || null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ctx.db
    .selectFrom("precasso_house")
    .selectAll()
    .where("client_id", "=", clientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const audited = (row: NonNullable<HouseRow>) => ({
  senderName: row.sender_name,
  phone: row.phone,
  email: row.email,
  website: row.website,
  closing: row.closing_line,
  namesAgency: row.names_agency,
  logo: row.logo_storage_key !== null,
});

async function change(ctx: Ctx, before: NonNullable<HouseRow>, to: object): Promise<void> {
  const after = await ctx.db
    .updateTable("precasso_house")
    .set((set) => ({
      ...to,
      version: set("version", "+", 1),
      updated_at: ctx.clock.now(),
      updated_by: ctx.user.id || null,
    }))
    .where("client_id", "=", before.client_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "precasso.house",
    subject: "client",
    subjectId: before.client_id,
    before: audited(before),
    after: audited(after),
  });
}

const update = handle(updateHouse, async (ctx, { params, body }) => {
  const client = await changeable(ctx, params.id);
  const problems = new FieldProblems();
  for (const language of languages) {
    const problem = lineProblem(body.closing[language]);
    if (problem !== null) problems.add(`closing.${language}`, `precasso.${problem}`);
  }
  problems.throwIfAny();
  const row = await lockedRow(ctx, client.id);
  if (row.version !== body.version) throw new VorderError("conflict", { data: { current: shown(ctx, client, row) } });
  const mayAgency = isStaff(ctx) && managesClients(ctx);
  if (body.namesAgency !== row.names_agency && !mayAgency) throw fieldError("namesAgency", "precasso.errorAgency");
  const { senderName, phone, email, website, closing, namesAgency } = body;
  await change(ctx, row, {
    sender_name: senderName,
    phone,
    email,
    website,
    closing_line: JSON.stringify(closing),
    names_agency: namesAgency,
  });
  return shownNow(ctx, client);
});

const pictureType = (bytes: Uint8Array): LogoType | undefined => {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return logoTypes[0];
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? logoTypes[1] : undefined;
};

/** Validates that a letter can be typeset with the picture before it is stored, because an invalid one would block all letters of the client. */
async function triedLogo(ctx: Ctx, { params, files }: Input<typeof setLogo>) {
  const client = await changeable(ctx, params.id);
  const [file] = files.filter(({ field }) => field === "file");
  if (!file || files.length !== 1 || file.size === 0) throw fieldError("file", "precasso.errorLogoFile");
  if (file.size > maxLogoBytes) throw fieldError("file", "precasso.errorLogoLarge");
  const bytes = await file.bytes();
  const type = pictureType(bytes);
  const size = type && pictureSize(bytes, type);
  if (type === undefined || size === undefined) throw fieldError("file", "precasso.errorLogoFile");
  if (size.width < 1 || size.height < 1 || size.width > maxLogoDots || size.height > maxLogoDots)
    throw fieldError("file", "precasso.errorLogoDots", { maximum: maxLogoDots });
  const logo = { format: type === "image/png" ? ("png" as const) : ("jpg" as const), bytes: [...bytes] };
  try {
    await samplePdf(ctx, client, { template: "POST_PRE_REMINDER", language: "nl", logo });
  } catch (error) {
    ctx.log.info({ err: error }, "a logo that no letter could be set with");
    throw fieldError("file", "precasso.errorLogoFile");
  }
  return { client, bytes, type, name: file.name };
}

const logo = preparedHandler(setLogo, triedLogo, async (ctx, _input, { client, bytes, type, name }) => {
  const row = await lockedRow(ctx, client.id);
  const stored = await storeUpload(ctx, "document", bytes, name);
  if (stored.mime !== type) {
    await ctx.storage.discard(stored.key);
    throw fieldError("file", "precasso.errorLogoFile");
  }
  await change(ctx, row, { logo_storage_key: stored.key, logo_mime: type });
  if (row.logo_storage_key !== null) await ctx.storage.delete(row.logo_storage_key);
  return shownNow(ctx, client);
});

const withoutLogo = handle(dropLogo, async (ctx, { params }) => {
  const client = await changeable(ctx, params.id);
  const row = await lockedRow(ctx, client.id);
  if (row.logo_storage_key === null) throw notFound();
  await change(ctx, row, { logo_storage_key: null, logo_mime: null });
  await ctx.storage.delete(row.logo_storage_key);
  return shownNow(ctx, client);
});

const picture = handle(readLogo, async (ctx, { params }) => {
  const client = await requireClient(ctx, params.id);
  const row = await houseRow(ctx.db, client.id);
  if (!row?.logo_storage_key || row.logo_mime === null) throw notFound();
  const name = row.logo_mime === "image/png" ? "logo.png" : "logo.jpg";
  return blob({ content: await ctx.storage.open(row.logo_storage_key), mime: row.logo_mime, name });
});

const preview = handle(previewHouse, async (ctx, { params, query }) => {
  const client = await requireClient(ctx, params.id);
  const content = await samplePdf(ctx, client, query);
  return blob({ content, mime: "application/pdf", name: `${query.template}.pdf` });
});

export const houseHandlers = [
  handle(readHouse, async (ctx, { params }) => shownNow(ctx, await requireClient(ctx, params.id))),
  update,
  logo,
  withoutLogo,
  picture,
  preview,
];
