/** The door of the clients' room: its answers, and what other rooms may call. */
import { notFound } from "../kernel/errors.ts";
import type { Language } from "../kernel/texts.ts";
import { answer, room } from "../platform/server/room.ts";
import {
  clientById,
  clientOptions,
  clientPage,
  clientRowOf,
  findClients,
  maySeeClient,
  peopleOf,
} from "./clients.server.ts";
import { countryPage } from "./countries.ts";
import { createClient } from "./create.server.ts";
import {
  countries,
  createClientCall,
  listClients,
  readClient,
  salutations,
  searchCustomers,
} from "./customers.contract.ts";
import { customersTexts } from "./customers.texts.ts";
import { genders } from "./customers.ts";

export {
  clientById,
  clientByNumber,
  clientsById,
  maySeeClient,
  visibleClients,
} from "./clients.server.ts";
export { createClient } from "./create.server.ts";
export type { Client, NewClient, NewClientValues } from "./customers.ts";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Salutations in a language: what a form shows, and how a letter opens. */
export function salutationsIn(language: Language) {
  const texts: Readonly<Record<string, string>> = customersTexts.texts[language];
  return genders.map((id) => ({
    id,
    text: texts[`salutation${capital(id)}`] ?? id,
    opening: texts[`opening${capital(id)}`] ?? id,
  }));
}

export const customersServer = room({
  name: "customers",
  texts: [customersTexts],
  answers: [
    answer(searchCustomers, async (ctx, { query: { keywords = "", id } }) => {
      if (id !== undefined) return { items: await clientOptions(ctx.db, ctx.user, [id].flat()) };
      // Remote search asks only for what was typed (specification, point 5).
      if (keywords.trim() === "") return { items: [] };
      return { items: await findClients(ctx.db, ctx.user, keywords) };
    }),
    answer(salutations, async (ctx) => ({ items: salutationsIn(ctx.lang) })),
    answer(countries, async (ctx, { query }) => countryPage(ctx.lang, query)),
    answer(listClients, (ctx, { query }) => clientPage(ctx.db, ctx.user, query)),
    answer(readClient, async (ctx, { params }) => {
      const client = maySeeClient(ctx.user, params.id) ? await clientById(ctx.db, params.id) : undefined;
      if (!client) throw notFound();
      return { ...client, ...clientRowOf(client, await peopleOf(ctx.db, [client])) };
    }),
    answer(createClientCall, async (ctx, { body }) => {
      const made = await createClient(ctx.db, ctx.clock, body, ctx.user.id || null);
      await ctx.audit({
        action: "client.create",
        subject: "client",
        subjectId: made.id,
        after: { ...body, number: made.number },
      });
      return made;
    }),
  ],
});
