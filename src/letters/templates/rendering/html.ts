/** An e-mail as HTML and as plain text. All values are escaped; the only markup is written here. */
import { type Language, labelledIn } from "../../../ground/kernel/texts.ts";
import type { InsertedBlock } from "./body.ts";
import {
  type DocumentBlock,
  type DocumentModel,
  type Inline,
  isInsertedPart,
  type Lines,
  plainText,
} from "./render.ts";

/** What a block node becomes in a mail: labelled facts, tables, closing lines; strings only. */
export interface MailBlock {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly tables: readonly {
    readonly title: string;
    readonly total: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly closing: readonly string[];
}

export interface MailFrame {
  readonly subject: string;
  /** Lines under the mail: who sends it, with the registration number (Wki art. 11). */
  readonly footer: readonly string[];
  readonly insert: (kind: InsertedBlock) => MailBlock | null;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const words = "font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#16232b";
const soft = "color:#55636b;font-size:13px";
const cell = "padding:4px 12px 4px 0;vertical-align:top;text-align:left";
const last = "padding:4px 0;vertical-align:top;text-align:right";
/** A table that only puts things in their place. Outlook for Windows knows no width or padding of anything else. */
const frame = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"';

/** An address in the text becomes a link only where it is http(s); nothing else can be clicked. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((part, at) => {
      const safe = escapeHtml(part);
      return at % 2 === 1 ? `<a href="${safe}" style="color:#0b5f66">${safe}</a>` : safe;
    })
    .join("");
}

function inlineHtml({ text, bold, italic }: Inline): string {
  const inner = linked(text);
  const slanted = italic ? `<em>${inner}</em>` : inner;
  return bold ? `<strong>${slanted}</strong>` : slanted;
}

const linesHtml = (lines: Lines): string => lines.map((line) => line.map(inlineHtml).join("")).join("<br>");

function tableHtml(table: MailBlock["tables"][number], language: Language): string {
  const row = (tag: "th" | "td", cells: readonly string[], style: string) =>
    // A row of one cell spans the table and heads the rows below it.
    cells.length === 1 && table.columns.length > 1
      ? `<tr><td colspan="${table.columns.length}" style="${cell};${soft}">${escapeHtml(cells[0] ?? "")}</td></tr>`
      : `<tr>${cells.map((text, at) => `<${tag}${tag === "th" ? ' scope="col"' : ""} style="${at === cells.length - 1 ? last : cell};${style}">${escapeHtml(text)}</${tag}>`).join("")}</tr>`;
  return [
    `<p style="margin:8px 0 2px;font-weight:600">${escapeHtml(labelledIn(language, [table.title, table.total]))}</p>`,
    `<table width="100%" cellspacing="0" cellpadding="0" border="0" style="width:100%;${words};font-size:14px">`,
    `<thead>${row("th", table.columns, soft)}</thead>`,
    `<tbody>${table.rows.map((cells) => row("td", cells, "border-top:1px solid #c3cbcf")).join("")}</tbody></table>`,
  ].join("");
}

function insertHtml(block: MailBlock, language: Language): string {
  const facts = block.facts
    .map(
      ([label, value]) =>
        `<tr><th scope="row" style="${cell};${soft};font-weight:normal">${escapeHtml(label)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  return [
    `<table ${frame} style="width:100%"><tr><td style="padding:0 0 16px"><table ${frame} style="width:100%"><tr>`,
    `<td style="border:1px solid #0b5f66;padding:12px 16px;${words}">`,
    `<p style="margin:0 0 8px;font-weight:600;color:#0b5f66">${escapeHtml(block.title)}</p>`,
    facts === "" ? "" : `<table cellspacing="0" cellpadding="0" border="0" style="${words}">${facts}</table>`,
    ...block.tables.map((table) => tableHtml(table, language)),
    ...block.closing.map((text) => `<p style="margin:4px 0">${linked(text)}</p>`),
    "</td></tr></table></td></tr></table>",
  ].join("");
}

function blockHtml(block: DocumentBlock, insert: MailFrame["insert"], language: Language): string {
  if (isInsertedPart(block)) {
    const inserted = insert(block.kind);
    return inserted ? insertHtml(inserted, language) : "";
  }
  if (block.kind === "list") {
    const tag = block.ordered ? "ol" : "ul";
    const items = block.items.map((item) => `<li style="margin:0 0 4px">${item.map(linesHtml).join("<br>")}</li>`);
    return `<${tag} style="margin:0 0 14px;padding-left:22px">${items.join("")}</${tag}>`;
  }
  if (block.kind === "heading") {
    return `<h2 style="font-size:16px;margin:20px 0 8px;color:#0b5f66">${linesHtml(block.lines)}</h2>`;
  }
  return `<p style="margin:0 0 14px">${linesHtml(block.lines)}</p>`;
}

/**
 * The mail as a whole HTML document, readable without images, scripts or anything from elsewhere: one column of at most 600 pixels. Outlook for Windows
 * knows no greatest width, so that it alone is given a table of that width.
 */
export function htmlMail(model: DocumentModel, around: MailFrame): string {
  const body = model.blocks.map((block) => blockHtml(block, around.insert, model.language)).join("\n");
  const footer = around.footer.map((line) => escapeHtml(line)).join("<br>");
  return [
    `<!doctype html><html lang="${model.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(around.subject)}</title></head>`,
    // Every text stands on a ground of our own: a client with a dark scheme turns both round, or neither.
    `<body style="margin:0;padding:0;background-color:#ffffff">`,
    `<table ${frame} style="width:100%;background-color:#ffffff"><tr><td align="center" style="padding:24px 16px">`,
    `<!--[if mso]><table role="presentation" width="600" cellspacing="0" cellpadding="0" border="0"><tr><td><![endif]-->`,
    `<div style="max-width:600px;margin:0 auto"><table ${frame} style="width:100%"><tr><td align="left" style="${words};text-align:left">`,
    body,
    `<table ${frame} style="width:100%"><tr><td style="border-top:1px solid #c3cbcf;padding:12px 0 0;${words};${soft}">${footer}</td></tr></table>`,
    "</td></tr></table></div>",
    "<!--[if mso]></td></tr></table><![endif]-->",
    "</td></tr></table></body></html>",
  ].join("\n");
}

function insertText(block: MailBlock, language: Language): string {
  const tables = block.tables.map((table) =>
    [
      labelledIn(language, [table.title, table.total]),
      ...table.rows.map((row) => `- ${row.filter((text) => text !== "").join(" | ")}`),
    ].join("\n"),
  );
  return [
    block.title,
    ...block.facts.map(([label, value]) => labelledIn(language, [label, value])),
    ...(tables.length > 0 ? ["", ...tables] : []),
    ...block.closing,
  ].join("\n");
}

/** The same mail for readers of plain text. */
export const textMail = (model: DocumentModel, frame: MailFrame): string => {
  const body = plainText(model, (kind) => {
    const inserted = frame.insert(kind);
    return inserted ? insertText(inserted, model.language) : "";
  });
  return `${body}\n\n-- \n${frame.footer.join("\n")}\n`;
};
