/** What lies in a bundle, gathered from the file: the claim, its papers, and what was written with the proof that it left. */
import { createHash } from "node:crypto";
import { requireFile } from "../../../cases/files/files.server.ts";
import { dateInAmsterdam, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { decimalFromCents, decimalFromRate } from "../../../ground/kernel/money.ts";
import type { Db, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { csvPieces } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { DamagedObject } from "../../../ground/platform/server/storage/storage.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { providerOf } from "../../../ground/settings/settings.ts";
import { fileMessages, papersOf, pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { judgeHandover } from "../../../letters/processing/processing.server.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import { fileBalance, statementOf } from "../../../money/claims/claims.server.ts";
import { derive, withoutInvoices } from "../../../money/claims/claims.ts";
import { filePapers } from "../../handover/handover.server.ts";
import { claimOf, leftOutOn } from "../drafting/facts.server.ts";
import { paperLayout } from "../drafting/layout.server.ts";
import { claimPage, folderOf, type Listed, plainName } from "./contents.ts";

type FileMessage = Awaited<ReturnType<typeof fileMessages.all>>[number];
export type Part = Listed & { readonly bytes: Uint8Array };

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const part = (path: string, title: string, on: PlainDate | null, bytes: Uint8Array): Part => ({
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

export async function messageParts(db: Db, fileId: number): Promise<Part[]> {
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
export async function paperParts(ctx: JobCtx, fileId: number): Promise<{ parts: Part[]; leftOut: string[] }> {
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
function nodeText(ctx: Pick<WorkCtx, "translate">, { label, values }: Node): string {
  const entries = Object.entries(values).map(([name, value]): [string, string] => {
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
  return ctx.translate({ key: `claims.${label}`, values: Object.fromEntries(entries) }, "nl").trim();
}

export interface Head {
  readonly on: PlainDate;
  readonly author: string;
  readonly number: string;
  readonly about: string;
}

export async function claimParts(ctx: JobCtx, fileId: number, asOf: PlainDate): Promise<{ parts: Part[]; head: Head }> {
  const { page, head, payments } = await ctx.tx(async (work) => {
    const { number, clientRef } = await requireFile(work, fileId);
    const statement = await statementOf(work.db, fileId, asOf);
    const author = providerOf(await globalSettings(work.db)).registeredName;
    const about = `Dossier ${number}, kenmerk ${clientRef}, stand op ${formatShortDate(asOf, "nl")}`;
    const top = { on: asOf, author, number, about };
    // The claim as the papers make it; the list of payments is of all that came in.
    const leftOut = leftOutOn(await judgeHandover(work, fileId), asOf);
    const claim = claimOf(await statementOf(work.db, fileId, asOf, leftOut));
    const tree = derive(withoutInvoices(await fileBalance(work.db, fileId, asOf), leftOut), "open");
    return {
      head: top,
      page: claimPage(top, about, claim, tree, (node) => nodeText(work, node)),
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
