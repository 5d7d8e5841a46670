/** Makes the bundle of a file: a job gathers, hashes and packs; nothing is left out without being named. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { dateInAmsterdam, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { decimalFromCents, decimalFromRate } from "../../../ground/kernel/money.ts";
import {
  blob,
  type Ctx,
  type Db,
  type Handler,
  handle,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { csvPieces } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { DamagedObject } from "../../../ground/platform/server/storage/storage.ts";
import { type ZipEntry, zipStream } from "../../../ground/platform/server/storage/zip-stream.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { providerOf } from "../../../ground/settings/settings.ts";
import { fileMessages, papersOf, pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import { fileBalance, statementOf } from "../../../money/claims/claims.server.ts";
import { derive } from "../../../money/claims/claims.ts";
import { filePapers, requireOffice } from "../../handover/handover.server.ts";
import { claimOf } from "../drafting/facts.server.ts";
import { paperLayout } from "../drafting/layout.server.ts";
import { type CourtBundleRow, downloadCourtBundle, listCourtBundles, makeCourtBundle } from "./bundle.contract.ts";
import { claimPage, folderOf, indexPage, type Listed, manifestOf, plainName } from "./contents.ts";

type FileMessage = Awaited<ReturnType<typeof fileMessages.all>>[number];
type Part = Listed & { readonly bytes: Uint8Array };

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const part = (path: string, title: string, on: PlainDate | null, bytes: Uint8Array): Part => ({
  path,
  title,
  on,
  bytes,
  sha256: hashOf(bytes),
});
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

async function csv(head: readonly string[], rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pieces: string[] = [];
  for await (const piece of csvPieces(head, rows, { language: "nl" })) pieces.push(piece);
  return text(pieces.join(""));
}

/** How it is known that a message left: told by the post, by the mail server or the operator, or only that it was made. */
function proofOf({ channel, postedOn, sentAt, outbox }: FileMessage): string {
  if (postedOn !== null) return `ter post op ${formatShortDate(postedOn, "nl")}`;
  if (sentAt !== null) return `aangenomen door de ontvangende dienst op ${sentAt.toISOString()}`;
  return channel === "post"
    ? "gemaakt; de dag van terpostbezorging is niet gemeld"
    : `niet verzonden (${outbox ?? "onbekend"})`;
}

async function messageParts(db: Db, fileId: number): Promise<Part[]> {
  const messages = await fileMessages.all(db, fileId);
  const texts = messages
    .filter(({ documentId }) => documentId === null)
    .map((message, at) => {
      const on = dateInAmsterdam(message.madeAt);
      const head = [
        `Kanaal: ${message.channel}`,
        `Aan: ${message.to}`,
        `Gemaakt: ${message.madeAt.toISOString()}`,
        `Verzending: ${proofOf(message)}`,
      ];
      const words = [...head, `Onderwerp: ${message.subject}`, "", message.text, ""].join("\n");
      const name = plainName(`${message.channel}-${on}.txt`, at + 1);
      return part(`05-correspondentie/berichten/${name}`, message.subject || message.channel, on, text(words));
    });
  const rows = messages.map((message) => [
    String(message.id),
    message.madeAt.toISOString(),
    message.channel,
    message.to,
    message.subject,
    message.documentId === null ? "" : String(message.documentId),
    proofOf(message),
  ]);
  const proof = await csv(
    ["bericht", "gemaakt", "kanaal", "aan", "onderwerp", "document", "bewijs van verzending"],
    rows,
  );
  return [...texts, part("05-correspondentie/verzendbewijs.csv", "Bewijs van verzending", null, proof)];
}

/** The bytes of an object; undefined for what does not lie there any more, or is damaged. */
const readable = (ctx: Pick<JobCtx, "storage">, key: string): Promise<Uint8Array | undefined> =>
  ctx.storage.get(key).catch((error: unknown) => {
    if (error instanceof DamagedObject || (error instanceof VorderError && error.code === "notFound")) return undefined;
    throw error;
  });

