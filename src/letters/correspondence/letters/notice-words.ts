/** Texts in letters about the 14-day letter: the interest during its term, and its sender. */
import type { Language } from "../../../ground/kernel/texts.ts";

interface NoticeWords {
  readonly interestInTerm: Readonly<Record<"forgiven" | "owed", string>>;
  readonly noticeFrom: Readonly<Record<"agency" | "client", string>>;
}

export const noticeWords: Readonly<Record<Language, NoticeWords>> = {
  nl: {
    interestInTerm: {
      forgiven: "Over die dagen betaalt u dan ook geen rente.",
      owed: "De rente over die dagen moet u later nog wel betalen.",
    },
    noticeFrom: { agency: "van ons", client: "van %client%" },
  },
  en: {
    interestInTerm: {
      forgiven: "You then pay no interest over those days either.",
      owed: "You still have to pay the interest over those days later.",
    },
    noticeFrom: { agency: "from us", client: "from %client%" },
  },
  fr: {
    interestInTerm: {
      forgiven: "Vous ne payez alors pas non plus d’intérêts pour ces jours.",
      owed: "Vous devrez encore payer plus tard les intérêts de ces jours.",
    },
    noticeFrom: { agency: "de notre part", client: "de la part de %client%" },
  },
  de: {
    interestInTerm: {
      forgiven: "Für diese Tage zahlen Sie dann auch keine Zinsen.",
      owed: "Die Zinsen für diese Tage müssen Sie später noch zahlen.",
    },
    noticeFrom: { agency: "von uns", client: "von %client%" },
  },
};
