/**
 * Twenty-four months, week by week, each in the same order: clients send claims, the nightly jobs run, the week's run is planned and made,
 * people do what is theirs to do, debtors pay or do not, the agenda is worked through, and the bank's statement is read in.
 */

import { createLog } from "../../cases/logs/logs.contract.ts";
import { addParty } from "../../cases/parties/parties.contract.ts";
import { closeFileByHand, liftHoldFromFile, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { checkImport, placeImport, readImport, uploadImport } from "../../exchange/intake/intake.contract.ts";
import { addDays, instantInAmsterdam, type PlainDate, weekday } from "../../ground/kernel/dates.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { doStep, listHeld, makeRunCall, planRun, readRun } from "../../letters/processing/processing.contract.ts";
import { judgedSteps } from "../../letters/processing/processing.server.ts";
import { bookPaymentCall, proposeArrangement } from "../../money/claims/claims.contract.ts";
import { loadEvents } from "../../money/claims/claims.server.ts";
import { Account } from "./account.ts";
import { clearAgenda, moveToPhase, workAgenda } from "./agenda-work.server.ts";
import { DemoBank } from "./bank.server.ts";
import { claimsFile, type DemoClaim, demoClaim } from "./claims-file.ts";
import { demoClients } from "./clients.ts";
import { type Act, debtorBehaviour } from "./debtor-behaviour.ts";
import type { Engine, Inside, Act as OfficeAct } from "./engine.server.ts";
import { lotsOf } from "./lots.ts";
import { DemoOffice } from "./office.server.ts";
import type { DemoFile } from "./portfolio.ts";
import type { Chance } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";
import { demoSpeakers } from "./speakers.ts";

interface FileNow {
  readonly version: number;
  readonly closed: boolean;
  readonly hold: number | null;
  readonly account: Account;
}

export class History {
  readonly #engine: Engine;
  readonly #cast: Cast;
  readonly #chance: Chance;
  readonly #bank: DemoBank;
  readonly #office: DemoOffice;
  readonly #files: DemoFile[] = [];
  /** What debtors have just agreed to pay, by file. */
  readonly #agreed = new Map<DemoFile, readonly number[]>();
  #week = 0;
  #serial = 0;

  constructor(engine: Engine, cast: Cast, chance: Chance, seed: number) {
    this.#engine = engine;
    this.#cast = cast;
    this.#chance = chance;
    this.#bank = new DemoBank(engine, cast, chance);
    this.#office = new DemoOffice(engine, cast, seed);
  }

  #at(day: PlainDate, hour: number, minute = 0): PlainDate {
    this.#engine.clock.set(instantInAmsterdam(day, hour, minute));
    return day;
  }

  /** One week that begins on this Monday; `claims` new files are placed in it. */
  async week(monday: PlainDate, claims: number): Promise<void> {
    this.#week++;
    this.#at(monday, 9, 5);
    if (claims > 0) await this.#import(claims);
    const tuesday = this.#at(addDays(monday, 1), 0, 5);
    await this.#engine.nightly("claims.refresh");
    this.#at(tuesday, 10);
    await this.#run();
    this.#at(addDays(monday, 2), 14, 20);
    await this.#byHand();
    const thursday = this.#at(addDays(monday, 3), 11, 45);
    await this.#live(thursday);
    await workAgenda(this.#engine, this.#cast, this.#chance, thursday);
    this.#at(addDays(monday, 4), 8, 30);
    await this.#bank.statement();
    await this.#bank.review();
    this.#at(addDays(monday, 4), 15);
    await this.#office.week(this.#engine.clock.today());
  }

  /** The agenda of the last working day before the story ends, which leaves somebody a day's work. */
  async lastDay(today: PlainDate): Promise<void> {
    const last = addDays(today, -({ 1: 3, 7: 2 }[weekday(today)] ?? 1));
    const reached = this.#engine.clock.today();
    const day = last > reached ? this.#at(last, 16, 30) : reached;
    await clearAgenda(this.#engine, this.#cast, this.#chance, day, today);
  }

  /** A client's claims come in as a file, are checked and placed. */
  async #import(count: number): Promise<void> {
    const monday = this.#engine.clock.today();
    const claims = Array.from({ length: count }, (): DemoClaim => {
      const client = this.#client();
      return demoClaim(this.#chance, client, monday, ++this.#serial);
    });
    const employee = this.#cast.actor("employee");
    const file = { field: "file", name: `vorderingen-${monday}.csv`, content: claimsFile(claims) };
    const batch = await this.#engine.call(employee, uploadImport, { body: {}, file });
    const params = { id: batch.id };
    const { style, mapping, version } = batch;
    await this.#engine.call(employee, checkImport, { params, body: { client: null, style, mapping, version } });
    const checked = await this.#engine.call(employee, readImport, { params });
    await this.#engine.call(employee, placeImport, { params, body: { version: checked.version } });
    const placed = await this.#engine.db
      .selectFrom("case_file")
      .select(["id", "number", "payment_reference", "client_ref", "debtor_id as debtorId"])
      .where("import_id", "=", batch.id)
      .orderBy("id")
      .execute();
    if (placed.length !== claims.length)
      throw new VorderError("internal", { cause: `placed ${placed.length} of ${claims.length} claims` });
    const byRef = new Map(claims.map((claim) => [claim.clientRef, claim]));
    for (const row of placed) {
      const claim = byRef.get(row.client_ref);
      if (!claim) continue;
      const plan = [...debtorBehaviour(this.#chance, claim.debtor.type === "C")];
      const { id, number, debtorId, payment_reference: paymentReference, client_ref: clientRef } = row;
      const known = { id, number, debtorId, paymentReference, clientRef, debtor: claim.debtor };
      this.#files.push({ ...known, placedWeek: this.#week, plan });
    }
  }

  #client() {
    let at = this.#chance.next();
    return (
      demoClients.find(({ share }) => {
        at -= share;
        return at < 0;
      }) ??
      demoClients[0] ??
      this.#none()
    );
  }

  #none(): never {
    throw new VorderError("internal", { cause: "no demo clients" });
  }

  async #run(): Promise<void> {
    const employee = this.#cast.actor("employee");
    const { id } = await this.#engine.call(employee, planRun, { body: {} });
    const planned = await this.#engine.call(employee, readRun, { params: { id } });
    if (planned.toDo > 0)
      await this.#engine.call(employee, makeRunCall, { params: { id }, body: { version: planned.version } });
  }

  /** Steps that are people's: calls and checks are done as they come up. */
  async #byHand(): Promise<void> {
    const employee = this.#cast.actor("employee");
    const { items } = await this.#engine.call(employee, listHeld, {
      query: { limit: 1000, filter: { cause: "byHand" } },
    });
    const ids = [...items.map(({ fileId }) => fileId), ...(await this.#counselled())];
    const steps = await this.#engine.work((ctx) => judgedSteps(ctx, ids), employee);
    const debtors = new Map(this.#files.map(({ id, debtorId }) => [id, debtorId]));
    const due: { debtor: number; act: OfficeAct }[] = [];
    for (const fileId of ids) {
      const params = { id: fileId };
      const step = steps.get(fileId);
      if (!step?.byHand || step.verdict === "refuse") continue;
      // Somebody is reached more often than not; anything else comes to what it should.
      const [outcome] = step.channel === "call" && !this.#chance.hit(0.6) ? ["not_reached" as const] : step.outcomes;
      const body = { position: step.position, outcome } as const;
      const act: OfficeAct = async ({ call }) => void (await call(employee, doStep, { params, body }));
      due.push({ debtor: debtors.get(fileId) ?? -fileId, act });
    }
    // Who owes on two files is called once a day.
    for (const lot of lotsOf(due, ({ debtor }) => debtor)) await this.#engine.together(lot.map(({ act }) => act));
  }

  /** Files whose debtor is helped with debts: their tasks fall due while all demands are stopped, so that no run tells of them. */
  async #counselled(): Promise<readonly number[]> {
    const rows = await this.#engine.db
      .selectFrom("case_file")
      .select("id")
      .where("next_step", "like", "workflows.step_TASK_SHV_%")
      .where("next_action_on", "<=", this.#engine.clock.today())
      .where("closed_on", "is", null)
      .orderBy("id")
      .execute();
    return rows.map(({ id }) => id);
  }

  /** How these files stand now, and the events of those that the debtor may pay on. */
  async #now(ids: readonly number[]): Promise<ReadonlyMap<number, FileNow>> {
    const { db } = this.#engine;
    const rows = await db
      .selectFrom("case_file as f")
      .leftJoin("file_hold as h", (join) => join.onRef("h.file_id", "=", "f.id").on("h.lifted_at", "is", null))
      .select((eb) => ["f.id", "f.version", "f.status", eb.fn.min("h.id").as("hold")])
      .where("f.id", "in", ids)
      .groupBy("f.id")
      .execute();
    const events = await loadEvents(db, ids);
    const tariffs = await loadTariffs(db);
    return new Map(
      rows.map(({ id, version, status, hold }) => {
        const account = new Account(events.get(id) ?? [], tariffs);
        return [id, { version, closed: status === "closed", hold, account }];
      }),
    );
  }

  /** What this week holds for the files, of each one thing after the other. Once one is closed nothing more happens, save that a bank returns what it gave. */
  async #live(day: PlainDate): Promise<void> {
    for (let due = this.#due(); due.length > 0; due = this.#due()) {
      const now = await this.#now(due.map(({ file }) => file.id));
      const acts = due.flatMap(({ file, act }) => {
        const standing = now.get(file.id);
        const back = act.kind === "pay" && act.returns !== undefined;
        if (standing === undefined || (standing.closed && !back)) return [];
        return this.#act(file, act, standing, day) ?? [];
      });
      for (const lot of lotsOf(acts, (act) => act)) await this.#engine.together(lot);
      this.#agreeOn();
    }
  }

  /** The next thing of each file for which something is due. */
  #due(): readonly { readonly file: DemoFile; readonly act: Act }[] {
    return this.#files.flatMap((file) => {
      const [next] = file.plan;
      if (next === undefined || next.week > this.#week - file.placedWeek) return [];
      file.plan.shift();
      return [{ file, act: next.act }];
    });
  }

  /** What the debtor does at the bank is done at once; what the office has to do about the file is given back. */
  #act(file: DemoFile, act: Act, { version, hold, account }: FileNow, day: PlainDate): OfficeAct | undefined {
    const employee = this.#cast.actor("employee");
    const params = { id: file.id };
    const valueDate = addDays(day, -this.#chance.whole(0, 2));
    switch (act.kind) {
      case "pay": {
        if (act.returns !== undefined) {
          this.#bank.returned(file, act.returns, day);
          return;
        }
        const owed = act.share === 1 ? account.askedOn(valueDate) : account.openOn(valueDate);
        const cents = Math.round(owed * act.share) + (act.cents ?? 0);
        this.#bank.transfer(file, cents, act.naming, valueDate);
        return;
      }
      case "storno": {
        const cents = account.openOn(day);
        this.#bank.debit(file, cents, day);
        const week = this.#week - file.placedWeek + act.weeks;
        file.plan.unshift({ week, act: { kind: "pay", share: 0, naming: "nothing", returns: cents } });
        return;
      }
      case "direct": {
        const amount = decimalFromCents(account.openOn(day));
        if (amount === "0.00") return;
        const reference = "Rechtstreeks aan de opdrachtgever betaald";
        const body = { date: day, amount, kind: "direct" as const, reference };
        return async ({ call }) => void (await call(this.#cast.actor("finance"), bookPaymentCall, { params, body }));
      }
      case "arrangement":
        return hold === null ? this.#arrange(file, act, account.openOn(day), day) : undefined;
      case "hold":
        return async (inside) => {
          await this.#speaker(inside, file, act.hold, day);
          const body = { kind: act.hold, reason: act.reason, version };
          await inside.call(employee, placeHoldOnFile, { params, body });
          if (act.hold === "shv") await moveToPhase(inside, this.#cast, file.id, "W5S");
        };
      case "lift":
        if (hold === null) return;
        return async ({ call }) =>
          void (await call(employee, liftHoldFromFile, { params: { ...params, holdId: hold }, body: { version } }));
      case "close": {
        // Some reasons ask for a note.
        const body = { reason: act.reason, note: "Besproken met de opdrachtgever.", version };
        return async ({ call }) => void (await call(employee, closeFileByHand, { params, body }));
      }
      case "note": {
        const body = { file: file.id, type: "call" as const, subject: "Telefoongesprek", content: act.text };
        return async ({ call }) => void (await call(employee, createLog, { body }));
      }
    }
  }

  /** Puts whoever speaks for the debtor from now on beside it. */
  async #speaker({ call }: Inside, file: DemoFile, hold: string, day: PlainDate): Promise<void> {
    const speaker = demoSpeakers[hold];
    if (speaker === undefined) return;
    const { role, reference, ...office } = speaker;
    const unknown = { initials: null, firstName: null, prefix: null, lastName: null, addition: null, birthDate: null };
    const person = {
      ...unknown,
      gender: "unknown",
      legalForm: null,
      kvk: null,
      phone: null,
      mobile: null,
      iban: null,
    } as const;
    await call(this.#cast.actor("employee"), addParty, {
      params: { id: file.id },
      body: {
        role,
        reference,
        from: day,
        person: { ...person, ...office, fileType: "company", country: "NL", language: "nl" },
      },
    });
  }

  /** An arrangement over what is open. */
  #arrange(
    file: DemoFile,
    act: Extract<Act, { kind: "arrangement" }>,
    open: number,
    day: PlainDate,
  ): OfficeAct | undefined {
    if (open < 5_000) return;
    const count = Math.max(2, Math.min(act.terms, Math.floor(open / 2500)));
    const first = addDays(day, 14);
    return async ({ call }) => {
      const { terms } = await call(this.#cast.actor("finance"), proposeArrangement, {
        params: { id: file.id },
        body: { first, frequency: "month", interest: "frozen", count, activate: true },
      });
      this.#agreed.set(
        file,
        terms.slice(0, act.kept).map(({ amount }) => amount),
      );
    };
  }

  /** The terms that were agreed on are paid month by month, as long as the debtor keeps to it. */
  #agreeOn(): void {
    for (const [file, terms] of this.#agreed) {
      const week = this.#week - file.placedWeek;
      for (const [at, cents] of terms.entries())
        file.plan.push({
          week: week + 2 + Math.round(at * 4.35),
          act: { kind: "pay", share: 0, naming: "reference", cents },
        });
    }
    this.#agreed.clear();
  }
}
