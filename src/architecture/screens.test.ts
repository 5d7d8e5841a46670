/** Rule 10: texts never stand in a component; links to files ask whether this person may open files; and how names and titles are shown. */
import { hold, layerOf, type Tree, withoutComments } from "./tree.factory.ts";

// Between two tags, or in an attribute that people read or hear.
const shownTexts = [
  />\s*([A-Za-zÀ-ÿ][^<>{}=;()]*[A-Za-zÀ-ÿ.!?])\s*<\//g,
  /\b(?:title|label|placeholder|aria-label|alt)="([^"]*\p{L}{2}[^"]*)"/gu,
];

// Names and keys that are the same in every language; "order" is what follows the V in our sign.
const sameEverywhere = /^(V?order|IBAN|BIC|KvK|PDF|CSV|XLSX|API|XML|https:\/\/|Ctrl K)$/;

/** Texts in components. The widget gallery is for those who build: it names parts, not things. */
function hardTexts(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "web" || !path.endsWith(".tsx") || path.startsWith("app/widget-gallery")) return [];
    return shownTexts
      .flatMap((pattern) => [...withoutComments(text).matchAll(pattern)].map(([, shown = ""]) => shown.trim()))
      .filter((shown) => !sameEverywhere.test(shown))
      .map((shown) => `${path} shows “${shown}”`);
  });
}

// Where only people come who may open files, or where the link is not for the rows of a list.
const opensFiles = /^(cases\/(debtors|file-page|file-search|files)|app|law\/retention)\//;
const toFile = /<(?:Link|Anchor|PlainLink)\b[^>]*?(?:to|href)=\{(?:`\/file\/show-new\/|`?\$?\{?fileAddress\()/g;

/** Links to a file that whoever may not open it would follow to Access Denied. */
const blindLinks = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) =>
    layerOf(path) !== "web" || opensFiles.test(path) || text.includes("useOpensFiles")
      ? []
      : [...text.matchAll(toFile)].map(() => `${path} links to a file without FileLink`),
  );

const nameColumn = /key: "debtorName"[^{}]*/g;

/** Tables that cut the name of a debtor: two of one household are told apart by its end. */
const cutNames = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) =>
    layerOf(path) !== "web" || path.startsWith("app/widget-gallery")
      ? []
      : [...text.matchAll(nameColumn)]
          .filter(([column]) => !/\bwraps: true\b/.test(column) || !/\blimit: null\b/.test(column))
          .map(() => `${path} cuts the name of a debtor`),
  );

const builtColon = /\}: \$\{|\)\}: \{/g;

/** Names and lines that are built with a colon as Dutch sets it; French sets it otherwise. */
const dutchColons = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) =>
    layerOf(path) === "web" ? [...text.matchAll(builtColon)].map(() => `${path} builds a colon without labelled`) : [],
  );

const shortList = /<(?:Multi)?Select\b[\s\S]*?\/>/g;

/** Lists in which one may type and that fall shut without a word where nothing matches (specification, point 8). */
const silentLists = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) =>
    [...text.matchAll(shortList)]
      .filter(([list]) => /\bsearchable\b/.test(list) && !/\b(?:filter=\{listOr|nothingFoundMessage)/.test(list))
      .map(() => `${path} has a list that does not say that nothing was found`),
  );

hold([
  {
    says: "a list that is searched says that nothing was found",
    broken: silentLists,
    example: {
      "law/due/due.web.tsx": "<Select data={all} onChange={(one) => set(one)} searchable /> <Select data={all} />",
    },
    found: ["law/due/due.web.tsx has a list that does not say that nothing was found"],
  },
  {
    says: "a name or line that is built of two parts is built by labelled",
    broken: dutchColons,
    example: { "law/due/due.web.tsx": `openModal({ title: \`\${t("add")}: \${row.name}\` }, form)` },
    found: ["law/due/due.web.tsx builds a colon without labelled"],
  },
  {
    says: "a debtor's name goes on in a further line, and is not cut",
    broken: cutNames,
    example: {
      "law/due/due.web.tsx": '{ key: "debtorName", label: t("debtor"), limit: 30 }, { key: "city", limit: 18 }',
    },
    found: ["law/due/due.web.tsx cuts the name of a debtor"],
  },
  {
    says: "4. Rows of a list lead to their file by FileLink",
    broken: blindLinks,
    example: { "letters/processing/rows.web.tsx": "<Link to={fileAddress(row.fileId)}>{row.fileNumber}</Link>" },
    found: ["letters/processing/rows.web.tsx links to a file without FileLink"],
  },
  {
    says: "10. Texts never stand in a component",
    broken: hardTexts,
    example: {
      "cases/files/files.web.tsx":
        'const a: Map<string, number> = b; <Text>Zoek een dossier</Text>; <i title="Sluiten" />; <b>{t("x")}</b>; <i>IBAN</i>',
    },
    found: ["cases/files/files.web.tsx shows “Zoek een dossier”", "cases/files/files.web.tsx shows “Sluiten”"],
  },
]);
