/** Handles the shell's calls. */

import type { Call, Screen } from "../ground/kernel/contract.ts";
import { languages } from "../ground/kernel/texts.ts";
import { historyTexts } from "../ground/platform/history.texts.ts";
import type { TextTable } from "../ground/platform/server/http/error-replies.ts";
import {
  type Check,
  defineModule,
  type HistorySubject,
  handle,
  type JobDecl,
  type ModuleServer,
} from "../ground/platform/server/http/module.ts";
import { release } from "../ground/platform/server/process/release.ts";
import { globalSettings } from "../ground/settings/settings.server.ts";
import { appFooterOf, socialLinks } from "../ground/settings/settings.ts";
import { listDeclarations } from "../people/access/access.contract.ts";
import {
  accessDeniedScreen,
  getOpenApi,
  getSetup,
  getShellInfo,
  getUserMenu,
  getWholeMenu,
  getWork,
  homeScreen,
  listScreens,
} from "./app.contract.ts";
import { appTexts } from "./app.texts.ts";
import { historyHandlers } from "./audit-trail/history.server.ts";
import { setupOf } from "./home/setup.server.ts";
import { workOf } from "./home/work.server.ts";
import { declarations, openApi } from "./openapi.server.ts";
import { recurringScreen } from "./operations/recurring/recurring.contract.ts";
import { recurringHandlers } from "./operations/recurring/recurring.server.ts";
import { recurringTexts } from "./operations/recurring/recurring.texts.ts";
import { verificationScreen } from "./operations/verification/verification.contract.ts";
import { verificationHandlers, verifyNightly } from "./operations/verification/verification.server.ts";
import { verificationTexts } from "./operations/verification/verification.texts.ts";
import { grantedTo, menuFor, screensFor } from "./shell/menu.server.ts";

/** What every module has, which only the composition knows. */
export interface Composition {
  readonly screens: () => readonly Screen[];
  readonly calls: () => readonly Call[];
  readonly history: () => readonly HistorySubject[];
  readonly texts: () => TextTable;
  readonly checks: () => readonly Check[];
  readonly jobs: () => readonly JobDecl[];
}

export const appServer = ({ screens, calls, history, texts, checks, jobs }: Composition): ModuleServer => {
  /** Made once: describing every call holds up a process for a fifth of a second, and a release has one description. */
  let described: ReturnType<typeof openApi> | undefined;
  const description = (): ReturnType<typeof openApi> => {
    described ??= openApi(calls(), release.version);
    return described;
  };
  return defineModule({
    name: "app",
    screens: [homeScreen, accessDeniedScreen, verificationScreen, recurringScreen],
    texts: [appTexts, historyTexts, verificationTexts, recurringTexts],
    jobs: [verifyNightly(checks)],
    handlers: [
      ...historyHandlers(history, texts),
      ...verificationHandlers,
      ...recurringHandlers(jobs),
      handle(getUserMenu, async ({ user }) => ({
        items: menuFor(screens(), grantedTo(user.acl, user.kind !== "guest")),
      })),
      handle(listScreens, async ({ user }) => ({
        items: screensFor(screens(), grantedTo(user.acl, user.kind !== "guest"), (key) =>
          languages.map((language) => texts().translate(language, { key })),
        ),
      })),
      handle(getOpenApi, async () => description()),
      handle(listDeclarations, async () => declarations(calls(), screens())),
      handle(getWork, async (ctx) => ({ items: await workOf(ctx) })),
      handle(getSetup, async (ctx) => ({ steps: await setupOf(ctx, screens()) })),
      handle(getWholeMenu, async () => ({ items: menuFor(screens(), () => true) })),
      handle(getShellInfo, async ({ db, clock, environment, lang }) => {
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
};
