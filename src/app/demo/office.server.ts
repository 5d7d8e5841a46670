/**
 * A made-up office of bailiffs. Every fourth week files go to it; it accepts most and rejects some, summons, gets judgments, serves, seizes,
 * collects and bills over the weeks, closes what is over, and says once a month what it holds. Nothing of it leaves the installation.
 */

import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { Actor } from "../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { tariffOn } from "../../ground/tariffs/tariffs.ts";
import { createBailiff } from "../../legal/bailiffs/bailiffs.contract.ts";
import { askForOrder, decideMany } from "../../legal/decisions/decisions.contract.ts";
import {
  addInstruction,
  addMasterClient,
  createDestination,
  enterReceipt,
  enterReports,
  listTypes,
  sendFiles,
  setLevels,
} from "../../legal/handover-batches/handover-batches.contract.ts";
import { noteSent } from "../../legal/handover-batches/handover-batches.server.ts";
import { moveToPhase, type PhaseWorkflow } from "./agenda-work.server.ts";
import type { Engine } from "./engine.server.ts";
import { type Chance, chanceOf } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

/** So long after the summons is the day in court. */
const rollAfterDays = 21;

/** So often files go to the office, and so many at the most. */
const everyWeeks = 4;
const mostFiles = 6;
/** Of so many more the client is asked whether to sue. */
const mostAsked = 2;

interface Held {
  readonly id: number;
  readonly number: string;
  readonly officeNumber: string;
  readonly openCents: number;
  readonly sinceWeek: number;
  /** The register of seizures speaks against it: the office seizes nothing. */
  readonly beyond: boolean;
}

/** The week in which the office seizes; the week before it looks into the register. */
const seizureWeek = 11;

/** What comes of a file, by weeks with the office. What it bills is the Btag of its day, without VAT. */
const course: Readonly<Record<number, readonly Readonly<Record<string, unknown>>[]>> = {
  2: [
    { kind: "summons", court: "Rechtbank Midden-Nederland" },
    { kind: "cost", act: "2a", vat: "0.00", description: "Dagvaarding" },
  ],
  6: [{ kind: "judgment", byDefault: true, interestKind: "statutory", costs: "619.57" }],
  8: [
    { kind: "service", text: "Betekening van het vonnis met bevel" },
    { kind: "cost", act: "2b", vat: "0.00", description: "Betekening" },
  ],
  [seizureWeek]: [
    { kind: "seizure", type: "loon", thirdParty: "Werkgever" },
    { kind: "cost", act: "2j", vat: "0.00", description: "Loonbeslag" },
  ],
};

export class DemoOffice {
  readonly #engine: Engine;
  readonly #cast: Cast;
  readonly #lawyer: Actor;
  readonly #clients: readonly number[];
  readonly #chance: Chance;
  readonly #held: Held[] = [];
  #destination = 0;
  #week = 0;
  #serial = 0;

  /** Its chance is its own, so that what it does leaves the rest of the story as it is. */
  constructor(engine: Engine, cast: Cast, seed: number) {
    this.#engine = engine;
    this.#cast = cast;
    this.#lawyer = cast.actor("legal");
    this.#clients = cast.clientIds;
    this.#chance = chanceOf(seed ^ 0x2545f491);
  }

