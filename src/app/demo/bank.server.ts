/** What the demo's debtors do at the bank, gathered into statements and worked off by finance. */

import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { eventsOf, fileBalance } from "../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../money/claims/claims.ts";
import { assignEntry, ignoreEntry, listEntries, uploadStatement } from "../../money/payments/payments.contract.ts";
import { camtFile, closingCents, type StatementLine } from "./bank-file.ts";
import type { PaymentNaming } from "./debtor-behaviour.ts";
import type { Engine } from "./engine.server.ts";
import type { DemoFile } from "./portfolio.ts";
import type { Chance } from "./seeded-random.ts";
import { type Cast, demoAccount } from "./setup.server.ts";

/** Collects what comes in until the statement of the week, and remembers whose money it was. */
export class DemoBank {
  readonly #engine: Engine;
  readonly #cast: Cast;
  readonly #chance: Chance;
  #lines: StatementLine[] = [];
  #balance = 0;
  #number = 0;
  #serial = 0;
  /** Whose money a line is, by the text that only the demo knows: the bank's reference. */
  readonly #owners = new Map<string, DemoFile>();

  constructor(engine: Engine, cast: Cast, chance: Chance) {
    this.#engine = engine;
    this.#cast = cast;
    this.#chance = chance;
  }

  #add(file: DemoFile | undefined, line: StatementLine): void {
    const bankRef = `DEMO${String(++this.#serial).padStart(10, "0")}`;
    if (file) this.#owners.set(`${line.name}|${line.cents}`, file);
    this.#lines.push({ ...line, bankRef });
  }

  /** A debtor transfers an amount, and names it well or badly. */
  transfer(file: DemoFile, cents: number, naming: PaymentNaming, valueDate: PlainDate): void {
    if (cents <= 0) return;
    const { debtor, paymentReference: reference, number } = file;
    const name = [debtor.initials, debtor.prefix, debtor.lastName || debtor.companyName].filter(Boolean).join(" ");
    const base = { cents, valueDate, name, ...(debtor.iban ? { iban: debtor.iban } : {}) };
    const named: Readonly<Record<PaymentNaming, StatementLine>> = {
      reference: { ...base, reference },
      number: { ...base, text: `dossier ${number}` },
      text: { ...base, text: `betaling kenmerk ${reference} ${file.clientRef}` },
      iban: debtor.iban ? { ...base, text: "aflossing" } : { ...base, text: `ivm dossier ${number}` },
      nothing: { ...base, text: "zoals afgesproken" },
      misread: { ...base, reference: reference.slice(0, -2) + reference.slice(-1) + reference.slice(-2, -1) },
    };
    this.#add(file, named[naming]);
  }

  /** A direct debit is collected, with an end-to-end id by which the bank will return it. */
  debit(file: DemoFile, cents: number, valueDate: PlainDate): void {
    this.#add(file, {
      cents,
      valueDate,
      name: file.debtor.lastName || file.debtor.companyName,
      reference: file.paymentReference,
      endToEndId: `INC-${file.number}`,
    });
  }

  returned(file: DemoFile, cents: number, valueDate: PlainDate): void {
    const returnCode = this.#chance.pick(["AM04", "MD06", "MS03", "AC04"]);
    this.#add(undefined, {
      cents: -cents,
      valueDate,
      name: file.debtor.lastName || file.debtor.companyName,
      endToEndId: `INC-${file.number}`,
      returnCode,
    });
  }

  /** Finance reads the statement of the week in. */
  async statement(): Promise<void> {
    const date = this.#engine.clock.today();
    if (this.#lines.length === 0) return;
    if (this.#chance.hit(0.25))
      this.#add(undefined, {
        cents: -this.#chance.whole(450, 2900),
        name: "Voorbeeldbank",
        text: "Kosten betalingsverkeer",
      });
    const spec = { iban: demoAccount, number: ++this.#number, date, openingCents: this.#balance, lines: this.#lines };
    const content = camtFile(spec);
    this.#balance = closingCents(spec);
    this.#lines = [];
    await this.#engine.call(this.#cast.actor("finance"), uploadStatement, {
      file: { field: "file", name: `afschrift-${date}.xml`, content },
    });
  }

  /** Finance decides on what has waited for five weeks or more; what is newer still waits. */
  async review(): Promise<void> {
    const finance = this.#cast.actor("finance");
    const before = addDays(this.#engine.clock.today(), -35);
    const { items } = await this.#engine.call(finance, listEntries, {
      query: { limit: 100, filter: { state: "review" } },
    });
    for (const entry of items.filter(({ bookedOn }) => bookedOn <= before)) {
      const owner = this.#owners.get(`${entry.counterpartyName}|${entry.amountCents}`);
      const params = { id: entry.id };
      if (owner && entry.amountCents > 0) {
        const parts = [{ fileId: owner.id, amountCents: entry.amountCents }];
        await this.#engine.call(finance, assignEntry, { params, body: { version: entry.version, parts } });
      } else {
        const reason = "Hoort niet bij een dossier; teruggestort aan de betaler.";
        await this.#engine.call(finance, ignoreEntry, { params, body: { version: entry.version, reason } });
      }
    }
  }

  /** What is open on a file on a day. */
  async openOn(file: DemoFile, on: PlainDate): Promise<number> {
    return (await fileBalance(this.#engine.db, file.id, on)).open;
  }

  /** What a debtor pays who pays all on a day: what the 14-day letter asked of him while its term runs, else what is open. */
  async askedOn(file: DemoFile, on: PlainDate): Promise<number> {
    const open = await this.openOn(file, on);
    const letter = standingEvents(await eventsOf(this.#engine.db, file.id))
      .filter((event) => isKind(event, "notice14"))
      .findLast((event) => event.on <= on && on <= event.data.lastPayDay);
    return Math.min(open, letter?.data.asked ?? open);
  }
}
