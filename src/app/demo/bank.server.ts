/** What the demo's debtors do at the bank, gathered into statements and worked off by finance. */

import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { assignEntry, ignoreEntry, listEntries, uploadStatement } from "../../money/payments/payments.contract.ts";
import { camtFile, closingCents, type StatementLine } from "./bank-file.ts";
import type { PaymentNaming } from "./debtor-behaviour.ts";
import type { Act, Engine } from "./engine.server.ts";
import { lotsOf } from "./lots.ts";
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
    const due = items
      .filter(({ bookedOn }) => bookedOn <= before)
      .map((entry) => ({ entry, owner: this.#owners.get(`${entry.counterpartyName}|${entry.amountCents}`) }));
    for (const lot of lotsOf(due, ({ entry, owner }) => owner ?? entry))
      await this.#engine.together(
        lot.map(({ entry: { id, version, amountCents }, owner }): Act => {
          const params = { id };
          if (!owner || amountCents <= 0) {
            const reason = "Hoort niet bij een dossier; teruggestort aan de betaler.";
            return async ({ call }) => void (await call(finance, ignoreEntry, { params, body: { version, reason } }));
          }
          const body = { version, parts: [{ fileId: owner.id, amountCents }] };
          return async ({ call }) => void (await call(finance, assignEntry, { params, body }));
        }),
      );
  }
}
