/** Texts of the tariffs. Each row: Dutch, English, French, German. */
import { rowTexts, type TextRow } from "../kernel/texts.ts";
import { holidayTexts } from "./holidays/holidays.texts.ts";
import { screenTexts } from "./screen.texts.ts";
import { errorTexts } from "./succession/errors.texts.ts";
import type { TariffKind } from "./tariffs.ts";

const kindTexts = {
  interest_statutory: ["wettelijke rente", "statutory interest", "intérêt légal", "gesetzliche Zinsen"],
  interest_commercial: [
    "wettelijke handelsrente",
    "statutory commercial interest",
    "intérêt légal commercial",
    "gesetzlicher Handelszins",
  ],
  interest_fair: [
    "hoogste bedongen rente voor consumenten (huisregel)",
    "highest agreed interest for consumers (house rule)",
    "intérêt convenu maximal pour les consommateurs (règle interne)",
    "höchster vereinbarter Zins für Verbraucher (Hausregel)",
  ],
  bik_scale: [
    "staffel incassokosten",
    "scale of collection costs",
    "barème des frais de recouvrement",
    "Staffel der Inkassokosten",
  ],
  vat: ["btw-tarief", "VAT rate", "taux de TVA", "Mehrwertsteuersatz"],
  court_fee_kanton: [
    "griffierecht kanton",
    "court fees, subdistrict court",
    "droits de greffe, tribunal cantonal",
    "Gerichtsgebühren, Amtsgericht",
  ],
  court_fee_rechtbank: [
    "griffierecht rechtbank",
    "court fees, district court",
    "droits de greffe, tribunal",
    "Gerichtsgebühren, Zivilgericht",
  ],
  salary_kanton: [
    "salaris gemachtigde",
    "salary of the agent",
    "barème des honoraires du mandataire",
    "Gebühr des Bevollmächtigten",
  ],
  after_costs: ["nakosten", "after-costs", "frais postérieurs au jugement", "Nachkosten"],
  btag: [
    "tarieven ambtshandelingen (Btag)",
    "bailiff tariffs (Btag)",
    "tarifs des actes d’huissier (Btag)",
    "Gerichtsvollziehertarife (Btag)",
  ],
  equated_days: ["gelijkgestelde dagen", "equated days", "jours assimilés", "gleichgestellte Tage"],
} as const satisfies Record<TariffKind, TextRow>;

const missing: TextRow = [
  "Er is geen tarief bekend voor %kind% op %date%. Voer het eerst in; er wordt nooit met 0 gerekend.",
  "No tariff is known for %kind% on %date%. Enter it first; 0 is never assumed.",
  "Aucun tarif n’est connu au %date% : %kind%. Saisissez-le d’abord ; on ne calcule jamais avec 0.",
  "Am %date% ist kein Tarif bekannt: %kind%. Erfassen Sie ihn zuerst; mit 0 wird nie gerechnet.",
];

/** The sentence with the kind named in the language of the sentence. */
const missingOf = ([nl, en, fr, de]: TextRow): TextRow => [
  missing[0].replace("%kind%", nl),
  missing[1].replace("%kind%", en),
  missing[2].replace("%kind%", fr),
  missing[3].replace("%kind%", de),
];

const missingTexts = {
  missing_interest_statutory: missingOf(kindTexts.interest_statutory),
  missing_interest_commercial: missingOf(kindTexts.interest_commercial),
  missing_interest_fair: missingOf(kindTexts.interest_fair),
  missing_bik_scale: missingOf(kindTexts.bik_scale),
  missing_vat: missingOf(kindTexts.vat),
  missing_court_fee_kanton: missingOf(kindTexts.court_fee_kanton),
  missing_court_fee_rechtbank: missingOf(kindTexts.court_fee_rechtbank),
  missing_salary_kanton: missingOf(kindTexts.salary_kanton),
  missing_after_costs: missingOf(kindTexts.after_costs),
  missing_btag: missingOf(kindTexts.btag),
  missing_equated_days: missingOf(kindTexts.equated_days),
} as const satisfies Record<`missing_${TariffKind}`, TextRow>;

const otherTexts = {
  missingSoon: [
    "Voor %kind% ontbreekt nog een tarief per %date%.",
    "A tariff for %kind% from %date% is still missing.",
    "Il manque encore un tarif à partir du %date% : %kind%.",
    "Ab %date% fehlt noch ein Tarif: %kind%.",
  ],
  missingOverdue: [
    "Voor %kind% is per %date% geen tarief ingevoerd; er wordt met het vorige gerekend.",
    "No tariff for %kind% was entered from %date%; the previous one is used.",
    "Aucun tarif n’a été saisi au %date% : %kind%. Le précédent est appliqué.",
    "Zum %date% wurde kein Tarif erfasst: %kind%. Es gilt der vorige.",
  ],
  kantonMaximum: [
    "Kanton: halve punt, ten hoogste",
    "Sub-district court: half a point, at most",
    "Tribunal cantonal : un demi-point, au plus",
    "Amtsgericht: ein halber Punkt, höchstens",
  ],
  civil: ["Civiel: vast bedrag", "Civil court: fixed amount", "Civil : montant fixe", "Zivilgericht: fester Betrag"],
  service: [
    "Civiel: extra bij betekening",
    "Civil court: more where served",
    "Civil : supplément en cas de signification",
    "Zivilgericht: mehr bei Zustellung",
  ],
} as const satisfies Record<string, TextRow>;

export const tariffTexts = rowTexts("tariffs", {
  ...kindTexts,
  ...missingTexts,
  ...otherTexts,
  ...screenTexts,
  ...holidayTexts,
  ...errorTexts,
});
