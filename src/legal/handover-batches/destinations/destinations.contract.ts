/** Where batches go, and which of our offices and clients exist there: calls of the specification, point 7, and those of the settings. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { itemsOf, option, pageOf } from "../../../ground/kernel/query.ts";
import { handoverNeeds } from "../../handover/handover.ts";
import {
  batchFileStates,
  batchStates,
  channels,
  formats,
  handoverTypes,
  levels,
  ownNeeds,
} from "../handover-batches.ts";
import { mapping, mappingRule } from "../mapping/mapping.ts";

export const who = any("ROLE_LEGAL");
const whole = z.number().int();
const wholeId = idParam.shape.id;

const destinationRow = z.object({
  id: whole,
  name: z.string(),
  bailiff: option,
  types: z.array(z.enum(handoverTypes)),
  channel: z.enum(channels),
  format: z.enum(formats),
  levels: z.record(z.string(), z.enum(levels)),
  mapping: z.array(mappingRule),
  host: z.string(),
  port: whole,
  username: z.string(),
  hostKey: z.string(),
  folder: z.string(),
  receiptFolder: z.string(),
  url: z.string(),
  email: z.string(),
  /** Which secrets are known; they never leave the server. */
  secrets: z.object({
    password: z.boolean(),
    privateKey: z.boolean(),
    signingKey: z.boolean(),
    archivePassword: z.boolean(),
  }),
  clients: whole,
  bailiffs: whole,
  archivedAt: z.iso.datetime().nullable(),
  version: whole,
});
export type DestinationRow = z.infer<typeof destinationRow>;

export const listDestinations = call({
  method: "GET",
  path: "/bailiff/handover/handover-destinations",
  who,
  summary: "The offices to which files are handed over, each by one way of sending; without their secrets.",
  reply: itemsOf(destinationRow),
});

export const listTypes = call({
  method: "GET",
  path: "/bailiff/handover/handover-types",
  who,
  summary: "The kinds of handover, and the lines that each asks of a file.",
  reply: itemsOf(
    z.object({
      id: z.enum(handoverTypes),
      text: z.string(),
      needs: z.array(z.object({ id: z.enum([...handoverNeeds, ...ownNeeds]), text: z.string() })),
    }),
  ),
});

export const listStatuses = call({
  method: "GET",
  path: "/bailiff/handover/statuses",
  who,
  summary: "The states of a batch and of a file in it.",
  reply: z.object({
    batch: z.array(z.object({ id: z.enum(batchStates), text: z.string() })),
    file: z.array(z.object({ id: z.enum(batchFileStates), text: z.string() })),
  }),
});

const line = (max: number) => z.string().trim().max(max).default("");
/** Typed anew, `null` to forget it, absent to keep it. */
const secret = (max: number) => z.string().max(max).nullable().optional();

const destinationBody = z.strictObject({
  name: z.string().trim().min(1).max(120),
  bailiff: wholeId,
  types: z.array(z.enum(handoverTypes)).min(1, { error: "handover-batches.errorTypes" }),
  channel: z.enum(channels),
  format: z.enum(formats),
  host: line(253),
  port: z.number().int().min(1).max(65_535).default(22),
  username: line(100),
  hostKey: line(100),
  folder: line(300),
  receiptFolder: line(300),
  url: line(500),
  email: line(200),
  password: secret(500),
  privateKey: secret(20_000),
  signingKey: secret(500),
  archivePassword: secret(200),
});
export type DestinationBody = z.output<typeof destinationBody>;

export const createDestination = call({
  method: "POST",
  path: "/api/v4/handover-destination",
  who,
  summary: "Adds a destination.",
  body: destinationBody,
  replayable: false,
  reply: destinationRow,
});

export const updateDestination = call({
  method: "PUT",
  path: "/api/v4/handover-destination/{id}",
  who,
  summary: "Changes where and how batches go; a version that is not the newest is a conflict.",
  params: idParam,
  body: destinationBody.extend({ version: rowVersion }),
  replayable: false,
  reply: destinationRow,
});

