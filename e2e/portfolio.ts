/** Clients, files and logins of the browser tests, made through a page's own session where how they are made is not the story. */
import type { Page } from "playwright-core";
import { z } from "zod";
import { send } from "./page.ts";

const made = z.looseObject({ id: z.number() });

/** Makes a client and gives its id. */
export const makeClient = async (page: Page, company: string, kvk = "12345678"): Promise<number> =>
  made.parse(
    await send(page, "POST", "/api/v4/client", {
      company,
      legalForm: "bv",
      kvk,
      street: "Zonnelaan",
      houseNumber: "8",
      postcode: "3521 CD",
      city: "Utrecht",
    }),
  ).id;

export interface WantedFile {
  readonly clientRef: string;
  readonly lastName?: string;
  /** In euros, with a point. */
  readonly amount?: string;
  readonly email?: string;
}

/** Makes a consumer's file of one invoice that fell due on 31 March 2026, and gives its id. */
export const makeFile = async (page: Page, client: number, wanted: WantedFile): Promise<number> =>
  made.parse(
    await send(page, "POST", "/api/v4/file", {
      client,
      clientRef: wanted.clientRef,
      fileType: "private",
      debtor: {
        initials: "S.",
        lastName: wanted.lastName ?? "Yıldız",
        street: "Kanaalstraat",
        houseNumber: "112",
        postcode: "3531 CL",
        city: "Utrecht",
        ...(wanted.email === undefined ? {} : { email: wanted.email }),
      },
      invoices: [
        {
          number: `F-${wanted.clientRef}`,
          date: "2026-03-01",
          dueDate: "2026-03-31",
          amount: wanted.amount ?? "100.00",
        },
      ],
    }),
  ).id;
