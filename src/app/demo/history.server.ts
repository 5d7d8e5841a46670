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
import { doStep, listHeld, makeRunCall, planRun, readRun } from "../../letters/processing/processing.contract.ts";
import { judgedSteps } from "../../letters/processing/processing.server.ts";
import { bookPaymentCall, proposeArrangement } from "../../money/claims/claims.contract.ts";
import { clearAgenda, moveToPhase, workAgenda } from "./agenda-work.server.ts";
import { DemoBank } from "./bank.server.ts";
import { claimsFile, type DemoClaim, demoClaim } from "./claims-file.ts";
import { demoClients } from "./clients.ts";
import { type Act, debtorBehaviour } from "./debtor-behaviour.ts";
import type { Engine } from "./engine.server.ts";
import { DemoOffice } from "./office.server.ts";
import type { DemoFile } from "./portfolio.ts";
import type { Chance } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";
import { demoSpeakers } from "./speakers.ts";

interface FileNow {
  readonly id: number;
  readonly version: number;
  readonly closed: boolean;
  readonly status: string;
  readonly hold: number | null;
}

/** So many people of the office work at a time. */
const desks = 3;

/** Does what there is to do, group by group; what is in a group goes one after the other. */
async function sideBySide(groups: readonly (readonly (() => Promise<void>)[])[]): Promise<void> {
  const left = [...groups];
  const work = async (): Promise<void> => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) for (const act of group) await act();
  };
  await Promise.all(Array.from({ length: desks }, work));
}

export class History {
  readonly #engine: Engine;
  readonly #cast: Cast;
  readonly #chance: Chance;
  readonly #bank: DemoBank;
  readonly #office: DemoOffice;
  readonly #files: DemoFile[] = [];
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
    for (const file of this.#files) await this.#live(file, thursday);
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
    const byDebtor = new Map<number, (() => Promise<void>)[]>();
    for (const fileId of ids) {
      const params = { id: fileId };
      const step = steps.get(fileId);
      if (!step?.byHand || step.verdict === "refuse") continue;
      // Somebody is reached more often than not; anything else comes to what it should.
      const [outcome] = step.channel === "call" && !this.#chance.hit(0.6) ? ["not_reached" as const] : step.outcomes;
      const body = { position: step.position, outcome } as const;
      const act = async (): Promise<void> => void (await this.#engine.call(employee, doStep, { params, body }));
      const debtor = debtors.get(fileId) ?? -fileId;
      // Who owes on two files is called once a day.
      byDebtor.set(debtor, [...(byDebtor.get(debtor) ?? []), () => this.#engine.unlessRefused(act)]);
    }
    await sideBySide([...byDebtor.values()]);
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

  async #now(id: number): Promise<FileNow | undefined> {
    const row = await this.#engine.db
      .selectFrom("case_file")
      .select(["id", "version", "status"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return undefined;
    const hold = await this.#engine.db
      .selectFrom("file_hold")
      .select("id")
      .where("file_id", "=", id)
      .where("lifted_at", "is", null)
      .executeTakeFirst();
    return { ...row, closed: row.status === "closed", hold: hold?.id ?? null };
  }

  /** What this week holds for a file. Once it is closed nothing more happens, save that a bank returns what it gave. */
  async #live(file: DemoFile, day: PlainDate): Promise<void> {
    const age = this.#week - file.placedWeek;
    while (file.plan[0] !== undefined && file.plan[0].week <= age) {
      const { act } = file.plan.shift() ?? {};
      const now = await this.#now(file.id);
      if (act === undefined || now === undefined) return;
      const back = act.kind === "pay" && act.returns !== undefined;
      if (now.closed && !back) return;
      await this.#engine.unlessRefused(() => this.#act(file, act, now, day));
    }
  }

  async #act(file: DemoFile, act: Act, now: FileNow, day: PlainDate): Promise<void> {
    const employee = this.#cast.actor("employee");
    const params = { id: file.id };
    const { version } = now;
    const valueDate = addDays(day, -this.#chance.whole(0, 2));
    switch (act.kind) {
      case "pay": {
        if (act.returns !== undefined) return this.#bank.returned(file, act.returns, day);
        const owed = await (act.share === 1 ? this.#bank.askedOn(file, valueDate) : this.#bank.openOn(file, valueDate));
        const cents = Math.round(owed * act.share) + (act.cents ?? 0);
        return this.#bank.transfer(file, cents, act.naming, valueDate);
      }
      case "storno": {
        const cents = await this.#bank.openOn(file, day);
        this.#bank.debit(file, cents, day);
        const week = this.#week - file.placedWeek + act.weeks;
        file.plan.unshift({ week, act: { kind: "pay", share: 0, naming: "nothing", returns: cents } });
        return;
      }
      case "direct": {
        const amount = decimalFromCents(await this.#bank.openOn(file, day));
        if (amount === "0.00") return;
        const body = {
          date: day,
          amount,
          kind: "direct" as const,
          reference: "Rechtstreeks aan de opdrachtgever betaald",
        };
        await this.#engine.call(this.#cast.actor("finance"), bookPaymentCall, { params, body });
        return;
      }
      case "arrangement":
        return this.#arrange(file, act, now, day);
      case "hold":
        await this.#speaker(file, act.hold, day);
        await this.#engine.call(employee, placeHoldOnFile, {
          params,
          body: { kind: act.hold, reason: act.reason, version },
        });
        if (act.hold === "shv") await moveToPhase(this.#engine, this.#cast, file.id, "W5S");
        return;
      case "lift":
        if (now.hold === null) return;
        await this.#engine.call(employee, liftHoldFromFile, {
          params: { ...params, holdId: now.hold },
          body: { version },
        });
        return;
      case "close":
        await this.#engine.call(employee, closeFileByHand, {
          params,
          // Some reasons ask for a note.
          body: { reason: act.reason, note: "Besproken met de opdrachtgever.", version },
        });
        return;
      case "note":
        await this.#engine.call(employee, createLog, {
          body: { file: file.id, type: "call", subject: "Telefoongesprek", content: act.text },
        });
        return;
    }
  }

  /** Puts whoever speaks for the debtor from now on beside it. */
  async #speaker(file: DemoFile, hold: string, day: PlainDate): Promise<void> {
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
    await this.#engine.call(this.#cast.actor("employee"), addParty, {
      params: { id: file.id },
      body: {
        role,
        reference,
        from: day,
        person: { ...person, ...office, fileType: "company", country: "NL", language: "nl" },
      },
    });
  }

  /** An arrangement over what is open; its terms are paid month by month, as long as the debtor keeps it. */
  async #arrange(
    file: DemoFile,
    act: Extract<Act, { kind: "arrangement" }>,
    now: FileNow,
    day: PlainDate,
  ): Promise<void> {
    const open = await this.#bank.openOn(file, day);
    const count = Math.max(2, Math.min(act.terms, Math.floor(open / 2500)));
    if (open < 5_000 || now.hold !== null) return;
    const first = addDays(day, 14);
    const finance = this.#cast.actor("finance");
    const { terms } = await this.#engine.call(finance, proposeArrangement, {
      params: { id: file.id },
      body: { first, frequency: "month", interest: "frozen", count, activate: true },
    });
    const week = this.#week - file.placedWeek;
    for (const [at, term] of terms.slice(0, act.kept).entries()) {
      file.plan.push({
        week: week + 2 + Math.round(at * 4.35),
        act: { kind: "pay", share: 0, naming: "reference", cents: term.amount },
      });
    }
  }
}
