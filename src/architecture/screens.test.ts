/** Rule 10: texts never stand in a component. */
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

hold([
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
