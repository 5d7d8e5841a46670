/** What lies in a bundle and where: folders by kind, names that a manifest can hold, the index and the derivation as pages. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { dateParts } from "../../../ground/kernel/dates.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import type { derive } from "../../../money/claims/claims.ts";
import type { PaperKind } from "../../handover/handover.ts";
import { type PaperBlock, type PaperPage, printable } from "../drafting/page.ts";
import { type ClaimOnDay, claimTables } from "../drafting/paper.ts";

type Derivation = ReturnType<typeof derive>;

/** Folders in the order in which a court reads. */
export const folderOf: Readonly<Record<PaperKind, string>> = {
  invoice: "02-facturen",
  contract: "03-overeenkomst-en-voorwaarden",
  notice14: "04-veertiendagenbrief",
  correspondence: "05-correspondentie",
  payments: "06-betalingen",
  judgment: "07-beslissingen",
  other: "08-overige-stukken",
};

/**
 * A name that a manifest, every file system and every shell can hold, numbered within its folder: accents go, what is no letter or digit becomes
 * a dash, and no name begins with a dash or leads elsewhere.
 */
export function plainName(name: string, number: number): string {
  const folded = name.normalize("NFD").replaceAll(/\p{M}+/gu, "");
  const [, base = folded, ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(folded) ?? [];
  const plain = base
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 80);
  return `${String(number).padStart(3, "0")}-${plain || "stuk"}${ending.toLowerCase()}`;
}

/** One file of a bundle as its index names it. */
export interface Listed {
  readonly path: string;
  readonly title: string;
  readonly on: PlainDate | null;
  readonly sha256: string;
}

interface Head {
  readonly title: string;
  readonly on: PlainDate;
  readonly author: string;
  readonly number: string;
}

const pageOf = ({ title, on, author, number }: Head, subtitle: string, blocks: readonly PaperBlock[]): PaperPage => {
  const { year, month, day } = dateParts(on);
  return {
    title,
    subtitle: printable(subtitle),
    date: [year, month, day],
    author: printable(author),
    running: printable(number),
    footer: [],
    blocks,
  };
};

const words = (text: string): PaperBlock => ({ kind: "paragraph", number: "", lines: [[{ text: printable(text) }]] });

/** The index: every file with its day and the beginning of its hash. */
export const indexPage = (head: Omit<Head, "title">, about: string, files: readonly Listed[]): PaperPage =>
  pageOf({ ...head, title: "Index van het dossier" }, about, [
    {
      kind: "table",
      caption: "Stukken",
      columns: [
        { title: "Bestand", wide: 46, right: false },
        { title: "Stuk", wide: 28, right: false },
        { title: "Datum", wide: 12, right: false },
        { title: "SHA-256 (begin)", wide: 14, right: false },
      ],
      rows: files.map(({ path, title, on, sha256 }) => [
        path,
        printable(title),
        on === null ? "" : formatShortDate(on, "nl"),
        sha256.slice(0, 12),
      ]),
      total: null,
    },
    words(
      "Pak het archief uit en geef in de map ervan de opdracht: sha256sum -c SHA256SUMS. Achter elk bestand dat ongewijzigd is, staat OK.",
    ),
  ]);

/** The tree of a derivation as rows: each level is set further in. */
function rowsOf(node: Derivation, labelOf: (node: Derivation) => string, depth = 0): string[][] {
  const row = [
    `${"–  ".repeat(depth)}${printable(labelOf(node))}`,
    printable(node.article),
    formatMoney(node.amount, "nl"),
  ];
  return [row, ...node.children.flatMap((child) => rowsOf(child, labelOf, depth + 1))];
}

/** The claim built up, with the derivation of its balance. */
export const claimPage = (
  head: Omit<Head, "title">,
  about: string,
  claim: ClaimOnDay,
  derivation: Derivation,
  labelOf: (node: Derivation) => string,
): PaperPage =>
  pageOf({ ...head, title: "Opbouw van de vordering" }, about, [
    ...claimTables(claim),
    { kind: "heading", text: "Herleiding van het saldo" },
    {
      kind: "table",
      caption: "Herleiding",
      columns: [
        { title: "Post", wide: 62, right: false },
        { title: "Grondslag", wide: 18, right: false },
        { title: "Bedrag", wide: 20, right: true },
      ],
      rows: rowsOf(derivation, labelOf),
      total: null,
    },
  ]);

/** The manifest as `sha256sum -c` reads it. */
export const manifestOf = (files: readonly Pick<Listed, "path" | "sha256">[]): string =>
  files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
