/** Answers the shell's calls. */
import { listDeclarations } from "../access/access.contract.ts";
import type { Call } from "../kernel/contract.ts";
import { languages } from "../kernel/texts.ts";
import { historyTexts } from "../platform/history.texts.ts";
import { release } from "../platform/server/release.ts";
import type { TextTable } from "../platform/server/replies.ts";
import { answer, type Check, type HistorySubject, type RoomServer, room } from "../platform/server/room.ts";
import { globalSettings } from "../settings/settings.server.ts";
import { appFooterOf, socialLinks } from "../settings/settings.ts";
import { getOpenApi, getSetup, getShellInfo, getUserMenu, getWholeMenu, getWork, listScreens } from "./app.contract.ts";
import { appTexts } from "./app.texts.ts";
import { historyAnswers } from "./history.server.ts";
import { grantedTo, menuFor, screensFor } from "./menu.server.ts";
import { declarations, openApi } from "./openapi.ts";
import { screens } from "./screens.contract.ts";
import { setupOf } from "./setup.server.ts";
import { verificationAnswers, verifyNightly } from "./verification.server.ts";
import { verificationTexts } from "./verification.texts.ts";
import { workOf } from "./work.server.ts";

/** What every room has, which only the composition knows. */
export interface Composition {
  readonly calls: () => readonly Call[];
  readonly history: () => readonly HistorySubject[];
  readonly texts: () => TextTable;
  readonly checks: () => readonly Check[];
}

export const appServer = ({ calls, history, texts, checks }: Composition): RoomServer =>
  room({
    name: "app",
    texts: [appTexts, historyTexts, verificationTexts],
    jobs: [verifyNightly(checks)],
    answers: [
      ...historyAnswers(history, texts),
      ...verificationAnswers,
      answer(getUserMenu, async ({ user }) => ({
        items: menuFor(screens, grantedTo(user.acl, user.kind !== "guest")),
      })),
      answer(listScreens, async ({ user }) => ({
        items: screensFor(screens, grantedTo(user.acl, user.kind !== "guest"), (key) =>
          languages.map((language) => texts().say(language, { key })),
        ),
      })),
      answer(getOpenApi, async () => openApi(calls(), release.version)),
      answer(listDeclarations, async () => declarations(calls(), screens)),
      answer(getWork, async (ctx) => ({ items: await workOf(ctx) })),
      answer(getSetup, async (ctx) => ({ steps: await setupOf(ctx, screens) })),
      answer(getWholeMenu, async () => ({ items: menuFor(screens, () => true) })),
      answer(getShellInfo, async ({ db, clock, environment, lang }) => {
        const company = await globalSettings(db);
        const street = [company.street, company.houseNumber, company.addition].filter(Boolean).join(" ");
        const place = [company.postcode, company.city].filter(Boolean).join(" ");
        return {
          env: environment.env,
          release: [release.version, release.commit].filter(Boolean).join("+"),
          releaseDate: release.date,
          pod: release.pod,
          year: Number(clock.today().slice(0, 4)),
          company: {
            name: company.tradeName || company.registeredName || "Vorder",
            address: [street, place].filter(Boolean).join(", "),
            phone: company.phone,
            email: company.email,
            website: company.website,
          },
          social: socialLinks(company),
          footer: appFooterOf(company, lang),
          offerGerman: company.offerGerman,
        };
      }),
    ],
  });
