/** Two of everything: two processes on one database, asked the same at the same moment, with the same mails to send and the same jobs due. */
import { startMailPeer } from "../../src/ground/platform/server/outbox/mail-peer.factory.ts";
import { makeCaller } from "../drill-caller.ts";
import { openDrillWorld, until } from "../drill-world.ts";
import { write } from "../drill-writers.ts";
import { Drill } from "../reliability.ts";

export const drill = new Drill({
  about: "Two processes on one database: the same request to both at once, mails and jobs that both see.",
  counts: { twins: { full: 300, small: 5 }, mails: { full: 200, small: 5 } },
  async run(say, count) {
    const [twins, mails] = [count("twins"), count("mails")];
    const world = await openDrillWorld();
    const peer = await startMailPeer();
    try {
      const env = { SMTP_URL: peer.url, VORDER_CLOCK: "2026-11-20T09:00:00Z" };
      const [first, second] = [await world.start(env), await world.start(env)];
      const caller = await makeCaller(world.url, () => first.base);
      const callers = [caller, caller.at(() => second.base)];
      for (let turn = 0; turn < twins; turn++)
        await Promise.all(callers.map((one) => write(one, `drill-twin-${turn}`)));
      const { rows: written } = await world.pool.query<{ there: number; rows: number }>(
        "select count(distinct external_id)::int as there, count(*)::int as rows from merchant where external_id like 'drill-twin-%'",
      );
      say(`  ${twins} requests sent to both`);
      await world.pool.query(
        `insert into outbox (key, kind, payload, state, next_attempt_at, created_at)
         select 'two:' || n, 'mail', $1, 'pending', '2026-11-20', '2026-11-20' from generate_series(1, $2::int) n`,
        [JSON.stringify({ to: "debiteur@example.nl", subject: "Herinnering", text: "Er staat nog iets open." }), mails],
      );
      await until("all mails are sent", 120, async () => {
        const { rows } = await world.pool.query(
          "select from outbox where key like 'two:%' and state <> 'sent' limit 1",
        );
        return rows.length === 0;
      });
      const taken = peer.bodies.length;
      const { there = 0, rows = 0 } = written[0] ?? {};
      return [
        {
          promise: "the same request to two processes at once happens once",
          figure: `${there} of ${twins} there, ${rows - there} twice`,
          target: "all, 0 twice",
          holds: there === twins && rows === twins,
        },
        {
          promise: "what two processes both see as due is done once",
          figure: `${taken} of ${mails} mails taken, ${new Set(peer.bodies).size} different`,
          target: `${mails}, ${mails}`,
          holds: taken === mails && new Set(peer.bodies).size === mails,
        },
      ];
    } finally {
      await peer.close();
      await world.close();
    }
  },
});