  async week(today: PlainDate): Promise<void> {
    this.#week++;
    if (this.#week === everyWeeks) await this.#open(today);
    if (this.#destination === 0) return;
    await this.#report(today);
    if (this.#week % everyWeeks === 0) await this.#handOver();
  }

  /** The office, and all clients but the last in its master data: that one's files are refused with that reason. */
  async #open(today: PlainDate): Promise<void> {
    const call = this.#engine.call.bind(this.#engine);
    const bailiff = await call(this.#lawyer, createBailiff, {
      body: {
        name: "Voorbeeld Gerechtsdeurwaarders",
        street: "Maliebaan 71",
        postcode: "3581 CE",
        city: "Utrecht",
        region: "Midden-Nederland",
        contactName: "mr. D. Exploot",
        email: "incasso@voorbeeld-gerechtsdeurwaarders.example",
        phone: "030 200 20 20",
        iban: "NL91ABNA0417164300",
        openingHours: "ma-vr 8.30-17.00",
        reports: ["receipts", "proceedings", "payments", "costs", "holdings"],
        reportEveryDays: 30,
        // Below the Btag, as is agreed on for many files; a seizure that is billed in full stands out.
        prices: [
          { act: "2a", cents: 12_557 },
          { act: "2b", cents: 13_671 },
          { act: "2j", cents: 17_500 },
        ],
      },
    });
    const made = await call(this.#lawyer, createDestination, {
      body: {
        name: "Voorbeeld Gerechtsdeurwaarders",
        bailiff: bailiff.id,
        types: ["amicable", "summons", "title_execution", "insolvency_check", "transfer_back"],
        channel: "download",
        format: "xml",
      },
    });
    this.#destination = made.id;
    const { items } = await call(this.#lawyer, listTypes);
    const needs = items.flatMap(({ needs: all }) => all.map(({ id }) => id));
    const levels = Object.fromEntries(needs.map((need) => [need, "warn" as const]));
    await call(this.#lawyer, setLevels, { params: { id: made.id }, body: { levels, version: made.version } });
    for (const [at, client] of this.#clients.slice(0, -1).entries())
      await call(this.#lawyer, addMasterClient, {
        body: { destination: made.id, client, externalId: `VOO-${String(at + 1).padStart(3, "0")}` },
      });
    // One client said beforehand what is to be done where the register of seizures speaks against it.
    const [first] = this.#clients;
    if (first !== undefined)
      await call(this.#lawyer, addInstruction, {
        body: { client: first, answer: "go_on", agreedOn: today, reference: "Werkafspraken, punt 7" },
      });
  }

  async #handOver(): Promise<void> {
    const rows = await this.#engine.db
      .selectFrom("case_file")
      .select("id")
      .where("phase", "in", ["judicial", "bailiff"])
      .where("status", "<>", "closed")
      .where("id", "not in", this.#engine.db.selectFrom("handover_batch_file").select("file_id"))
      .orderBy("id")
      .limit(mostFiles + mostAsked)
      .execute();
    if (rows.length === 0) return;
    const chosen = rows.map(({ id }) => id);
    const files = chosen.slice(0, mostFiles);
    await this.#decide(files, chosen.slice(mostFiles));
    const { id } = await this.#engine.call(this.#lawyer, sendFiles, {
      body: { type: "summons", destination: this.#destination, files },
    });
    await this.#answer(id);
  }

  /** What goes to the office was decided on; of some others the client is asked. */
  async #decide(sued: readonly number[], asked: readonly number[]): Promise<void> {
    const engine = this.#engine;
    const act = { kind: "decide" as const, decision: "sue" as const, reason: "De opdrachtgever wil doorzetten." };
    const files = sued.map((file) => ({ file, version: 0 }));
    await engine.unlessRefused(
      async () => void (await engine.call(this.#lawyer, decideMany, { body: { files, act } })),
    );
    for (const id of asked)
      await engine.unlessRefused(async () => {
        const body = { note: "Is dit dossier een procedure waard?", version: 0 };
        await engine.call(this.#lawyer, askForOrder, { params: { id }, body });
      });
  }

  /** The office fetches the batch and answers with its receipt; where nothing was ready there is nothing to fetch. */
  async #answer(batchId: number): Promise<void> {
    const batch = await this.#engine.db
      .selectFrom("handover_batch")
      .select(["state", "count", "total_cents", "sha256"])
      .where("id", "=", batchId)
      .executeTakeFirstOrThrow();
    if (batch.state !== "queued") return;
    await this.#engine.work((ctx) => noteSent(ctx, batchId, "downloaded"), this.#lawyer);
    const rows = await this.#engine.db
      .selectFrom("handover_batch_file as f")
      .innerJoin("case_file", "case_file.id", "f.file_id")
      .select(["case_file.id", "case_file.number", "f.open_cents"])
      .where("f.batch_id", "=", batchId)
      .where("f.state", "=", "sent")
      .orderBy("case_file.number")
      .execute();
    const files = rows.map(({ id, number, open_cents }) => {
      const accepted = !this.#chance.hit(0.15);
      const officeNumber = accepted ? `VGD-${26_000 + ++this.#serial}` : "";
      if (accepted)
        this.#held.push({
          ...{ id, number, officeNumber, openCents: open_cents ?? 0, sinceWeek: this.#week },
          beyond: this.#serial % 4 === 0,
        });
      const state = accepted ? ("accepted" as const) : ("rejected" as const);
      return {
        fileNumber: number,
        state,
        officeNumber,
        reason: accepted ? "" : "Debiteur verblijft in het buitenland",
      };
    });
    const total = decimalFromCents(batch.total_cents ?? 0);
    const body = { count: batch.count ?? 0, total, sha256: batch.sha256 ?? "", files };
    await this.#engine.call(this.#lawyer, enterReceipt, { params: { id: batchId }, body });
    const accepted = this.#held.filter(({ sinceWeek }) => sinceWeek === this.#week).map(({ id: file }) => file);
    await this.#into(accepted, "W5B");
  }

