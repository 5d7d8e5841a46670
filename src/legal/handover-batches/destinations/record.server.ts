/** The record of a destination. Its secrets are sealed for the address that they are sent to, and never leave the server. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import type { HandoverDestination } from "../../../ground/platform/server/postgres/database.types.ts";
import type { Environment } from "../../../ground/platform/server/process/environment.ts";
import { openSecret, resealed, type SecretPurpose } from "../../../ground/platform/server/process/secrets.ts";
import { type BatchNeed, channels, formats, handoverTypes, type Level, levels } from "../handover-batches.ts";
import { mapping } from "../mapping/mapping.ts";

export type DestinationRecord = Selectable<HandoverDestination>;

/** The columns that hold a secret. */
export const secretColumns = ["password", "private_key", "signing_key", "archive_password"] as const;
export type SecretColumn = (typeof secretColumns)[number];

type Address = Pick<DestinationRecord, "id" | "channel" | "host" | "port" | "username" | "url" | "email">;

/** What a secret is sealed for: sent to another address it does not open. */
export function purposeOf(
  { id, channel, host, port, username, url, email }: Address,
  field: SecretColumn,
): SecretPurpose {
  const place = channel === "sftp" ? [host, port, username] : [channel === "https" ? url : email];
  return ["handover_destination", id, field, ...place];
}

export const secretOf = (environment: Environment, record: DestinationRecord, field: SecretColumn): string =>
  openSecret(environment, purposeOf(record, field), record[field]);

/** Seals what was not sealed, or was with an older key; of how many destinations. */
export async function resealDestinations(db: Db, environment: Environment): Promise<number> {
  let count = 0;
  for (const row of await db.selectFrom("handover_destination").selectAll().orderBy("id").forUpdate().execute()) {
    const anew = secretColumns.flatMap((field) => {
      const sealed = resealed(environment, purposeOf(row, field), row[field]);
      return sealed === undefined ? [] : [[field, sealed] as const];
    });
    if (anew.length === 0) continue;
    await db.updateTable("handover_destination").set(Object.fromEntries(anew)).where("id", "=", row.id).execute();
    count += 1;
  }
  return count;
}

/** @throws notFound. */
export async function requireDestination(
  { db }: Pick<Ctx, "db">,
  id: number,
  lock = false,
): Promise<DestinationRecord> {
  const rows = db.selectFrom("handover_destination").selectAll().where("id", "=", id);
  const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const kept = { levels: z.record(z.string(), z.enum(levels)), types: z.array(z.enum(handoverTypes)) };

/** The parts of a record that have a shape of their own. */
export const partsOf = (row: DestinationRecord) => ({
  levels: kept.levels.parse(row.levels),
  types: kept.types.parse(row.types),
  mapping: mapping.parse(row.mapping),
  channel: z.enum(channels).parse(row.channel),
  format: z.enum(formats).parse(row.format),
});

/** How heavily a lacking line weighs at a destination. */
export const levelOf = (row: DestinationRecord, need: BatchNeed): Level =>
  kept.levels.parse(row.levels)[need] ?? "block";
