/** Calls and the screen of a client's house style in letters. */
import { z } from "zod";
import { all, any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { ownTextCodes } from "./house.ts";

/** Staff who manage clients, and a client's own users for their own. */
const who = any("ROLE_MANAGE_CLIENT", "ROLE_PRECASSO_CREATE");
const text = (max: number) => z.string().trim().max(max);

export const precassoHouseScreen = screen({ path: "/precasso/house-style", who, title: "precasso.houseTitle" });

const line = text(300);
const particulars = z.object({ senderName: z.string(), phone: z.string(), email: z.string(), website: z.string() });
const closing = z.object({ nl: z.string(), en: z.string(), fr: z.string(), de: z.string() });

const house = particulars.extend({
  client: z.object({ id: z.number().int(), company: z.string() }),
  /** The client's own line below letters and mails, by language. */
  closing,
  /** Whether letters name the provider that sends them for the client (Wki art. 11); only staff change it. */
  namesAgency: z.boolean(),
  hasLogo: z.boolean(),
  /** The defaults for empty fields, from the client's record. */
  fromRecord: particulars,
  mayChange: z.boolean(),
  mayChangeAgency: z.boolean(),
  version: z.number().int(),
});
export type House = z.infer<typeof house>;

export const readHouse = call({
  method: "GET",
  path: "/api/v4/precasso/house/{id}",
  who,
  summary: "How the letters and mails of a client look: sender, own line by language, and whether there is a logo.",
  params: idParam,
  reply: house,
});

export const updateHouse = call({
  method: "PUT",
  path: "/api/v4/precasso/house/{id}",
  who,
  summary: "Changes sender and own lines of a client. What is empty stands as the client's record has it.",
  params: idParam,
  body: z.strictObject({
    senderName: text(100),
    phone: text(30),
    email: z.union([z.literal(""), z.email({ error: "precasso.errorEmail" }).max(254)]),
    website: z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "precasso.errorWebsite" }).max(200)]),
    closing: z.strictObject({ nl: line, en: line, fr: line, de: line }),
    namesAgency: z.boolean(),
    version: rowVersion,
  }),
  reply: house,
});

export const setLogo = call({
  method: "POST",
  path: "/api/v4/precasso/house/{id}/logo",
  who,
  summary: "The logo (field `file`) on a client's letters, a PNG or JPEG; a letter is set with it before it is kept.",
  params: idParam,
  reply: house,
  carries: "files",
});

export const dropLogo = call({
  method: "DELETE",
  path: "/api/v4/precasso/house/{id}/logo",
  who,
  summary: "Takes the logo off a client's letters: its name stands there instead.",
  params: idParam,
  reply: house,
});

export const readLogo = call({
  method: "GET",
  path: "/api/v4/precasso/house/{id}/logo",
  who,
  summary: "The logo on a client's letters.",
  params: idParam,
  /** The version of the house style that is shown: another one is another address, which a browser does not take from its memory. */
  query: z.object({ version: idParam.shape.id.optional() }),
  carries: "blob",
});

const ownText = z.object({
  code: z.enum(ownTextCodes),
  channel: z.enum(["post", "email", "sms"]),
  name: z.string(),
  /** The client's own text; null if it never had one. */
  own: z
    .object({
      templateId: z.number().int(),
      languages: z.array(z.enum(languages)),
      /** Null while the provider's text is used. */
      usedSince: z.iso.datetime().nullable(),
      /** Why it is not used although it is switched on, in the reader's language. */
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type OwnText = z.infer<typeof ownText>;
export type OwnTextCode = OwnText["code"];
const ownTextParams = idParam.extend({ code: z.enum(ownTextCodes) });

export const listOwnTexts = call({
  method: "GET",
  path: "/api/v4/precasso/house/{id}/text",
  who,
  summary: "What goes out in a client's name, and which of it in texts of its own.",
  params: idParam,
  reply: z.object({ items: z.array(ownText) }),
});

export const addOwnText = call({
  method: "POST",
  path: "/api/v4/precasso/house/{id}/text/{code}",
  who: all("ROLE_MANAGE_CLIENT"),
  summary:
    "A text of the client's own from now on, begun as a copy of the house's in every language; one that was laid aside is taken up again.",
  params: ownTextParams,
  reply: z.object({ items: z.array(ownText) }),
});

export const dropOwnText = call({
  method: "DELETE",
  path: "/api/v4/precasso/house/{id}/text/{code}",
  who: all("ROLE_MANAGE_CLIENT"),
  summary: "The house's text goes out again; the client's own is laid aside.",
  params: ownTextParams,
  reply: z.object({ items: z.array(ownText) }),
});

export const sampleTemplates = ["POST_PRE_REMINDER", "POST_PRE_WIK14"] as const;

export const previewHouse = call({
  method: "GET",
  path: "/api/v4/precasso/house/{id}/preview",
  who,
  summary: "A letter to a made-up debtor as it would go out in the client's name now, as PDF.",
  params: idParam,
  query: z.object({
    template: z.enum(sampleTemplates).default("POST_PRE_REMINDER"),
    language: z.enum(languages).default("nl"),
  }),
  carries: "blob",
});
