/** The OpenID provider of the settings, and trying whether it works. */

import { type Ctx, type Handler, preparedHandler } from "../platform/server/http/module.ts";
import { OidcError, type OidcLimits, type OidcProvider, tryProvider } from "../platform/server/http/oidc.ts";
import type { Environment } from "../platform/server/process/environment.ts";
import { limited } from "./gateways.server.ts";
import { openSetting } from "./secrets.server.ts";
import { testOidc } from "./settings.contract.ts";
import type { GlobalSettings } from "./settings.ts";

/** Where people come back to from their provider; it is to be registered there. */
export const oidcReturn = (environment: Environment): string => new URL("/login/oidc", environment.baseUrl).href;

/** Where people come to after they have signed out at their provider; to be registered there too. */
export const oidcLogoutAddress = (environment: Environment): string => new URL("/login", environment.baseUrl).href;

/** The provider of the settings; undefined where none is set. */
export const oidcProviderOf = (all: GlobalSettings, environment: Environment): OidcProvider | undefined =>
  all.oidcIssuer === "" || all.oidcClientId === ""
    ? undefined
    : {
        issuer: all.oidcIssuer,
        clientId: all.oidcClientId,
        clientSecret: openSetting(environment, all, "oidcSecret"),
        scopes: all.oidcScopes,
      };

/** The provider as people know it: by the name that the house gave it, else by its host. */
export const oidcNameOf = (all: GlobalSettings): string =>
  all.oidcName || (URL.canParse(all.oidcIssuer) ? new URL(all.oidcIssuer).hostname : "");

/** A person waits for it. */
export const oidcLimits = ({ outgoingAllow, gatewaySeconds }: Environment): OidcLimits => ({
  allowed: outgoingAllow,
  seconds: Math.min(10, gatewaySeconds),
});

async function outcome({ environment, log }: Ctx, all: GlobalSettings) {
  const provider = oidcProviderOf(all, environment);
  if (!provider) return "notSet" as const;
  try {
    await tryProvider(provider, oidcReturn(environment), oidcLimits(environment));
    return "works" as const;
  } catch (error) {
    log.warn({ err: error }, "the OpenID provider does not work");
    return error instanceof OidcError ? error.fault : ("connection" as const);
  }
}

/** `settingsOf` reads the settings of now. */
export const oidcHandlers = (settingsOf: (db: Ctx["db"]) => Promise<GlobalSettings>): readonly Handler[] => [
  preparedHandler(
    testOidc,
    (ctx) =>
      limited(ctx, "common", async () => {
        const all = await settingsOf(ctx.db);
        return { all, outcome: await outcome(ctx, all) };
      }),
    async (ctx, _input, { all, outcome: found }) => {
      const after = { to: all.oidcIssuer, outcome: found };
      await ctx.audit({ action: "settings.testOidc", subject: "global_setting", subjectId: 1, after });
      return { outcome: found, message: ctx.translate({ key: `settings.oidc_${found}` }) };
    },
  ),
];
