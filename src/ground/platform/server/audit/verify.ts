/**
 * The consistency checks of an installation. The platform checks its own data: migrations, constraints, references, the audit trail, stored
 * objects. Each module adds checks in its declaration. All run in batches, so that a million files need time but little memory.
 */
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import type { Check, Db, SystemDb } from "../http/module.ts";
import { findMigrations, label, pending } from "../postgres/migrations.ts";
import type { Environment } from "../process/environment.ts";
import { orphans, referencedKeys } from "../storage/orphans.ts";
import type { Storage } from "../storage/storage.ts";
import { chainProblems, headProblem, unsealedProblems } from "./audit.ts";
import { type AuditHead, readHead } from "./audit-head.ts";
import { auditKeys } from "./audit-keys.ts";
import { grants } from "./grants.ts";
import { schema } from "./schema.ts";
import { sealedLots } from "./sealed.ts";

export interface Finding {
  /** The name of the check. */
  readonly asked: string;
  /** The number of items examined. */
  readonly looked: number;
  /** The number of problems. */
  readonly count: number;
  /** The first problems, in plain language. */
  readonly problems: readonly string[];
}

/** The number of problems kept per check; all are passed to `onProblem`. */
const mostKept = 200;

export interface Verification {
  readonly db: SystemDb;
  readonly storage: Storage;
  readonly environment: Environment;
  /** The checks of all modules. */
  readonly checks: readonly Check[];
  /** A head of the audit trail recorded elsewhere: by a log server or in a mail. */
  readonly head?: Pick<AuditHead, "seq" | "hash"> | undefined;
  readonly onProblem?: (asked: string, problem: string) => void;
  /** Stops it: no further check is started, and the current one stops at its next problem or batch. */
  readonly signal?: AbortSignal;
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const migrations: Check = {
  name: "migrations",
  async *run({ db, looked }) {
    const { rows: made } = await sql<{ there: boolean }>`select to_regclass('migration') is not null as there`.execute(
      db,
    );
    const { rows } = made[0]?.there
      ? await sql<{ number: number; name: string; sha256: string }>`select number, name, sha256 from migration`.execute(
          db,
        )
      : { rows: [] };
    const all = await findMigrations();
    looked(all.length);
    for (const migration of pending(all, rows)) yield `migration ${label(migration)} has not run`;
  },
};

/** Indexes, constraints and triggers that are invalid or disabled. */
const constraints: Check = {
  name: "indexes, constraints and triggers",
  async *run({ db, looked }) {
    const { rows } = await sql<{ problem: string | null }>`
      select case when not indisvalid then 'index ' || indexrelid::regclass || ' is not valid' end as problem
        from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select case when not convalidated then 'constraint ' || conname || ' of ' || conrelid::regclass || ' was never validated' end
        from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select case when tgenabled <> 'O' then 'trigger ' || tgname || ' of ' || tgrelid::regclass || ' is switched off'
          || coalesce(' (reference ' || (select conname from pg_constraint c where c.oid = tgconstraint) || ')', '') end
        from pg_trigger where tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`.execute(
      db,
    );
    looked(rows.length);
    for (const { problem } of rows) if (problem !== null) yield problem;
  },
};

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

const references = (db: Db) =>
  sql<Reference>`select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      (select array_agg(a.attname::text order by k.at) from unnest(conkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.at) from unnest(confkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = confrelid and a.attnum = k.num) as targets
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`.execute(db);

/** Rows with dangling references: written past the server's checks, by an incomplete restore, or by hand. */
const foreignKeys: Check = {
  name: "references between tables",
  async *run({ db, looked }) {
    const { rows } = await references(db);
    looked(rows.length);
    for (const { child, parent, columns, targets } of rows) {
      const own = columns.map((column) => sql`c.${sql.ref(column)}`);
      const join = columns.map((column, at) => sql`p.${sql.ref(targets[at] ?? "")} = c.${sql.ref(column)}`);
      const given = sql.join(
        own.map((column) => sql`${column} is not null`),
        sql` and `,
      );
      const { rows: lost } = await sql<{ row: string; value: string }>`
        select coalesce(to_jsonb(c) ->> 'id', to_jsonb(c)::text) as row, concat_ws(', ', ${sql.join(own)}) as value
        from ${sql.raw(child)} c where ${given} and not exists (select from ${sql.raw(parent)} p where ${sql.join(join, sql` and `)})
        limit ${mostKept}`.execute(db);
      for (const { row, value } of lost)
        yield `${child} ${row}: its ${columns.join(", ")} (${value}) is not in ${parent}`;
    }
  },
};

/** The audit trail from its first line to its last, and the head stored outside the database. */
const auditTrail = (head: Verification["head"]): Check => ({
  name: "audit trail",
  async *run({ db, environment, looked }) {
    yield* chainProblems(db, await auditKeys(environment), looked);
    yield* unsealedProblems(db);
    for (const known of [await readHead(environment), head]) {
      const cut = known && (await headProblem(db, known));
      if (cut !== undefined) yield cut;
    }
  },
});

/** Each object referenced by a table exists and is intact. */
const objects: Check = {
  name: "stored objects",
  async *run({ db, storage, looked }) {
    for await (const { key, tables } of referencedKeys(db)) {
      looked(1);
      try {
        await finished((await storage.open(key)).resume());
      } catch (error) {
        yield `object ${key} of ${tables}: ${message(error)}`;
      }
    }
  },
};

/** Objects that no table references: `npm run admin -- clean` removes them. */
const lostObjects: Check = {
  name: "objects that nothing refers to",
  async *run({ db, storage, looked }) {
    for await (const key of orphans(db, storage, looked)) yield `object ${key} belongs to nothing`;
  },
};

async function ask(spec: Verification, check: Check): Promise<Finding> {
  const problems: string[] = [];
  let [looked, count] = [0, 0];
  const note = (problem: string): void => {
    count += 1;
    if (problems.length < mostKept) problems.push(problem);
    spec.onProblem?.(check.name, problem);
  };
  const ctx = {
    db: spec.db,
    storage: spec.storage,
    environment: spec.environment,
    looked: (more: number) => {
      spec.signal?.throwIfAborted();
      looked += more;
    },
  };
  try {
    for await (const problem of check.run(ctx)) note(problem);
    // An interrupted check has no result.
    spec.signal?.throwIfAborted();
  } catch (error) {
    spec.signal?.throwIfAborted();
    // A check that fails with an error is a finding too; the others still run.
    note(`this could not be asked: ${message(error)}`);
  }
  return { asked: check.name, looked, count, problems };
}

/** Runs all checks in sequence; a database with pending migrations is not checked further. */
export async function* verifyInstallation(spec: Verification): AsyncGenerator<Finding> {
  const first = await ask(spec, migrations);
  yield first;
  if (first.count > 0) return;
  const all = [
    schema,
    grants,
    constraints,
    foreignKeys,
    auditTrail(spec.head),
    sealedLots,
    ...spec.checks,
    objects,
    lostObjects,
  ];
  for (const check of all) {
    spec.signal?.throwIfAborted();
    yield await ask(spec, check);
  }
}

/** The number of nightly verifications kept. */
const nightsKept = 60;

/** Stores the result of a verification; returns the number of problems. */
export async function storeVerification(
  db: SystemDb,
  made: { readonly startedAt: Date; readonly finishedAt: Date; readonly findings: readonly Finding[] },
): Promise<number> {
  const problems = made.findings.reduce((sum, { count }) => sum + count, 0);
  const { id } = await db
    .insertInto("verification")
    .values({
      started_at: made.startedAt,
      finished_at: made.finishedAt,
      problems,
      findings: JSON.stringify(made.findings),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom("verification")
    .where("id", "<=", id - nightsKept)
    .execute();
  return problems;
}
