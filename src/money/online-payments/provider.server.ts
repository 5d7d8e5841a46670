/** The configured payment provider. */
import type { Db } from "../../ground/platform/server/http/module.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { globalSettings, openSetting } from "../../ground/settings/settings.server.ts";
import { mollieProvider } from "./mollie.server.ts";
import type { PaymentProvider, ProviderName } from "./online-payments.ts";
import { simulatedProvider } from "./simulated.server.ts";

interface Parts {
  readonly db: Db;
  readonly environment: Environment;
}

/** The provider of new payments; undefined if online payments are off. */
export async function chosenProvider({ db, environment }: Parts): Promise<ProviderName | undefined> {
  const { onlineProvider, mollieKey } = await globalSettings(db);
  if (onlineProvider === "simulated") return environment.env === "prod" ? undefined : "simulated";
  return onlineProvider === "mollie" && mollieKey !== "" ? "mollie" : undefined;
}

/** A provider's client, also for payments that were created with an earlier choice; undefined if it is not configured now. */
export async function providerNamed({ db, environment }: Parts, name: string): Promise<PaymentProvider | undefined> {
  if (name === "simulated") return environment.env === "prod" ? undefined : simulatedProvider(db, environment.baseUrl);
  const settings = await globalSettings(db);
  const key = openSetting(environment, settings, "mollieKey");
  if (key === "") return undefined;
  const { outgoingAllow: allowed, gatewaySeconds } = environment;
  return mollieProvider({ url: settings.mollieUrl, key, allowed, seconds: Math.min(15, gatewaySeconds) });
}
