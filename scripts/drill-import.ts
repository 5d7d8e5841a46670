/** An import of rows that the drills make: uploaded, checked and placed by calls. */
import { csvOf, validRow } from "../src/exchange/intake/intake.factory.ts";
import { type Answered, makeCaller } from "./drill-caller.ts";
import { type DrillWorld, type Running, until } from "./drill-world.ts";

const path = "/api/v4/file/import";

interface Batch {
  readonly id: number;
  readonly state: string;
  readonly filesPlaced: number;
  readonly version: number;
  readonly style: unknown;
  readonly mapping: unknown;
}

interface Import {
  now(): Promise<Batch>;
  place(): Promise<void>;
}

/** Uploads and checks rows of somebody's own client; `row` says what is of its own in one. */
export async function checkedImport(
  { url }: Pick<DrillWorld, "url">,
  { base }: Running,
  name: string,
  rows: number,
  row: (at: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<Import> {
  const caller = await makeCaller(url, () => base);
  const ask = async (address: string, asked: Promise<Answered>): Promise<Batch> => {
    const { status, text } = await asked;
    if (status < 200 || status > 299) throw new Error(`${address} answered ${status}: ${text.slice(0, 300)}`);
    // Answered by the product itself, by the contract of this address.
    const batch: Batch = JSON.parse(text);
    return batch;
  };
  const content = csvOf(Array.from({ length: rows }, (_, at) => validRow({ ...row(at), client_ref: `${name}-${at}` })));
  const file = { name: `${name}.csv`, bytes: new TextEncoder().encode(content), mime: "text/csv" };
  const client = String(caller.client);
  const { id, style, mapping, version } = await ask(path, caller.upload(path, file, { client }));
  await ask(path, caller.put(`${path}/${id}`, { client: caller.client, style, mapping, version }));
  const now = () => ask(path, caller.get(`${path}/${id}`));
  await until(`${name} is checked`, 600, async () => (await now()).state === "checked");
  return {
    now,
    async place() {
      await ask(path, caller.post(`${path}/${id}/place`, { version: (await now()).version }, `${name}-place`));
    },
  };
}
