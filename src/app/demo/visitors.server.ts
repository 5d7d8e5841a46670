/**
 * Debtors on their own page in the last weeks of the story: somebody calls and is given a way in, comes in, reads what is owed and why, and does
 * something about it; now and then one only looks, or gives a wrong answer first.
 */
import {
  debtorAct,
  debtorClaim,
  debtorOverview,
  enterByLink,
  giveDebtorLink,
} from "../../exchange/debtor-page/debtor-page.contract.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { addDays, instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Actor } from "../../ground/platform/server/http/module.ts";
import type { DemoBrowser, Engine } from "./engine.server.ts";
import { type Chance, chanceOf } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

/** So many weeks before the end it begins. */
export const visitorWeeks = 6;
const perWeek = 2;

type Sent = Pick<BodyOf<typeof debtorAct>, "text" | "kind" | "wanted" | "amounts">;
const nothing = { text: "", kind: "", wanted: {}, amounts: {} };

/** What one visitor after the other does; null only looks. */
const doings: readonly (readonly [act: "budget" | "help" | "change" | "contact", Sent] | null)[] = [
  ["budget", { ...nothing, amounts: { "income-wages": "1.850", "expense-housing": "925,50" } }],
  null,
  ["help", { ...nothing, text: "Ik ben mijn baan kwijt en zoek nieuw werk." }],
  ["change", { ...nothing, wanted: { mobile: "06 12 34 56 78" }, text: "Mijn oude nummer werkt niet meer." }],
  ["contact", { ...nothing, kind: "email", wanted: { language: "nl" } }],
];

export class DemoVisitors {
  readonly #engine: Engine;
  readonly #manager: Actor;
  readonly #chance: Chance;
  readonly #until: Date;
  #came = 0;

  /** Its chance is its own, so that what it does leaves the rest of the story as it is. `until`: when the story is told. */
  constructor(engine: Engine, cast: Cast, seed: number, until: Date) {
    this.#engine = engine;
    this.#until = until;
    this.#manager = cast.actor("manager");
    this.#chance = chanceOf(seed ^ 0x2545f491);
  }

  /** The evening of the Sunday on which a week ends, or what comes after all that happened in it. */
  async week(monday: PlainDate): Promise<void> {
    const evening = instantInAmsterdam(addDays(monday, 6), 19, 30);
    // The last week of the story is not over.
    if (evening >= this.#until) return;
    const { clock } = this.#engine;
    if (clock.now() < evening) clock.set(evening);
    const open = await this.#engine.db
      .selectFrom("case_file as f")
      .innerJoin("debtor as d", "d.id", "f.debtor_id")
      .select(["f.id", "d.birth_date", "d.postcode", "d.house_number"])
      .where("f.status", "=", "in_progress")
      .where("f.phase", "=", "amicable")
      .where("d.file_type", "=", "private")
      .where("d.email", "is not", null)
      .where("d.birth_date", "is not", null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom("file_party").select("id").whereRef("file_id", "=", "f.id"))))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom("debtor_link").select("id").whereRef("file_id", "=", "f.id").where("channel", "=", "staff"),
          ),
        ),
      )
      .orderBy("f.id")
      .execute();
    for (let at = 0; at < perWeek; at++) {
      const file = open[this.#chance.whole(0, Math.max(0, open.length - 1))];
      if (file) await this.#engine.unlessRefused(() => this.#visit(file.id, file.birth_date ?? "", at));
    }
  }

  async #visit(id: number, born: string, at: number): Promise<void> {
    const { path } = await this.#engine.call(this.#manager, giveDebtorLink, { params: { id } });
    const browser: DemoBrowser = new Map();
    const params = { secret: path.split("/").at(-1) ?? "" };
    const [year = "", month = "", day = ""] = born.split("-");
    const answer = { day, month, year, postcode: "", houseNumber: "" };
    if (this.#came % 4 === 1)
      await this.#engine.visit(browser, enterByLink, { params, body: { ...answer, day: day === "1" ? "2" : "1" } });
    await this.#engine.visit(browser, enterByLink, { params, body: answer });
    this.#engine.clock.set(new Date(this.#engine.clock.now().getTime() + (3 + at) * 60_000));
    await this.#engine.visit(browser, debtorOverview, {});
    await this.#engine.visit(browser, debtorClaim, { params: { id } });
    const doing = doings[this.#came++ % doings.length];
    if (!doing) return;
    const [act, sent] = doing;
    const plain = { amount: "", first: "", frequency: "", agreed: "" };
    await this.#engine.visit(browser, debtorAct, { params: { id, act }, body: { ...plain, ...sent } });
  }
}