/** The papers of the file in folders by what they are; those of nobody's saying among the others. */
async function paperParts(ctx: JobCtx, fileId: number): Promise<{ parts: Part[]; leftOut: string[] }> {
  const found = await ctx.tx(async (work) => ({
    papers: (await filePapers(work, fileId)).filter(({ source }) => source === "document"),
    keys: await work.db.selectFrom("document").select(["id", "storage_key"]).where("file_id", "=", fileId).execute(),
    hashes: new Map((await papersOf(work.db, fileId)).map(({ id, sha256 }) => [id, sha256])),
  }));
  const keys = new Map(found.keys.map(({ id, storage_key }) => [id, storage_key]));
  const parts: Part[] = [];
  const leftOut: string[] = [];
  for (const [at, { id, name, on, kind }] of found.papers.entries()) {
    const key = keys.get(id);
    const bytes = key ? await readable(ctx, key) : undefined;
    if (bytes && hashOf(bytes) === found.hashes.get(id))
      parts.push(
        part(`${folderOf[kind ?? "other"]}/${plainName(name, at + 1)}`, name, parsePlainDate(on) ?? null, bytes),
      );
    else leftOut.push(name);
  }
  return { parts, leftOut };
}

type Node = ReturnType<typeof derive>;
/** The label of a node as a sentence in Dutch. */
function sayNode(ctx: Pick<WorkCtx, "translate">, { label, values }: Node): string {
  const said = Object.entries(values).map(([name, value]): [string, string] => {
    switch (value.kind) {
      case "date":
        return [name, formatShortDate(value.value, "nl")];
      case "money":
        return [name, formatMoney(value.value, "nl")];
      case "rate":
        return [name, decimalFromRate(value.value).replace(".", ",")];
      case "term":
        return [name, ctx.translate({ key: `claims.${value.value}` }, "nl")];
      default:
        return [name, String(value.value)];
    }
  });
  return ctx.translate({ key: `claims.${label}`, values: Object.fromEntries(said) }, "nl").trim();
}

interface Head {
  readonly on: PlainDate;
  readonly author: string;
  readonly number: string;
  readonly about: string;
}

async function claimParts(ctx: JobCtx, fileId: number, asOf: PlainDate): Promise<{ parts: Part[]; head: Head }> {
  const { page, head, payments } = await ctx.tx(async (work) => {
    const { number, clientRef } = await requireFile(work, fileId);
    const statement = await statementOf(work.db, fileId, asOf);
    const author = providerOf(await globalSettings(work.db)).registeredName;
    const about = `Dossier ${number}, kenmerk ${clientRef}, stand op ${formatShortDate(asOf, "nl")}`;
    const top = { on: asOf, author, number, about };
    const tree = derive(await fileBalance(work.db, fileId, asOf), "open");
    return {
      head: top,
      page: claimPage(top, about, claimOf(statement), tree, (node) => sayNode(work, node)),
      payments: statement.payments.map(({ date, amount, kind, reference, allocated, reversed }) => [
        date,
        decimalFromCents(amount),
        kind,
        reference,
        decimalFromCents(allocated.costs),
        decimalFromCents(allocated.interest),
        decimalFromCents(allocated.principal),
        reversed === null ? "" : reversed.date,
      ]),
    };
  });
  const columns = [
    "datum",
    "bedrag",
    "soort",
    "omschrijving",
    "op kosten",
    "op rente",
    "op hoofdsom",
    "teruggeboekt op",
  ];
  return {
    head,
    parts: [
      part(
        "01-opbouw-van-de-vordering.pdf",
        "Opbouw van de vordering en herleiding",
        asOf,
        await pdfOf.page(paperLayout, page),
      ),
      part("06-betalingen/betalingen.csv", "Betalingen", asOf, await csv(columns, payments)),
    ],
  };
}

/** The same files of the same day make the same archive, byte for byte. */
function archive(parts: readonly Part[], asOf: PlainDate): Readable {
  const changedAt = new Date(`${asOf}T12:00:00Z`);
  const entries: ZipEntry[] = [
    ...parts.map(({ path, bytes }) => ({
      name: path,
      changedAt,
      open: async () => Readable.from([Buffer.from(bytes)]),
    })),
    { name: "SHA256SUMS", changedAt, open: async () => Readable.from([Buffer.from(manifestOf(parts))]) },
  ];
  return zipStream(entries);
}

interface Asked {
  readonly id: number;
  readonly file_id: number;
  readonly as_of: PlainDate;
}

