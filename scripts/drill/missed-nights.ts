/** Nights during which nothing runs, and two processes that start at the same moment afterwards. */
import { openDrillWorld, until } from "../drill-world.ts";
import { Drill } from "../reliability.ts";

interface Row {
  readonly job: string;
  readonly state: string;
  readonly missed: boolean;
  readonly due_at: string;
}

/** So many nights nothing runs. */
const nights = 3;

const underWay = new Set(["waiting", "running", "paused"]);
/** So long nothing may be under way before all is taken to be over: the clock is looked at every ten seconds. */
const quietMillis = 30_000;

export const drill = new Drill({
  about: "Nights during which nothing runs, then two processes that start at once.",
  async run(say) {
    const world = await openDrillWorld();
    try {
      const rows = async (): Promise<Row[]> => (await world.pool.query<Row>("select * from recurring_work")).rows;
      const first = await world.start({ VORDER_CLOCK: "2026-11-17T09:20:00Z" });
      await until("the hours are known", 300, async () => (await rows()).length > 0);
      await first.stop();
      const known = await rows();
      const env = { VORDER_CLOCK: `2026-11-${17 + nights}T09:20:00Z` };
      const both = await Promise.all([world.start(env), world.start(env)]);
      say(`  ${known.length} jobs, ${nights} nights without them, two processes started`);
      let quietSince: number | undefined;
      await until("what was missed is done", 1800, async () => {
        const now = await rows();
        const isQuiet = now.some(({ missed }) => missed) && !now.some(({ state }) => underWay.has(state));
        quietSince = isQuiet ? (quietSince ?? performance.now()) : undefined;
        return quietSince !== undefined && performance.now() - quietSince > quietMillis;
      });
      // What comes by the hour has come again on time meanwhile, and what comes by the month has missed nothing.
      const ended = (await rows()).filter(({ missed }) => missed);
      const missed = new Set(ended.map(({ job }) => job));
      // Each process has a clock of its own here, set when it started; the order is that of the database's.
      const { rows: counted } = await world.pool.query<{ name: string; times: number }>(
        `select name, count(*)::int as times from pgboss.job where data ->> 'recurring' = 'true' group by name order by min(started_on)`,
      );
      const dueOf = new Map(ended.map(({ job, due_at }) => [job, due_at]));
      for (const one of both) await one.stop();
      const done = ended.filter(({ state }) => state === "done").length;
      const twice = counted.filter(({ name, times }) => missed.has(name) && times > 1).length;
      const hours = counted.flatMap(({ name }) => dueOf.get(name) ?? []);
      const inOrder = hours.every((hour, at) => at === 0 || (hours[at - 1] ?? "") <= hour);
      return [
        {
          promise: `recurring work that ${nights} nights missed is caught up once, whoever starts`,
          figure: `${done} of ${missed.size} done, ${twice} twice`,
          target: "all, 0 twice",
          holds: missed.size > 0 && done === missed.size && twice === 0,
        },
        {
          promise: "what was missed follows in the order of its hours",
          figure: inOrder ? "in order" : hours.join(", "),
          target: "in order",
          holds: inOrder,
        },
      ];
    } finally {
      await world.close();
    }
  },
});
