import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../app/world.factory.ts";
import { sealAuditTrail, verifyAuditChain } from "./audit.ts";

describe("the chain over the audit trail", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const write = (subjectId: number) =>
    world.work((ctx) => ctx.audit({ action: "test.change", subject: "test", subjectId, after: { subjectId } }));
  const seal = () => world.work(({ db, clock }) => sealAuditTrail(db, clock));
  const later = (minutes: number) => world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));

  test("leaves lines of the last minute for slower writers, by the clock of the process, and seals each once", async () => {
    await write(1);
    expect(await seal()).toBe(0);
    later(2);
    await write(2);
    expect(await seal()).toBe(1);
    later(2);
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    expect(await verifyAuditChain(world.db)).toBeUndefined();
  });

  test("tells which line was changed behind its back", async () => {
    const [first] = await world.db.selectFrom("audit_log").select("id").orderBy("id").execute();
    await world.vorder.database.pool.query("alter table audit_log disable trigger audit_log_append_only");
    await world.vorder.database.pool.query("update audit_log set subject_id = '9' where id = $1", [first?.id]);
    expect(await verifyAuditChain(world.db)).toBe(first?.id);
  });
});
