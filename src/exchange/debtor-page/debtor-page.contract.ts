/** The page of whoever owes: ways in that staff give and end, and the addresses of the page itself, which need no script. */
import { z } from "zod";
import { any, open } from "../../ground/kernel/access.ts";
import { call, idParam } from "../../ground/kernel/contract.ts";
import { itemsOf } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { acts, levels, linkChannels, linkStandings } from "./debtor-page.ts";

const reader = any("ROLE_FILE_SEARCH");
const giver = any("ROLE_FILE_EDIT");

const linkRow = z.object({
  id: z.number().int(),
  /** To whom it was given. */
  name: z.string(),
  channel: z.enum(linkChannels),
  standing: z.enum(linkStandings),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  /** When somebody came in by it, with the second fact; opening the address alone is none of it. */
  firstUsedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  uses: z.number().int(),
  failures: z.number().int(),
  acts: z.array(z.object({ kind: z.string(), at: z.iso.datetime() })),
});
export type LinkRow = z.infer<typeof linkRow>;

export const listDebtorLinks = call({
  method: "GET",
  path: "/api/v4/file/{id}/debtor-link",
  who: reader,
  summary: "The ways into the debtor's own page that were given on a file, newest first; never their addresses.",
  params: idParam,
  reply: itemsOf(linkRow),
});

export const giveDebtorLink = call({
  method: "POST",
  path: "/api/v4/file/{id}/debtor-link",
  who: giver,
  summary:
    "Gives a way into the debtor's own page to whoever is to be spoken to about the file. Its address and code are shown once, in this reply.",
  params: idParam,
  reply: linkRow.extend({ path: z.string(), code: z.string() }),
  replayable: false,
});

export const revokeDebtorLink = call({
  method: "POST",
  path: "/api/v4/debtor-link/{id}/revoke",
  who: giver,
  summary: "Ends a way into the debtor's own page, and whoever is in by it, at once and for good.",
  params: idParam,
  reply: linkRow,
});

// --- The page itself. Every body is what a form without script sends: texts, judged by the handler beside their fields.

const page = { who: open, carries: "page", replayable: false } as const;
const shown = z.object({ lang: z.enum(languages).optional().catch(undefined) });
const line = (max: number) => z.string().max(max).default("");
/** Several lines: browsers count a line end as one sign while somebody types, and send it as two. */
const lines = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .max(max)
    .default("");
// As long as a mail may have made it: an address of a wrong shape is looked up like any other, and found nowhere.
const secretParam = z.object({ secret: z.string().max(200) });
const once = z.uuid();

export const openLink = call({
  ...page,
  method: "GET",
  path: "/d/{secret}",
  summary: "The door of the debtor's own page: asks for a second fact. Opening it changes nothing and is not counted.",
  params: secretParam,
  query: shown,
});

export const enterByLink = call({
  ...page,
  method: "POST",
  path: "/d/{secret}",
  summary: "Comes in with the second fact; five wrong answers lock the way in.",
  params: secretParam,
  body: z.strictObject({ day: line(10), month: line(10), year: line(10), postcode: line(100), houseNumber: line(20) }),
});

export const showCodePage = call({
  ...page,
  method: "GET",
  path: "/d",
  summary: "Asks for the code that is printed in a letter.",
  query: shown,
});

export const enterByCode = call({
  ...page,
  method: "POST",
  path: "/d",
  summary: "Comes in with the code of a letter and the second fact.",
  body: z.strictObject({
    code: line(40),
    day: line(10),
    month: line(10),
    year: line(10),
    postcode: line(100),
    houseNumber: line(20),
  }),
});

export const debtorOverview = call({
  ...page,
  method: "GET",
  path: "/debtor-page",
  summary: "What is owed in every file of whoever came in.",
  query: shown,
});

export const debtorClaim = call({
  ...page,
  method: "GET",
  path: "/debtor-page/claim/{id}",
  summary: "One file: what is owed on a day and why, its letters, and what happened.",
  params: idParam,
  query: shown.extend({ on: z.string().max(10).optional(), done: z.string().max(20).optional() }),
});

export const debtorLetter = call({
  method: "GET",
  path: "/debtor-page/claim/{id}/letter/{documentId}",
  who: open,
  summary: "A letter of a file, for whoever came in by more than the letter tells.",
  params: idParam.extend({ documentId: idParam.shape.id }),
  carries: "blob",
});

const actParams = idParam.extend({ act: z.enum(acts) });

export const debtorForm = call({
  ...page,
  method: "GET",
  path: "/debtor-page/claim/{id}/{act}",
  summary: "The form of something that can be done about a file.",
  params: actParams,
  query: shown,
});

const amounts = z.record(z.string().max(40), z.string().max(20));

export const debtorAct = call({
  ...page,
  method: "POST",
  path: "/debtor-page/claim/{id}/{act}",
  summary:
    "Begins a payment, proposes terms, disputes, asks for data to be changed, chooses a channel, states income and expenses, or asks for help; each form once.",
  params: actParams,
  body: z.strictObject({
    once: once.optional(),
    text: lines(4000),
    amount: line(20),
    first: line(10),
    frequency: line(12),
    agreed: line(5),
    kind: line(30),
    wanted: z.record(z.string().max(30), z.string().max(200)).default({}),
    amounts: amounts.default({}),
  }),
});

const keyParam = z.object({ key: z.uuid() });

export const debtorPayment = call({
  ...page,
  method: "GET",
  path: "/debtor-page/pay/{key}",
  summary:
    "What is known of a payment: leads to the provider once it has taken it, and tells whether it was paid. Opening it moves nothing, whoever comes back from where.",
  params: keyParam,
  query: shown.extend({ back: z.literal("1").optional() }),
});

export const simulatedBank = call({
  ...page,
  method: "GET",
  path: "/simulated-bank/{key}",
  summary:
    "The bank of the demo, which pays with nothing: asks what shall become of a payment. Not there in production.",
  params: keyParam,
  query: shown,
});

export const payAtSimulatedBank = call({
  ...page,
  method: "POST",
  path: "/simulated-bank/{key}",
  summary: "Pays or cancels at the bank of the demo.",
  params: keyParam,
  body: z.strictObject({ decision: z.enum(["paid", "canceled"]) }),
});

export const leaveDebtorPage = call({
  ...page,
  method: "POST",
  path: "/debtor-page/leave",
  summary: "Ends the visit.",
  reply: z.object({ level: z.enum(levels).optional() }),
});
