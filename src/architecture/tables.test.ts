/** Rule 3: who writes which table, and how migrations are named. */
import { hold, isCode, isGenerated, isTest, moduleOf, type Tree, withoutComments } from "./tree.factory.ts";

const tablePattern = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)"?/gi;
const writePatterns = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/g,
  /\binsert\s+into\s+"?(\w+)"?\s*(?:\(|select|values|default)/gi,
  /\bupdate\s+(?:only\s+)?"?(\w+)"?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
  /\bdelete\s+from\s+(?:only\s+)?"?(\w+)"?/gi,
  /\btruncate\s+(?:table\s+)?"?(\w+)"?/gi,
  /\bcopy\s+"?(\w+)"?\s*(?:\([^)]*\)\s*)?from\b/gi,
];

/** Claim events are entered by one file, behind the law gate: whatever raises a debt is judged there (decision 0044). */
const eventRecord = "money/claims/record/record.server.ts";
const entersEvents = /insertInto\(\s*"claim_event|insert\s+into\s+claim_event\b/i;
const ungatedEvents = (of: Tree): string[] =>
  [...of]
    .filter(
      ([path, text]) =>
        isCode(path) && !isTest(path) && path !== eventRecord && entersEvents.test(withoutComments(text)),
    )
    .map(([path]) => `${path} enters claim events beside ${eventRecord}`);

// Tables of one released migration whose modules were parted since: a migration stays as it was.
const partedTables: ReadonlyMap<string, string> = new Map([
  ["debtor", "cases/persons"],
  ["file_hold", "cases/states"],
  ["file_closure", "cases/states"],
]);

function tableOwners(of: Tree): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of of) {
    if (!path.endsWith(".sql")) continue;
    for (const [, table = ""] of text.replace(/--.*$/gm, "").matchAll(tablePattern))
      owners.set(table, partedTables.get(table) ?? moduleOf(path) ?? "");
  }
  return owners;
}

function foreignWrites(of: Tree): string[] {
  const owners = tableOwners(of);
  return [...of].flatMap(([path, text]) => {
    if (isTest(path) || isGenerated(path)) return [];
    const code = withoutComments(text).replace(/--.*$/gm, "");
    const tables = writePatterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = ""]) => table));
    return [...new Set(tables)].flatMap((table) => {
      const owner = owners.get(table);
      return owner === undefined || owner === moduleOf(path)
        ? []
        : [`${path} writes ${table}, which belongs to ${owner}`];
    });
  });
}

const migrationPattern = /^[a-z]+\/[a-z-]+\/(?:[a-z-]+\/)*(\d{4})-[a-z0-9-]+\.sql$/;
function misnamedMigrations(of: Tree): string[] {
  const seen = new Map<string, string>();
  return [...of.keys()].flatMap((path) => {
    if (!path.endsWith(".sql")) return [];
    const number = migrationPattern.exec(path)?.[1];
    if (number === undefined) return [`${path} is not named like 0060-merchant.sql`];
    const other = seen.get(number);
    seen.set(number, path);
    return other ? [`${path} and ${other} share a number`] : [];
  });
}

hold([
  {
    says: "3. A table is written only by the module whose SQL made it",
    broken: foreignWrites,
    example: {
      "people/merchants/0060-merchant.sql": "create table merchant (id int);",
      "people/merchants/merchants.server.ts": 'db.insertInto("merchant"); db.selectFrom("client")',
      "cases/files/files.server.ts": 'db.updateTable("merchant as m"); sql`delete from merchant`',
      "cases/logs/logs.server.ts": "// delete from merchant\nsql`update merchant m set name = 1`",
      "cases/files/files.factory.ts": 'db.insertInto("merchant")',
    },
    found: [
      "cases/files/files.server.ts writes merchant, which belongs to people/merchants",
      "cases/logs/logs.server.ts writes merchant, which belongs to people/merchants",
    ],
  },
  {
    says: "3a. Claim events are entered by one function, behind the law gate",
    broken: ungatedEvents,
    example: {
      "money/claims/record/record.server.ts": "sql`insert into claim_event (file_id) select 1`",
      "money/claims/other.server.ts": 'db.insertInto("claim_event")',
      "money/claims/testing/file.factory.ts": 'db.insertInto("claim_event")',
    },
    found: ["money/claims/other.server.ts enters claim events beside money/claims/record/record.server.ts"],
  },
  {
    says: "Migrations are named NNNN-name.sql and share no number",
    broken: misnamedMigrations,
    example: { "cases/files/migrations/0070-files.sql": "", "cases/logs/0070-logs.sql": "", "cases/logs/logs.sql": "" },
    found: [
      "cases/logs/0070-logs.sql and cases/files/migrations/0070-files.sql share a number",
      "cases/logs/logs.sql is not named like 0060-merchant.sql",
    ],
  },
]);
