/** What stands before the first claim: the provider's particulars, the people, the clients and the account that debtors pay into. */

import { addMonths } from "../../ground/kernel/dates.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import type { Actor } from "../../ground/platform/server/http/module.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { addAccount } from "../../money/payments/payments.server.ts";
import { createGroup, createUser, loadActor, passwordHashing } from "../../people/access/access.server.ts";
import { createClient } from "../../people/customers/customers.server.ts";
import { newClient } from "../../people/customers/customers.ts";
import { type DemoClient, demoClients } from "./clients.ts";
import type { Engine } from "./engine.server.ts";
import { testIban } from "./people.ts";
import { type DemoGroup, demoGroupNames, demoGroups, demoPassword, demoUsers } from "./staff.ts";

/** The account of the demo's statements, at the bank code that no bank holds. */
export const demoAccount = testIban("0000000001");

export interface Cast {
  readonly actor: (username: string) => Actor;
  /** Ids of the clients, in the order of `demoClients`. */
  readonly clientIds: readonly number[];
}

const provider = {
  registeredName: "Voorbeeld Incasso B.V.",
  tradeName: "Voorbeeld Incasso",
  street: "Dwaallichtplein",
  houseNumber: "1",
  postcode: "3511 AB",
  city: "Utrecht",
  phone: "+31300000100",
  email: "info@voorbeeld-incasso.example",
  website: "https://voorbeeld-incasso.example",
  kvk: "99000001",
  wkiNumber: "WKI-DEMO-0001",
  iban: demoAccount,
  accountHolder: "Stichting Derdengelden Voorbeeld",
  // Debtors can try to pay: no money moves.
  onlineProvider: "simulated",
} as const;

const clientOf = (client: DemoClient, at: number, ids: { manager: number; employee: number }, mandateOn: string) =>
  newClient.parse({
    number: client.number,
    company: client.company,
    legalForm: client.legalForm,
    kvk: `990001${String(at + 1).padStart(2, "0")}`,
    canReclaimVat: client.canReclaimVat,
    ...(client.workflow && { workflowConsumer: client.workflow }),
    iban: testIban(`00000001${String(at + 1).padStart(2, "0")}`),
    accountHolder: client.company.slice(0, 70),
    street: "Klokkengieterstraat",
    houseNumber: String(10 + at),
    postcode: client.postcode,
    city: client.city,
    email: `debiteuren@${client.prefix.toLowerCase()}.example`,
    contactName: "Afdeling debiteuren",
    mandateOn,
    setoffConsent: at % 2 === 0,
    accountManagerId: ids.manager,
    caseManagerId: ids.employee,
  });

/** Makes the people, the clients and the account on the first day of the portfolio. */
export async function setUp(engine: Engine): Promise<Cast> {
  const today = engine.clock.today();
  const ids = new Map<string, number>();
  const clientIds: number[] = [];
  await engine.work(async (ctx) => {
    const { db, clock } = ctx;
    await changeSettings(ctx, { ...provider, wkiValidUntil: addMonths(today, 60) });
    // One for all of them: everybody knows the password, and each hash takes a tenth of a second.
    const passwordHash = await passwordHashing.hash(demoPassword, ctx.random);
    const groups = new Map<DemoGroup, number>();
    for (const name of demoGroupNames) groups.set(name, (await createGroup(ctx, demoGroups[name])).id);
    for (const user of demoUsers.filter(({ kind }) => kind === "staff"))
      ids.set(user.username, await addUser(ctx, user, passwordHash, [], user.group && groups.get(user.group)));
    const manager = ids.get("manager") ?? 0;
    const employee = ids.get("employee") ?? 0;
    for (const [at, client] of demoClients.entries()) {
      const made = await createClient(
        db,
        clock,
        clientOf(client, at, { manager, employee }, addMonths(today, -1)),
        manager,
      );
      clientIds.push(made.id);
    }
    for (const user of demoUsers.filter(({ kind }) => kind !== "staff")) {
      ids.set(user.username, await addUser(ctx, user, passwordHash, clientIds.slice(0, user.clients)));
    }
    await addAccount(ctx, { iban: demoAccount, name: "Derdengelden", kind: "client_money" });
  });
  const actors = new Map<string, Actor>();
  for (const [username, id] of ids) {
    const actor = await loadActor(engine.db, id, null);
    if (actor) actors.set(username, actor);
  }
  const actor = (username: string): Actor => {
    const found = actors.get(username);
    if (found === undefined) throw new VorderError("internal", { cause: `no demo user ${username}` });
    return found;
  };
  return { actor, clientIds };
}

type Made = Parameters<typeof createUser>[1] & { readonly db: Parameters<typeof createUser>[0] };

const addUser = (
  ctx: Made,
  user: (typeof demoUsers)[number],
  passwordHash: string,
  clientIds: readonly number[],
  groupId?: number,
): Promise<number> =>
  createUser(ctx.db, ctx, {
    username: user.username,
    name: user.name,
    email: `${user.username}@voorbeeld-incasso.example`,
    passwordHash,
    acl: user.acl,
    groupId: groupId ?? null,
    kind: user.kind,
    clientIds,
    isCaseManager: user.caseManager ?? false,
    isAccountManager: user.accountManager ?? false,
  });