async function packBundle(ctx: JobCtx, { id: bundleId, file_id: fileId, as_of: asOf }: Asked): Promise<void> {
  const { parts: claim, head } = await claimParts(ctx, fileId, asOf);
  await ctx.progress(1, 3);
  const { parts: papers, leftOut } = await paperParts(ctx, fileId);
  const listed = [...claim, ...papers, ...(await messageParts(ctx.db, fileId))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  await ctx.progress(2, 3);
  const gone = leftOut.length === 0 ? "" : `. Niet meer beschikbaar: ${leftOut.join("; ")}`;
  const index = await pdfOf.page(paperLayout, indexPage(head, `${head.about}${gone}`, listed));
  const parts = [part("00-index.pdf", "Index", asOf, index), ...listed];
  const stored = await ctx.storage.putStream(archive(parts, asOf), { name: `${head.number}.zip` });
  const isOurs = await ctx.tx(async (work) => {
    const done = await work.db
      .updateTable("court_bundle")
      .set({
        state: "ready",
        ready_at: work.clock.now(),
        storage_key: stored.key,
        sha256: stored.sha256,
        bytes: stored.size,
        files: parts.length,
        left_out: JSON.stringify(leftOut),
      })
      .where("id", "=", bundleId)
      .where("state", "=", "making")
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) return false;
    await writeLog(work, {
      fileId,
      type: "document",
      subject: { key: "court-papers.logBundle" },
    });
    return true;
  });
  if (!isOurs) await ctx.storage.discard(stored.key);
  await ctx.progress(3, 3);
}

/** What cannot be made says so; whoever asked may ask again. A process that stops leaves it to the next one. */
async function makeBundle(ctx: JobCtx, bundleId: number): Promise<JobOutcome> {
  const bundle = await ctx.db.selectFrom("court_bundle").selectAll().where("id", "=", bundleId).executeTakeFirst();
  if (bundle?.state !== "making") return;
  try {
    await packBundle(ctx, bundle);
  } catch (error) {
    if (!ctx.signal.aborted)
      await ctx.tx(({ db }) =>
        db
          .updateTable("court_bundle")
          .set({ state: "failed" })
          .where("id", "=", bundleId)
          .where("state", "=", "making")
          .execute(),
      );
    throw error;
  }
}

export const bundleJob = job({
  name: "courtPapers.bundle",
  payload: z.object({ bundleId: z.number().int() }),
  expireSeconds: 900,
  run: (ctx, { bundleId }) => makeBundle(ctx, bundleId),
});

const leftOutNames = z.array(z.string());

async function bundlesOf(db: Db, fileId: number): Promise<(CourtBundleRow & { readonly key: string | null })[]> {
  const rows = await db
    .selectFrom("court_bundle as b")
    .leftJoin("app_user as u", "u.id", "b.asked_by")
    .selectAll("b")
    .select("u.name as asker")
    .where("b.file_id", "=", fileId)
    .orderBy("b.id", "desc")
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    state: courtState.parse(row.state),
    asOf: row.as_of,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asker,
    sha256: row.sha256,
    bytes: row.bytes,
    files: row.files,
    leftOut: leftOutNames.parse(row.left_out),
    key: row.storage_key,
  }));
}
const courtState = z.enum(["making", "ready", "failed"]);

const out = ({ key: _key, ...row }: Awaited<ReturnType<typeof bundlesOf>>[number]): CourtBundleRow => row;

async function requireBundle(ctx: Ctx, fileId: number, bundleId: number) {
  const found = (await bundlesOf(ctx.db, fileId)).find(({ id }) => id === bundleId);
  if (!found) throw notFound();
  return found;
}

export const bundleHandlers: readonly Handler[] = [
  handle(listCourtBundles, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return { items: (await bundlesOf(ctx.db, params.id)).map(out) };
  }),
  handle(makeCourtBundle, async (ctx, { params }) => {
    requireOffice(ctx);
    const file = await requireFile(ctx, params.id);
    const { id } = await ctx.db
      .insertInto("court_bundle")
      .values({
        file_id: file.id,
        state: "making",
        as_of: ctx.clock.today(),
        asked_at: ctx.clock.now(),
        asked_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const title = ctx.translate({ key: "court-papers.jobBundle", values: { file: file.number } }, ctx.lang);
    await ctx.track(bundleJob, { bundleId: id }, title, `court-bundle:${id}`);
    await ctx.audit({ action: "file.court-bundle", subject: "file", subjectId: file.id, after: { bundle: id } });
    return out(await requireBundle(ctx, file.id, id));
  }),
  handle(downloadCourtBundle, async (ctx, { params }) => {
    requireOffice(ctx);
    const file = await requireFile(ctx, params.id);
    const { key, asOf } = await requireBundle(ctx, file.id, params.bundleId);
    if (key === null) throw notFound();
    return blob({
      content: await ctx.storage.open(key),
      mime: "application/zip",
      name: `${file.number}-bundel-${asOf}.zip`,
    });
  }),
];
