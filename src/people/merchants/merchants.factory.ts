/** Makers of test data for whatever needs a merchant. */
import type { MerchantPayload } from "./merchants.ts";

export const merchantOf = (client: number, changes: Partial<MerchantPayload> = {}): MerchantPayload => ({
  name: "Fietsplein",
  webshopName: "fietsplein.example",
  url: "https://fietsplein.example/",
  kvkNumber: "12345678",
  externalId: "FP-1",
  client,
  ...changes,
});
