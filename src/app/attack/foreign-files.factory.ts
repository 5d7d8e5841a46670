/** Files of a clerk, of his team, of another team and of nobody, each with all that can hang on a file, and what tells a foreign one. */
import { sql } from "kysely";
import { z } from "zod";
import { agendaSubjectList, createAgendaItem } from "../../cases/agenda/agenda.contract.ts";
import { sendFileMessage } from "../../cases/file-page/composer/composer.contract.ts";
import { addAttachments } from "../../cases/logs/attachments/attachments.contract.ts";
import { requestDataChange } from "../../cases/logs/lines/line-details.contract.ts";
import { createLog, updateLog } from "../../cases/logs/logs.contract.ts";
import { addParty } from "../../cases/parties/parties.contract.ts";
import { planBulk } from "../../exchange/bulk/bulk.contract.ts";
import { requestExport } from "../../exchange/exports/exports.contract.ts";
import { usualFields } from "../../exchange/exports/exports.ts";
import { Importer, placeOne, validRow } from "../../exchange/intake/intake.factory.ts";
import { roles } from "../../ground/kernel/access.ts";
import { date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { requestAddressCheck } from "../../law/surveillance/surveillance.contract.ts";
import { addPaper } from "../../legal/handover/papers/papers.contract.ts";
import { planRun } from "../../letters/processing/processing.contract.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { bookPaymentCall, makePromise, proposeArrangement } from "../../money/claims/claims.contract.ts";
import { requestApproval } from "../../money/claims/interest/approvals.contract.ts";
import { createAccount, uploadStatement } from "../../money/payments/payments.contract.ts";
import { camtFile } from "../../money/payments/payments.factory.ts";
import { addContact } from "../../people/customers/customers.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { type NewTestUser, startWorld, type Visitor, type World } from "../testing/world.factory.ts";

/** Every role but those of administrators, who look after the whole installation. */
export const clerksRoles: readonly string[] = roles.filter(
  (role) => !["ROLE_ADMIN", "ROLE_SUPER_ADMIN", "ROLE_PREVIOUS_ADMIN"].includes(role),
);

/** Ids that are given out while foreign files are made, a part of its own for each table. */
const foreignFrom = 1_000_000_000;
const part = 1_000_000;

export interface Id {
  readonly table: string;
  readonly id: string;
}

export interface MadeFile {
  readonly id: number;
  readonly number: string;
}

export interface House {
  readonly world: World;
  readonly client: number;
  /** Sees everything. */
  readonly manager: Visitor;
  /** Sees the files given to him and those of his team. */
  readonly clerk: Visitor;
  readonly mine: MadeFile;
  readonly ofTeam: MadeFile;
  /** Another of his team, which came in by an import. */
  readonly imported: MadeFile;
  /** Ids of records of his files, and of what belongs to nobody: of each table a few. */
  ownIds(): Promise<Id[]>;
  /** Makes the files of others, whatever hangs on them, and works of the manager over all files. */
  addForeign(): Promise<Foreign>;
}

export interface Foreign {
  readonly files: readonly MadeFile[];
  /** The client's references of them. */
  readonly refs: readonly string[];
  /** Ids of what hangs on them: of each table a few. */
  readonly ids: readonly Id[];
  /** What in a text tells of them. */
  tells(text: string): string | undefined;
}

const mark = "Vreemdgaans";
const foreignCents = 733_191;
const amounts = /733191|7[.,]?331[.,]91/;
const idPattern = /(?<![\w.-])1[01]\d{8}(?![\w-])/;

export async function startHouse(): Promise<House> {
  const world = await startWorld();
  await registerProvider(world);
  await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
  const north = await teamOf(world, "Noord");
  const south = await teamOf(world, "Zuid");
  const manager = await world.login({ acl: ["*"], name: "M. Anager" });
  const user: NewTestUser = { acl: clerksRoles, teamIds: [north], name: "K. Lerk" };
  const clerk = await world.login(user);
  const client = (await makeClient(world.db, world.clock)).id;
  await manager.call(createAccount, {
    body: { iban: "NL20 INGB 0001 2345 67", name: "Derdengelden", kind: "client_money" },
  });
  const make = maker(world, manager, client);
  const mine = await make({ owner: clerk.userId, team: null, text: "Eigen", cents: 10_000 });
  const ofTeam = await make({ owner: null, team: north, text: "Teamgenoot", cents: 20_000 });
  await login(world, manager, client);
  await manager.call(requestApproval, {
    body: { client, kind: "contractual", rate: 170_000, reason: "Voorwaarden van de klant" },
  });
  const imported = await importOne(world, manager, client, "Teamimport", north);
  await worksOverAll(world, manager, client, [mine, ofTeam]);

  return {
    world,
    client,
    manager,
    clerk,
    mine,
    ofTeam,
    imported,
    ownIds: async () => [{ table: "case_file", id: String(mine.id) }, ...(await idsIn(world, "< 1000000000"))],
    async addForeign() {
      const sequences = await giveOutFrom(world);
      const files = [
        await make({ owner: manager.userId, team: south, text: mark, cents: foreignCents }),
        // The same person as the clerk's own debtor.
        await make({ owner: null, team: null, text: mark, cents: foreignCents, like: mine.id }),
      ];
      const theirs = await importOne(world, manager, client, mark, null);
      await worksOverAll(world, manager, client, [mine, ofTeam, ...files]);
      const hanging = await idsIn(world, ">= 1000000000");
      await giveBack(world, sequences);
      const entry = await receive(world, manager, [...files, theirs]);
      const ids = [...hanging, ...files.map(({ id }) => ({ table: "case_file", id: String(id) })), entry];
      const numbers = [...files, theirs].map(({ number }) => number);
      return {
        files: [...files, theirs],
        refs: [`${mark}-${foreignCents}-0`, `${mark}-import`],
        ids,
        tells(text) {
          const word = [mark, ...numbers].find((each) => text.toLowerCase().includes(each.toLowerCase()));
          return word ?? amounts.exec(text)?.[0] ?? idPattern.exec(text)?.[0];
        },
      };
    },
  };
}

const teamOf = async (world: World, name: string): Promise<number> =>
  (await world.db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()).id;

interface Making {
  readonly owner: number | null;
  readonly team: number | null;
  readonly text: string;
  readonly cents: number;
  /** The file whose debtor it is once more. */
  readonly like?: number;
}

const maker =
  (world: World, manager: Visitor, client: number) =>
  async ({ owner, team, text, cents, like }: Making): Promise<MadeFile> => {
    const file = await placeOne(
      world,
      client,
      claimOf({
        debtor: person({ lastName: `${text}er`, street: `${text}straat`, email: `${text.toLowerCase()}@example.nl` }),
        clientRef: `${text}-${cents}-${like ?? 0}`,
        claimTitle: `${text}dienst`,
        invoices: [
          {
            number: `${text}-${like ?? 0}`,
            date: date("2026-03-01"),
            dueDate: date("2026-03-31"),
            cents,
            description: text,
          },
        ],
      }),
    );
    await sql`update case_file set case_manager_id = ${owner}, team_id = ${team} where id = ${file.id}`.execute(
      world.db,
    );
    await fill(manager, file.id, text);
    if (like !== undefined)
      await sql`update debtor d set display_name = o.display_name, sort_name = o.sort_name, search_name = o.search_name,
          last_name = o.last_name, postcode = o.postcode, house_number = o.house_number, street = o.street, email = o.email,
          mobile = o.mobile, initials = o.initials, prefix = o.prefix
        from debtor o where o.id = (select debtor_id from case_file where id = ${like})
          and d.id = (select debtor_id from case_file where id = ${file.id})`.execute(world.db);
    await world.drain();
    return { id: file.id, number: file.number };
  };

const pdf = Buffer.from("%PDF-1.4\n% brief\n%%EOF\n");

/** Whatever can hang on a file. */
async function fill(manager: Visitor, id: number, text: string): Promise<void> {
  const params = { id };
  await manager.call(requestDataChange, { params, body: { wanted: { city: "Zeist" }, note: text } });
  const line = await manager.call(createLog, { body: { file: id, type: "note", subject: `Notitie ${text}` } });
  await manager.call(updateLog, {
    params: { id: line.id },
    body: { subject: `Anders ${text}`, content: text, version: line.version },
  });
  await manager.call(addAttachments, {
    params: { id: line.id },
    files: { files: { name: `${text}.pdf`, content: pdf } },
  });
  await manager.call(createLog, { body: { file: id, type: "income_expenses", subject: `Inkomsten ${text}` } });
  const [subject] = (await manager.call(agendaSubjectList, {})).items;
  await manager.call(createAgendaItem, {
    params,
    body: { subject: Number(subject?.id), on: "2026-11-20", note: text },
  });
  await manager.call(addPaper, {
    params,
    body: { kind: "invoice" },
    files: { file: { name: `${text}.pdf`, content: pdf } },
  });
  await manager.call(sendFileMessage, {
    params,
    body: { channel: "email", template: "EM_FIRST", key: crypto.randomUUID(), note: text },
  });
  await manager.call(sendFileMessage, {
    params,
    body: { channel: "post", template: "POST_LAST", key: crypto.randomUUID() },
  });
  await manager.call(requestAddressCheck, { params, body: { note: text } });
  await manager.call(addParty, {
    params,
    body: {
      role: "administrator",
      from: "2026-11-01",
      reference: text,
      person: { ...person({ lastName: `${text}beheer` }), language: "nl" },
    },
  });
  await manager.call(requestApproval, {
    body: { file: id, kind: "contractual", rate: 180_000, reason: text },
  });
  await manager.call(bookPaymentCall, {
    params,
    body: { date: "2026-11-10", amount: "12.34", kind: "agency", reference: text },
  });
  await manager.call(proposeArrangement, { params, body: { first: "2026-12-01", frequency: "month", count: 3 } });
  await manager.call(makePromise, { params, body: { by: "2026-11-27", amount: "10.00", note: text } });
}

/** Somebody of the client with a login, of whom the client's page tells how many files they see. */
async function login(world: World, manager: Visitor, client: number): Promise<void> {
  const { userId } = await world.login({ kind: "contact", clientIds: [client], name: "C. Ontact" });
  const { id } = await manager.call(addContact, {
    params: { id: client },
    body: { name: "C. Ontact", email: "c.ontact@example.nl" },
  });
  await world.db.updateTable("client_contact").set({ user_id: userId }).where("id", "=", id).execute();
}

/** A file that comes in by an import of the manager. */
async function importOne(
  world: World,
  manager: Visitor,
  client: number,
  text: string,
  team: number | null,
): Promise<MadeFile> {
  const importer = new Importer(world, manager, client);
  await importer.placed([
    validRow({ last_name: `${text}ink`, client_ref: `${text}-import`, claim_title: text }),
    validRow({ last_name: `${text}afgekeurd`, client_ref: `${text}-fout`, amount: "niets" }),
  ]);
  const { id, number } = await importer.fileOf(`${text}-import`);
  await sql`update case_file set case_manager_id = null, team_id = ${team} where id = ${id}`.execute(world.db);
  return { id, number };
}

/** A run, an action on many and an export of the manager, over all files. */
async function worksOverAll(world: World, manager: Visitor, client: number, files: readonly MadeFile[]): Promise<void> {
  await manager.call(planRun, { body: { clients: [client] } });
  await manager.call(planBulk, {
    body: {
      chosen: { by: "files", files: files.map(({ id }) => id) },
      action: { kind: "note", subject: "Aan allen" },
    },
  });
  await manager.call(requestExport, { body: { format: "csv", columns: [...usualFields], filter: {} } });
  await world.drain();
}

/** Money for those files, by a bank statement. Returns an entry of it. */
async function receive(world: World, manager: Visitor, files: readonly MadeFile[]): Promise<Id> {
  const lines = files.map(({ number }, at) => ({ cents: 1_111 + at, name: mark, text: `Dossier ${number}` }));
  const content = camtFile({
    iban: "NL20INGB0001234567",
    number: 1,
    date: "2026-11-19",
    openingCents: 0,
    lines,
  });
  await manager.call(uploadStatement, { files: { file: { name: "afschrift.xml", content } } });
  await world.drain();
  const booked = await world.db
    .selectFrom("bank_entry")
    .select("id")
    .where("file_id", "=", files[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  return { table: "bank_entry", id: String(booked.id) };
}

interface Sequence {
  readonly name: string;
  readonly next: number;
}

/** From here on every table gives out ids that tell foreign records from others. */
async function giveOutFrom(world: World): Promise<Sequence[]> {
  const { db } = world.owner;
  const { rows } = await sql<Sequence>`select c.oid::regclass::text as name,
      coalesce(pg_sequence_last_value(c.oid), 0) + 1 as next from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  for (const [at, { name }] of rows.entries()) await restart(world, name, foreignFrom + at * part);
  return rows;
}

async function giveBack(world: World, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, next } of sequences) await restart(world, name, Number(next));
}

const restart = (world: World, name: string, at: number) =>
  sql`alter sequence ${sql.raw(name)} restart with ${sql.raw(String(at))}`.execute(world.owner.db);

/** Tables whose ids stand in addresses, besides those of what hangs on a file. */
const addressed = [
  "app_user",
  "bank_entry",
  "bank_statement",
  "bulk",
  "case_file",
  "client",
  "debtor",
  "file_export",
  "import_batch",
  "log_attachment",
  "run",
];

/** Of each such table the last id of those, and keys that are no numbers. */
async function idsIn(world: World, which: string): Promise<Id[]> {
  const { db } = world.owner;
  const { rows: tables } = await sql<{ name: string; type: string }>`select i.table_name as name, i.data_type as type
    from information_schema.columns i where i.table_schema = 'public' and i.column_name = 'id' and (i.table_name = any(${addressed})
      or exists (select from information_schema.columns f where f.table_name = i.table_name and f.column_name = 'file_id'))
    order by 1`.execute(db);
  const ids: Id[] = [];
  for (const { name: table, type } of tables) {
    const { rows } =
      type === "uuid"
        ? await sql<{ id: unknown }>`select id from ${sql.table(table)} limit 2`.execute(db)
        : await sql<{ id: unknown }>`select max(id) as id from ${sql.table(table)} where id ${sql.raw(which)}`.execute(
            db,
          );
    for (const { id } of rows) if (id !== null) ids.push({ table, id: z.coerce.string().parse(id) });
  }
  return ids;
}
