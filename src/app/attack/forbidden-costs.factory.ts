/** Somebody who tries to raise debts beyond the law, by every way in, and what stood before and after each attempt. */
import { sql } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import { listStates, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { type BulkAction, makeBulk, planBulk, readBulk } from "../../exchange/bulk/bulk.contract.ts";
import { everything } from "../../exchange/bulk/bulk.factory.ts";
import { Importer, placeOne } from "../../exchange/intake/intake.factory.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import type { RawReply, World } from "../testing/world.factory.ts";

/** The states under which nothing is added to a debt, and the rule that says so. */
export const states = [
  ["dispute", "holdDispute"],
  ["complaint", "holdComplaint"],
  ["shv", "holdShv"],
  ["wsnp", "holdWsnp"],
  ["bankruptcy", "holdBankruptcy"],
  ["moratorium", "holdMoratorium"],
  ["broad_moratorium", "holdBroadMoratorium"],
  ["deceased", "holdDeceased"],
] as const;
export type State = (typeof states)[number][0];

const refusedBody = z.object({ code: z.string(), refusals: z.array(z.object({ rule: z.string() })).min(1) });

/** The rules by which a call was refused. */
export function rulesOf(reply: RawReply): string[] {
  expect(reply.status, reply.text).toBe(402);
  return refusedBody.parse(reply.json()).refusals.map(({ rule }) => rule);
}

const consumerOf = () => claimOf();
/** A business of one person, who can be in every state that a consumer can be in. */
const businessOf = () =>
  claimOf({ debtor: person({ fileType: "company", companyName: "Proef", legalForm: "eenmanszaak", lastName: null }) });

export async function startAttack(world: World) {
  await registerProvider(world);
  const staff = await world.login([
    ...everything,
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_CREATE",
    "ROLE_FILE_CREATE_UPLOAD",
    "ROLE_MANAGE_CLIENT",
  ]);
  const client = (await makeClient(world.db, world.clock)).id;

  /** Everything that the record of claims, the balances and the trail of it hold. */
  async function record(): Promise<unknown> {
    const { rows } = await sql`select
      (select jsonb_build_array(count(*), md5(string_agg(e::text, ',' order by e.id))) from claim_event e) as events,
      (select md5(string_agg(concat_ws(' ', f.id, f.principal_cents, f.interest_cents, f.costs_cents, f.open_cents), ',' order by f.id))
        from case_file f) as balances,
      (select jsonb_agg(jsonb_build_array(l.action, l.subject_id) order by l.id) from
        (select * from audit_log where action like 'claims.%' or action like 'file.%' or action = 'client.addTerms'
          order by id desc limit 5) l) as trail,
      (select count(*) from client_terms) as conditions`.execute(world.db);
    return rows[0];
  }

  /** Tries something that must leave no trace in claims, balances or trail. */
  async function inVain<R>(attempt: () => Promise<R>): Promise<R> {
    const before = await record();
    const attempted = await attempt();
    expect(await record()).toEqual(before);
    return attempted;
  }

  const place = async (kind: "consumer" | "business" = "consumer", changes: Parameters<typeof claimOf>[0] = {}) =>
    (await placeOne(world, client, { ...(kind === "consumer" ? consumerOf() : businessOf()), ...changes })).id;

  async function hold(id: number, kind: State): Promise<void> {
    const { version } = (await staff.call(listStates, { params: { id } })).file;
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind, version } });
  }

  async function planned(action: BulkAction, files: readonly number[]) {
    const { id } = await staff.call(planBulk, { body: { chosen: { by: "files", files: [...files] }, action } });
    await world.drain();
    return staff.call(readBulk, { params: { id } });
  }

  /** Has a plan made, whatever it holds; one with nothing to do is refused as a whole. */
  async function make({ id, version }: { readonly id: number; readonly version: number }) {
    await staff.send(makeBulk, { params: { id }, body: { version } });
    await world.drain();
    return staff.call(readBulk, { params: { id } });
  }

  /** By file, the rules by which it is left out of a work on many. */
  async function bulkRules(id: number): Promise<Map<number, string[]>> {
    const { rows } = await sql<{ file_id: number; reasons: { rule?: string; key?: string }[] | null }>`
      select file_id, reasons from bulk_row where bulk_id = ${id} order by file_id`.execute(world.db);
    return new Map(
      rows.map(({ file_id, reasons }) => [file_id, (reasons ?? []).map(({ rule, key }) => rule ?? key ?? "")]),
    );
  }

  return {
    world,
    staff,
    client,
    place,
    hold,
    inVain,
    planned,
    make,
    bulkRules,
    importer: new Importer(world, staff, client),
  };
}
export type Attack = Awaited<ReturnType<typeof startAttack>>;
