/** Calls about who is party to a file, where they live and lived, and how they may be reached. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../ground/kernel/contract.ts";
import { calendarDate } from "../../ground/kernel/query.ts";
import { debtor, debtorFields } from "../persons/persons.contract.ts";
import { fileTypes } from "../persons/persons.ts";
import { addressKinds, channelKinds, consents, partyRoles, sources, wishedChannels } from "./parties.ts";

const id = z.number().int();
const wholeId = idParam.shape.id;
const plainDate = calendarDate();
const text = (max: number) => z.string().trim().max(max).default("");
const reads = any("ROLE_FILE_SEARCH");
const edits = any("ROLE_FILE_EDIT");

export const debtorAddress = z.object({
  id,
  kind: z.enum(addressKinds),
  street: z.string(),
  houseNumber: z.string(),
  addition: z.string().nullable(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  until: plainDate.nullable(),
  source: z.enum(sources).nullable(),
  checkedOn: plainDate.nullable(),
  version: z.number().int(),
});
export type DebtorAddress = z.infer<typeof debtorAddress>;

export const debtorChannel = z.object({
  /** Null for the one in use of which nothing more is known. */
  id: id.nullable(),
  kind: z.enum(channelKinds),
  value: z.string(),
  consent: z.enum(consents),
  consentOn: plainDate.nullable(),
  preferred: z.boolean(),
  validUntil: plainDate.nullable(),
  source: z.enum(sources).nullable(),
  /** Whether letters, messages and calls go here now. */
  inUse: z.boolean(),
  version: z.number().int(),
});
export type DebtorChannel = z.infer<typeof debtorChannel>;

/** By which way somebody wants to be written to, who said so, and when. */
export const wish = z.object({
  channel: z.enum(wishedChannels),
  source: z.enum(["debtor", "client", "other"]),
  notedAt: z.iso.datetime(),
});

export const person = debtor.extend({
  wish: wish.nullable(),
  addressSource: z.enum(sources).nullable(),
  addresses: z.array(debtorAddress),
  channels: z.array(debtorChannel),
});

export type Person = z.infer<typeof person>;

export const fileParty = z.object({
  id,
  role: z.enum(partyRoles),
  solidary: z.boolean(),
  reference: z.string().nullable(),
  /** Null for whoever does not work here. */
  note: z.string().nullable(),
  from: plainDate,
  until: plainDate.nullable(),
  version: z.number().int(),
  person,
});
export type FileParty = z.infer<typeof fileParty>;

export const listParties = call({
  method: "GET",
  path: "/api/v4/file/{id}/parties",
  who: reads,
  summary: "The debtor and everybody beside it: roles, present and former addresses, channels with consent.",
  params: idParam,
  reply: z.object({ today: plainDate, main: person, parties: z.array(fileParty) }),
});

const partyFields = {
  role: z.enum(partyRoles),
  solidary: z.boolean().default(false),
  reference: text(100),
  note: text(1000),
  from: plainDate,
  until: plainDate.nullable().default(null),
};

export const addParty = call({
  method: "POST",
  path: "/api/v4/file/{id}/party",
  who: edits,
  summary: "Puts somebody beside the debtor: a joint debtor, a guarantor, an administrator, a counsellor, an heir.",
  params: idParam,
  body: z.strictObject({ ...partyFields, person: z.strictObject({ fileType: z.enum(fileTypes), ...debtorFields }) }),
  reply: fileParty,
});

const partyParams = idParam.extend({ partyId: wholeId });

export const updateParty = call({
  method: "PUT",
  path: "/api/v4/file/{id}/party/{partyId}",
  who: edits,
  summary:
    "Changes what somebody is to the file, or with `until` ends it. The details of the person have a call of their own.",
  params: partyParams,
  body: z.strictObject({ ...partyFields, version: rowVersion }),
  reply: fileParty,
});

export const updatePartyPerson = call({
  method: "PUT",
  path: "/api/v4/file/{id}/party/{partyId}/person",
  who: edits,
  summary: "Changes the name, address and channels of a party.",
  params: partyParams,
  body: z.strictObject({ ...debtorFields, addressVerifiedOn: plainDate.nullable(), version: rowVersion }),
  reply: debtor,
});

const personParams = idParam.extend({ debtorId: wholeId });

const addressFields = {
  kind: z.enum(addressKinds),
  street: debtorFields.street,
  houseNumber: debtorFields.houseNumber,
  addition: text(20),
  postcode: debtorFields.postcode,
  city: debtorFields.city,
  country: debtorFields.country,
  until: plainDate.nullable().default(null),
  source: z.enum(sources).nullable().default(null),
  checkedOn: plainDate.nullable().default(null),
};

export const addAddress = call({
  method: "POST",
  path: "/api/v4/file/{id}/person/{debtorId}/address",
  who: edits,
  summary: "Notes a former, visiting or correspondence address of the debtor or a party.",
  params: personParams,
  body: z.strictObject(addressFields),
  reply: debtorAddress,
});

export const updateAddress = call({
  method: "PUT",
  path: "/api/v4/file/{id}/person/{debtorId}/address/{addressId}",
  who: edits,
  summary: "Changes what is noted of an address.",
  params: personParams.extend({ addressId: wholeId }),
  body: z.strictObject({ ...addressFields, version: rowVersion }),
  reply: debtorAddress,
});

export const setChannel = call({
  method: "PUT",
  path: "/api/v4/file/{id}/person/{debtorId}/channel",
  who: edits,
  summary:
    "Notes an e-mail address or number: consent, preference, last day, source. One that is refused or past is used no more; the preferred one is used.",
  params: personParams,
  body: z.strictObject({
    kind: z.enum(channelKinds),
    value: z.string().trim().min(1).max(254),
    consent: z.enum(consents),
    preferred: z.boolean(),
    validUntil: plainDate.nullable().default(null),
    source: z.enum(sources).nullable().default(null),
    /** Of the channel as it was read; 0 for a new one. */
    version: rowVersion,
  }),
  reply: z.object({ channels: z.array(debtorChannel) }),
});

export const setWish = call({
  method: "PUT",
  path: "/api/v4/file/{id}/person/{debtorId}/wish",
  who: edits,
  summary:
    "Notes by which way somebody wants to be written to, or takes it away (null). Mails and SMS that ask for money keep to it; what the law wants goes by post.",
  params: personParams,
  body: z.strictObject({ channel: z.enum(wishedChannels).nullable() }),
  reply: z.object({ wish: wish.nullable() }),
});

export const setAddressSource = call({
  method: "PUT",
  path: "/api/v4/file/{id}/person/{debtorId}/address-source",
  who: edits,
  summary: "Notes where the present address comes from and when it was last checked.",
  params: personParams,
  body: z.strictObject({ source: z.enum(sources).nullable(), checkedOn: plainDate.nullable(), version: rowVersion }),
  reply: person,
});

export const updateDebtor = call({
  method: "PUT",
  path: "/api/v4/file/{id}/debtor",
  who: any("ROLE_FILE_EDIT"),
  summary: "Changes the debtor's details. Its type stays; the flags of consumer and natural person follow from it.",
  params: idParam,
  body: z.strictObject({ ...debtorFields, addressVerifiedOn: plainDate.nullable(), version: z.number().int().min(1) }),
  reply: debtor,
});
