/** Calls for one action on all agenda items that a filter finds. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import { agendaWorkStates, maxWorkItems } from "../agenda.ts";
import { agendaFilters } from "../items/items.contract.ts";

const who = any("ROLE_AGENDA");
const ownId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** What is done to all items that a filter finds. */
export const agendaAct = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("done"), outcome: z.string().trim().max(1000).default("") }),
  z.strictObject({ kind: z.literal("move"), on: calendarDate().optional(), owner: ownId.optional() }),
]);
export type AgendaAct = z.output<typeof agendaAct>;

const whole = z.number().int();

export const agendaWork = z.object({
  id: whole,
  kind: z.enum(["done", "move"]),
  state: z.enum(agendaWorkStates),
  items: whole,
  /** Archived or moved, those taken back since included. */
  done: whole,
  /** Somebody else had changed them. */
  left: whole,
  undone: whole,
  /** Somebody changed them before they could be taken back. */
  kept: whole,
  askedAt: z.iso.datetime(),
  /** The job that makes or undoes it. */
  work: shownWork.nullable(),
});
export type AgendaWork = z.infer<typeof agendaWork>;

export const startAgendaWork = call({
  method: "POST",
  path: "/api/v4/agenda/works",
  who,
  summary: `Archives or moves all open items that the filters find, at most ${maxWorkItems}, in the background.`,
  body: z.strictObject({ filter: z.strictObject(agendaFilters).partial(), act: agendaAct }),
  reply: agendaWork,
});

export const listAgendaWorks = call({
  method: "GET",
  path: "/api/v4/agenda/works",
  who,
  summary: "What the reader had done to whole lists of items in the last day, newest first; at most 5.",
  reply: itemsOf(agendaWork),
});

export const undoAgendaWork = call({
  method: "POST",
  path: "/api/v4/agenda/works/{id}/undo",
  who,
  summary: "Takes back what was done to a whole list, but for the items that somebody has changed since.",
  params: idParam,
  reply: agendaWork,
});
