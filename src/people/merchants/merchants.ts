/** A merchant: a webshop of a client (specification, point 3). */
import { z } from "zod";
import { parseKvk } from "../../ground/kernel/identifiers.ts";

const line = (max: number) => z.string().trim().max(max);

/** A link that a browser may follow: http or https, or empty. */
const url = line(500).refine(
  (text) => text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  {
    error: "merchants.urlWrong",
  },
);

/** What the form sends: all text, and the id of the client, which is required (specification, point 5). */
export const merchantPayload = z.strictObject({
  name: line(200).min(1),
  webshopName: line(200).default(""),
  url: url.default(""),
  kvkNumber: line(8)
    .refine((text) => text === "" || parseKvk(text) !== undefined, { error: "merchants.kvkWrong" })
    .default(""),
  externalId: line(100).default(""),
  client: z.coerce
    .number<number>({ error: "merchants.clientRequired" })
    .int()
    .positive({ error: "merchants.clientRequired" }),
});
export type MerchantPayload = z.output<typeof merchantPayload>;
