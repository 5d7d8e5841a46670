/** The beginnings of the browser tests, made where how they are made is not the story: an app with somebody at it, clients, files, logins. */
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { vi } from "vitest";
import { z } from "zod";
import { logIn, patience, type RunningApp, startApp } from "./app.ts";
import type { Mailbox } from "./mailbox.ts";
import { type Complaints, complaintsOf, send } from "./page.ts";

/** What everybody logs in with. */
export const password = "een lang wachtwoord 26";

export interface Begun {
  readonly app: RunningApp;
  readonly context: BrowserContext;
  /** The page of somebody who may do everything. */
  readonly page: Page;
  /** What that page complains about. */
  readonly complaints: Complaints;
}

/** Starts an app with one user, who may do everything and is logged in. */
export async function begin(
  user: { readonly username: string; readonly name: string },
  env: Readonly<Record<string, string>> = {},
  options: BrowserContextOptions = {},
): Promise<Begun> {
  const app = await startApp(env);
  const id = await app.createUser(user.username, password, "*", user.name);
  const { context, page } = await app.open(options);
  const complaints = await complaintsOf(context);
  await app.enter(context, id);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { app, context, page, complaints };
}

/** Of an app whose mail comes into a mailbox. */
export const mailing = (mailbox: Mailbox): Readonly<Record<string, string>> => ({
  SMTP_URL: mailbox.url,
  MAIL_FROM: "incasso@voorbeeld.example",
});

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
  /** Of the debtor: with it their own page shows everything. */
  readonly birthDate?: string;
  readonly clientRef: string;
  readonly lastName?: string;
  /** In euros, with a point. */
  readonly amount?: string;
  readonly email?: string;
  readonly legalType?: number;
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
        ...(wanted.birthDate === undefined ? {} : { birthDate: wanted.birthDate }),
      },
      ...(wanted.legalType === undefined ? {} : { claim: { basis: "contract", legalType: wanted.legalType } }),
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

export interface WantedContact {
  readonly client: number;
  readonly username: string;
  readonly name: string;
  readonly acl: readonly string[];
  readonly password: string;
}

/** Makes a contact person of a client, has that one choose a password by the invitation, and gives a page that is logged in. */
export async function inviteContact(
  app: RunningApp,
  page: Page,
  mailbox: Mailbox,
  wanted: WantedContact,
): Promise<Page> {
  const contacts = `/api/v4/client/${wanted.client}/contact`;
  const email = `${wanted.username}@zonnekracht.example`;
  const { id } = made.parse(await send(page, "POST", contacts, { name: wanted.name, email }));
  const login = { username: wanted.username, acl: [...wanted.acl], clientIds: [wanted.client] };
  await send(page, "POST", `${contacts}/${id}/login`, login);
  const link = await vi.waitFor(
    async () => {
      const found = /\/reset-password\/[\w-]+/.exec(await mailbox.mailTo(email))?.[0];
      if (found === undefined) throw new Error(`no invitation for ${email}`);
      return found;
    },
    { timeout: patience, interval: 200 },
  );
  const { page: person } = await app.open({ acceptDownloads: true });
  await person.goto(link);
  const fields = person.locator("input[type=password]");
  await fields.first().waitFor();
  for (const field of await fields.all()) await field.fill(wanted.password);
  await person.locator("button[type=submit]").click();
  await person.getByText("Uw wachtwoord is gewijzigd").waitFor();
  await logIn(person, wanted.username, wanted.password);
  return person;
}

const settings = z.object({ values: z.record(z.string(), z.unknown()), version: z.number() });
const provider = {
  registeredName: "Voorbeeld Incasso B.V.",
  street: "Dwaallichtplein",
  houseNumber: "1",
  postcode: "3511 AB",
  city: "Utrecht",
  phone: "+31300000100",
  email: "info@voorbeeld-incasso.example",
  kvk: "12345678",
  wkiNumber: "WKI-2024-0001",
  iban: "NL02ABNA0123456789",
};

/** Makes the house a provider that may collect: registered, with an address and an account. */
export async function registerProvider(page: Page): Promise<void> {
  const { values, version } = settings.parse(await send(page, "GET", "/api/v4/settings/global"));
  await send(page, "PUT", "/api/v4/settings/global", { ...values, ...provider, version });
}
