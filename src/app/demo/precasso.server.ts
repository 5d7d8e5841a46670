/**
 * Pre-collection of two clients in the last weeks of the story: each second week claims come in as a file, every week the run reminds in the
 * client's name, some debtors pay and the client tells of it by a file, one disputes, and what stays unpaid becomes a file.
 */
import { readImport, uploadImport } from "../../exchange/intake/intake.contract.ts";
import { addDays, instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { Actor } from "../../ground/platform/server/http/module.ts";
import {
  checkPrecassoUpload,
  disputeRecord,
  makePrecasso,
  placePrecassoUpload,
  planPrecasso,
  readPrecassoRun,
  updateHouse,
} from "../../letters/precasso/precasso.contract.ts";
import { claimsFile, type DemoClaim, demoClaim } from "./claims-file.ts";
import { type DemoClient, demoClients } from "./clients.ts";
import type { Engine } from "./engine.server.ts";
import { type Chance, chanceOf } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

/** So many weeks before the end it begins: long enough for the first records to become files. */
export const precassoWeeks = 12;
/** Claims of a client in one file. */
const perUpload = 5;
/** The share of the open records that is paid in a week. */
const paidShare = 0.12;

export class DemoPrecasso {
  readonly #engine: Engine;
  readonly #manager: Actor;
  readonly #employee: Actor;
  readonly #clients: readonly (readonly [id: number, DemoClient])[];
  readonly #chance: Chance;
  #week = 0;
  #serial = 900_000;

  /** Its chance is its own, so that what it does leaves the rest of the story as it is. */
  constructor(engine: Engine, cast: Cast, seed: number) {
    this.#engine = engine;
    this.#manager = cast.actor("manager");
    this.#employee = cast.actor("employee");
    this.#clients = demoClients.slice(0, 2).flatMap((client, at) => {
      const id = cast.clientIds[at];
      return id === undefined ? [] : [[id, client] as const];
    });
    this.#chance = chanceOf(seed ^ 0x6c8e9cf5);
  }

  /** The first hour of a week. */
  async week(monday: PlainDate): Promise<void> {
    this.#engine.clock.set(instantInAmsterdam(monday, 8, 30));
    if (this.#week === 0) await this.#style();
    if (this.#week % 2 === 0) for (const [id, client] of this.#clients) await this.#claims(id, client, monday);
    else for (const [id] of this.#clients) await this.#payments(id, monday);
    if (this.#week === 5) await this.#dispute();
    await this.#run();
    this.#week++;
  }

  async #style(): Promise<void> {
    for (const [id, { company, prefix }] of this.#clients)
      await this.#engine.call(this.#manager, updateHouse, {
        params: { id },
        body: {
          senderName: "",
          phone: "+31300000100",
          email: `service@${prefix.toLowerCase()}.example`,
          website: `https://${prefix.toLowerCase()}.example`,
          closing: {
            nl: `Heeft u al betaald? Dan dankt ${company} u hartelijk.`,
            en: `Have you paid already? Then ${company} thanks you.`,
            fr: "",
            de: "",
          },
          namesAgency: true,
          version: 0,
        },
      });
  }

  async #upload(client: number, mode: "precasso" | "precassoPayments", name: string, content: string): Promise<void> {
    const file = { field: "file", name, content };
    const batch = await this.#engine.call(this.#manager, uploadImport, { body: { client, mode }, file });
    const params = { id: batch.id };
    const { style, mapping, version } = batch;
    await this.#engine.call(this.#manager, checkPrecassoUpload, { params, body: { client, style, mapping, version } });
    const checked = await this.#engine.call(this.#manager, readImport, { params });
    if (checked.counts.files > 0)
      await this.#engine.call(this.#manager, placePrecassoUpload, { params, body: { version: checked.version } });
  }

  /** Claims that fell due in these days; one of them is not due yet. */
  async #claims(id: number, client: DemoClient, monday: PlainDate): Promise<void> {
    const claims = Array.from({ length: perUpload }, (_, at): DemoClaim => {
      const claim = demoClaim(this.#chance, client, monday, ++this.#serial);
      const due = addDays(monday, at === 0 ? 5 : -this.#chance.whole(2, 6));
      const invoices = claim.invoices
        .slice(-1)
        .map((invoice) => ({ ...invoice, date: addDays(due, -14), dueDate: due }));
      return { ...claim, invoices };
    });
    await this.#upload(id, "precasso", `${client.prefix.toLowerCase()}-precasso-${monday}.csv`, claimsFile(claims));
  }

  /** What was paid to the client: mostly whole, now and then a part; and one payment that belongs to nothing. */
  async #payments(id: number, monday: PlainDate): Promise<void> {
    const open = await this.#engine.db
      .selectFrom("precasso_record")
      .select(["number", "open_cents"])
      .where("client_id", "=", id)
      .where("state", "=", "open")
      .orderBy("id")
      .execute();
    const rows = open.flatMap(({ number, open_cents }) => {
      if (!this.#chance.hit(paidShare * 2)) return [];
      const cents = this.#chance.hit(0.8) ? open_cents : Math.ceil(open_cents / 2);
      return [[number, addDays(monday, -this.#chance.whole(1, 4)), decimalFromCents(cents).replace(".", ",")]];
    });
    if (rows.length === 0) return;
    const unknown = [`ONBEKEND-${this.#week}`, addDays(monday, -2), "25,00"];
    const content = [["client_ref", "paid_on", "amount"], ...rows, unknown].map((row) => row.join(";")).join("\r\n");
    await this.#upload(id, "precassoPayments", `betalingen-${monday}.csv`, content);
  }

  async #dispute(): Promise<void> {
    const found = await this.#engine.db
      .selectFrom("precasso_record")
      .select(["id", "version"])
      .where("state", "=", "open")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (found)
      await this.#engine.call(this.#employee, disputeRecord, {
        params: { id: found.id },
        body: { reason: "Klant zegt dat de levering niet klopt", version: found.version },
      });
  }

  async #run(): Promise<void> {
    const { id } = await this.#engine.call(this.#employee, planPrecasso, { body: {} });
    const planned = await this.#engine.call(this.#employee, readPrecassoRun, { params: { id } });
    if (planned.totals.some(({ verdict }) => verdict === "do"))
      await this.#engine.call(this.#employee, makePrecasso, { params: { id }, body: { version: planned.version } });
  }
}
