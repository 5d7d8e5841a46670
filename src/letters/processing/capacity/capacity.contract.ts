/** The calls about why a contract binds a person without legal capacity: a minor, or a person under guardianship. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { date, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { capacityGrounds } from "../../../money/claims/claims.ts";

const id = z.number().int();

export const fileCapacity = z.object({
  why: z
    .enum(["minor", "guardianship"])
    .nullable()
    .describe("Why the contract would not bind the debtor by itself; null where it does."),
  contractOn: calendarDate().nullable(),
  until: z.iso
    .date()
    .nullable()
    .describe("From this day on it binds all the same (BW 3:52); null where no day is known."),
  items: z.array(
    z.object({
      id,
      ground: z.enum(capacityGrounds),
      on: calendarDate(),
      by: z.string(),
      document: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
});

export const readCapacity = call({
  method: "GET",
  path: "/api/v4/file/{id}/capacity",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "Whether the contract of a file was made by a minor or under guardianship, and what was noted that makes it bind (BW 1:234, 1:381, 3:32).",
  params: idParam,
  reply: fileCapacity,
});

export const noteCapacity = call({
  method: "POST",
  path: "/api/v4/file/{id}/capacity",
  who: any("ROLE_FILE_EDIT"),
  summary:
    "Notes that the contract binds the debtor all the same, with its document: the legal representative consented, or it is usual at that age (BW 1:234(3)). Reversed like the other events of the claim.",
  params: idParam,
  body: z.strictObject({
    ground: z.enum(capacityGrounds),
    date: z
      .string()
      .refine((value) => parsePlainDate(value) !== undefined, { error: "claims.dateWrong" })
      .transform((value) => date(value))
      .describe("The day of the consent, or on which it was judged to be usual; YYYY-MM-DD."),
    by: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("Who consented, or who judged that it is usual at that age and why."),
    documentId: id.min(1).describe("The document of the file that shows it."),
  }),
  reply: z.object({ id }),
});
