/** Which payment provider the house has chosen. */
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

/** What new payments go by; undefined where the house takes none online. */
export async function chosenProvider({ db, environment }: Parts): Promise<ProviderName | undefined> {
  const { onlineProvider, mollieKey } = await globalSettings(db);
  if (onlineProvider === "simulated") return environment.env === "prod" ? undefined : "simulated";
  return onlineProvider === "mollie" && mollieKey !== "" ? "mollie" : undefined;
}

/** A provider to speak to, for payments that were begun with it too; undefined where it cannot be spoken to now. */
export async function providerNamed({ db, environment }: Parts, name: string): Promise<PaymentProvider | undefined> {
  if (name === "simulated") return environment.env === "prod" ? undefined : simulatedProvider(db, environment.baseUrl);
  const settings = await globalSettings(db);
  const key = openSetting(environment, settings, "mollieKey");
  if (key === "") return undefined;
  return mollieProvider({ url: settings.mollieUrl, key, allowed: environment.outgoingAllow });
}
