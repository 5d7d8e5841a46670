/** One office of bailiffs: who it is, by which ways files go there, and what came of them. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";

const who = any("ROLE_LEGAL");
const whole = z.number().int();

export const officeScreen = screen({ path: "/bailiff/{id}", who, title: "offices.title" });

export const readOfficeFigures = call({
  method: "GET",
  path: "/api/v4/bailiff/{id}/figures",
  who,
  summary:
    "What came of the files that an office was given, of those that the reader sees, and by which ways they go there.",
  params: idParam,
  reply: z.object({
    /** With the office now. */
    out: whole,
    outCents: whole,
    given: whole,
    accepted: whole,
    rejected: whole,
    ended: whole,
    paidCents: whole,
    billedCents: whole,
    /** Cents that the office billed for each euro that came in; null while nothing has. */
    costPerEuro: whole.nullable(),
    /** Median of days from the sending to the first that the office told of a file; null while it told nothing. */
    firstReportDays: z.number().nullable(),
    lastReportAt: z.iso.datetime().nullable(),
    /** Files that are with the office, and of which it said nothing for longer than was agreed on; null where nothing was. */
    overdue: whole.nullable(),
    /** Money with the office by the month that it names, newest first: what came in and what of it is ours, what it billed and what is left of that. */
    months: z.array(
      z.object({
        /** "2026-11". */
        month: z.string(),
        paidCents: whole,
        withheldCents: whole,
        billedCents: whole,
      }),
    ),
    ways: z.array(
      z.object({
        id: whole,
        name: z.string(),
        channel: z.enum(["download", "sftp", "https", "mail"]),
        types: z.array(z.string()),
        /** Where it goes; "" for what is fetched by hand. */
        address: z.string(),
        /** Whether the secrets are there that this way needs; they never leave the server. */
        sealed: z.boolean(),
        archived: z.boolean(),
      }),
    ),
  }),
});