export const setLevels = call({
  method: "PUT",
  path: "/api/v4/handover-destination/{id}/levels",
  who,
  summary: "How heavily a lacking line weighs for an office: it blocks, is warned of, or is not looked at.",
  params: idParam,
  body: z.strictObject({
    levels: z.partialRecord(z.enum([...handoverNeeds, ...ownNeeds]), z.enum(levels)),
    version: rowVersion,
  }),
  reply: destinationRow,
});

export const setMapping = call({
  method: "PUT",
  path: "/api/v4/handover-destination/{id}/mapping",
  who,
  summary: "Which field of the office takes which of ours; none for our own model.",
  params: idParam,
  body: z.strictObject({ format: z.enum(formats), mapping, version: rowVersion }),
  reply: destinationRow,
});

export const tryMapping = call({
  method: "POST",
  path: "/api/v4/handover-destination/{id}/mapping/try",
  who,
  summary: "What a file would look like by rules that are not saved yet, and what they change.",
  params: idParam,
  body: z.strictObject({ format: z.enum(formats), mapping, file: z.string().trim().min(1).max(40) }),
  reply: z.object({
    output: z.string(),
    changes: z.array(z.object({ target: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  }),
});

export const archiveDestination = call({
  method: "PUT",
  path: "/api/v4/handover-destination/{id}/archived",
  who,
  summary: "Archives a destination, so that nothing more goes there, or brings it back.",
  params: idParam,
  body: z.strictObject({ archived: z.boolean() }),
  reply: destinationRow,
});

const toDestination = z.object({ destination: wholeId });

const masterRow = z.object({
  id: whole,
  /** The office or client of ours. */
  ours: option,
  externalId: z.string(),
  addedAt: z.iso.datetime(),
  addedBy: z.string(),
});
export type MasterRow = z.infer<typeof masterRow>;

export const listMasterBailiffs = call({
  method: "GET",
  path: "/bailiff/handover-masterdata/get-bailiffs-from-masterdata/{destination}",
  who,
  summary: "Which of our offices of bailiffs exist at a destination, and under which number.",
  params: toDestination,
  reply: itemsOf(masterRow),
});

export const listMasterClients = call({
  method: "GET",
  path: "/bailiff/handover-masterdata/get-clients-from-masterdata/{destination}",
  who,
  summary: "Which of our clients exist at a destination, and under which number.",
  params: toDestination,
  reply: itemsOf(masterRow),
});

const externalId = z.string().trim().min(1).max(60);

export const addMasterBailiff = call({
  method: "POST",
  path: "/bailiff/handover-masterdata/add-bailiff/masterdata",
  who,
  summary: "Notes under which number an office of ours exists at a destination.",
  body: z.strictObject({ destination: wholeId, bailiff: wholeId, externalId }),
  reply: masterRow,
});

export const addMasterClient = call({
  method: "POST",
  path: "/bailiff/handover-masterdata/add-client/masterdata",
  who,
  summary: "Notes under which number a client of ours exists at a destination.",
  body: z.strictObject({ destination: wholeId, client: wholeId, externalId }),
  reply: masterRow,
});

export const removeMasterBailiff = call({
  method: "DELETE",
  path: "/bailiff/handover-masterdata/remove-bailiff-from-masterdata/{id}",
  who,
  summary: "Takes an office out of the master data of a destination.",
  params: idParam,
});

export const removeMasterClient = call({
  method: "DELETE",
  path: "/bailiff/handover-masterdata/remove-client-from-masterdata/{id}",
  who,
  summary: "Takes a client out of the master data of a destination: its files are refused there from now on.",
  params: idParam,
});

export const masterLog = call({
  method: "POST",
  path: "/bailiff/handover-masterdata/get-logs/{destination}",
  who,
  summary: "What was added to the master data of a destination and removed from it, newest first.",
  params: toDestination,
  body: z.strictObject({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  reply: pageOf(
    z.object({
      id: whole,
      action: z.enum(["add", "remove"]),
      kind: z.enum(["bailiff", "client"]),
      name: z.string(),
      externalId: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
    }),
  ),
});