  async #into(files: readonly number[], workflow: PhaseWorkflow): Promise<void> {
    await this.#engine.together(files.map((id) => (inside) => moveToPhase(inside, this.#cast, id, workflow)));
  }

  /** What was closed meanwhile is called back, and the office does no more about it. */
  async #letGo(): Promise<void> {
    const rows = await this.#engine.db
      .selectFrom("case_file")
      .select("id")
      .where("status", "=", "closed")
      .where(
        "id",
        "in",
        this.#held.map(({ id }) => id),
      )
      .execute();
    const closed = new Set(rows.map(({ id }) => id));
    const left = this.#held.filter(({ id }) => !closed.has(id));
    this.#held.splice(0, Number.POSITIVE_INFINITY, ...left);
  }

  /** What the office tells this week of each file, and once a month what it holds. */
  async #report(today: PlainDate): Promise<void> {
    if (this.#held.length > 0) await this.#letGo();
    const reports: Readonly<Record<string, unknown>>[] = [];
    const summoned: number[] = [];
    const { acts } = tariffOn(await loadTariffs(this.#engine.db), "btag", addDays(today, -1));
    for (const held of [...this.#held]) {
      const weeks = this.#week - held.sinceWeek;
      const fileReports: Readonly<Record<string, unknown>>[] =
        held.beyond && weeks === seizureWeek ? [] : [...(course[weeks] ?? [])];
      if (weeks === seizureWeek - 1)
        fileReports.push({ kind: "register", before: "seizure", outcome: held.beyond ? "beyond" : "within" });
      if (weeks > seizureWeek && !held.beyond && this.#chance.hit(0.3))
        fileReports.push({
          kind: "payment",
          amount: decimalFromCents(this.#chance.whole(25, 90) * 100),
          reference: held.officeNumber,
        });
      const ends = weeks > 16 && this.#chance.hit(0.15);
      if (ends) fileReports.push({ kind: "closed", reason: this.#chance.hit(0.6) ? "Voldaan" : "Geen verhaal" });
      for (const [at, one] of fileReports.entries())
        reports.push({
          ...one,
          ...(one.kind === "judgment" && {
            principal: decimalFromCents(held.openCents),
            caseNumber: `${held.officeNumber} CV EXPL 26`,
          }),
          key: `${held.officeNumber}-${this.#week}-${at}`,
          fileNumber: held.number,
          on: addDays(today, -1),
          ...(one.kind === "cost" && { exVat: decimalFromCents(acts[String(one.act)] ?? 0) }),
          ...(one.kind === "summons" && { rollDate: addDays(today, rollAfterDays) }),
        });
      if (fileReports.some(({ kind }) => kind === "summons")) summoned.push(held.id);
      if (ends) this.#held.splice(this.#held.indexOf(held), 1);
    }
    const isReporting = this.#week % everyWeeks === 0;
    if (reports.length === 0 && !isReporting) return;
    const holdings = this.#held.map(({ number, officeNumber, openCents }) => ({
      fileNumber: number,
      officeNumber,
      open: decimalFromCents(openCents),
    }));
    const text = JSON.stringify(isReporting ? { reports, on: today, holdings } : { reports });
    await this.#engine.call(this.#lawyer, enterReports, { params: { id: this.#destination }, body: { text } });
    await this.#into(summoned, "W5J");
  }
}
