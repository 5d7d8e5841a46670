/** Handing over what an employee is in charge of: files and clients, which lie in modules of their own. */

import { handOverAgenda, openItemsOf } from "../../cases/agenda/agenda.server.ts";
import { handOverFiles, openFilesOf } from "../../cases/files/files.server.ts";
import { writeLogs } from "../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import { isLanguage } from "../../ground/kernel/texts.ts";
import { type Ctx, type Db, defineModule, handle, on, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../ground/settings/settings.server.ts";
import { holdersOf, requireMayManage } from "../access/access.server.ts";
import { clientsInCharge, handOverClients } from "../customers/customers.server.ts";
import { type ChargeKind, handOver, listCharges, setEmployeeActive } from "../employees/employees.contract.ts";
import {
  activateEmployee,
  employeeOf,
  employmentEnded,
  hasDuty,
  judgeLeaving,
  people,
} from "../employees/employees.server.ts";

type Duty = "caseManager" | "accountManager";
type Successors = Readonly<Record<Duty, number | null>>;
interface Charge {
  readonly kind: ChargeKind;
  readonly count: number;
}

const dutyOf: Readonly<Record<ChargeKind, Duty>> = {
  caseFiles: "caseManager",
  agendaItems: "caseManager",
  caseClients: "caseManager",
  accountClients: "accountManager",
};

async function chargesOf(db: Db, userId: number): Promise<readonly Charge[]> {
  const all: readonly Charge[] = [
    { kind: "caseFiles", count: await openFilesOf(db, userId) },
    { kind: "agendaItems", count: await openItemsOf(db, userId) },
    { kind: "caseClients", count: await clientsInCharge(db, "caseManager", userId) },
    { kind: "accountClients", count: await clientsInCharge(db, "accountManager", userId) },
  ];
  return all.filter(({ count }) => count > 0);
}

/** Whoever takes over is somebody else who has that duty now. */
async function requireSuccessor(db: Db, from: number, duty: Duty, to: number): Promise<void> {
  if (to === from || !(await hasDuty(db, to, duty))) throw fieldError(duty, "employees.errorSuccessorUnfit");
}

/** Gives the files that the user sees and the clients to the successors that were named; each file and client keeps a line of it. */
async function pass(ctx: Ctx, from: { id: number; name: string }, to: Successors): Promise<readonly Charge[]> {
  const done: Charge[] = [];
  const { caseManager, accountManager } = to;
  if (caseManager !== null) {
    await requireSuccessor(ctx.db, from.id, "caseManager", caseManager);
    const files = await handOverFiles(ctx, from.id, caseManager);
    const name = (await people(ctx.db, [caseManager])).get(caseManager)?.name ?? "";
    await writeLogs(
      ctx,
      files.map((fileId) => ({ fileId, type: "status", subject: { key: "logs.managerAssigned", values: { name } } })),
    );
    done.push({ kind: "caseFiles", count: files.length });
    done.push({ kind: "agendaItems", count: await handOverAgenda(ctx, from.id, caseManager) });
    done.push({ kind: "caseClients", count: await handOverClients(ctx, "caseManager", from.id, caseManager) });
  }
  if (accountManager !== null) {
    await requireSuccessor(ctx.db, from.id, "accountManager", accountManager);
    done.push({ kind: "accountClients", count: await handOverClients(ctx, "accountManager", from.id, accountManager) });
  }
  const handedOver = done.filter(({ count }) => count > 0);
  if (handedOver.length > 0) {
    await ctx.audit({
      action: "employee.handOver",
      subject: "app_user",
      subjectId: from.id,
      after: { ...to, ...Object.fromEntries(handedOver.map(({ kind, count }) => [kind, count])) },
    });
  }
  return handedOver;
}

type Leaver = { readonly id: number; readonly name: string };

/** Refuses what is left, with the sentence of `key`. @throws {VorderError} validation beside the field. */
function refuseLeft(ctx: WorkCtx, { name }: Leaver, { kind, count }: Charge, field: string, key: string): never {
  const what = ctx.translate({ key: `employees.charge_${kind}`, values: { count } });
  throw fieldError(field, key, { name, what });
}

judgeLeaving(async (ctx, who, field) => {
  const [left] = await chargesOf(ctx.db, who.id);
  if (left) refuseLeft(ctx, who, left, field, "employees.errorSuccessor");
});

/** Nobody leaves work behind that nobody looks after. @throws {VorderError} validation beside the duty of what is left. */
async function requireNothingLeft(ctx: WorkCtx, who: Leaver, to: Successors): Promise<void> {
  const [left] = await chargesOf(ctx.db, who.id);
  if (!left) return;
  const duty = dutyOf[left.kind];
  // With somebody chosen, what is left is what whoever hands over does not see.
  refuseLeft(ctx, who, left, duty, to[duty] === null ? "employees.errorSuccessor" : "employees.errorSuccessorUnseen");
}

/** Mails those who manage employees what somebody whose login was shut by their last day is still in charge of. */
async function tellLeft(ctx: WorkCtx, userId: number, day: PlainDate): Promise<void> {
  const charges = await chargesOf(ctx.db, userId);
  if (charges.length === 0) return;
  const name = (await people(ctx.db, [userId])).get(userId)?.name ?? "";
  const managers = await ctx.db
    .selectFrom("app_user")
    .select(["id", "name", "email", "lang"])
    .where("id", "in", [0, ...(await holdersOf(ctx, "ROLE_MANAGE_EMPLOYEE"))])
    .where("kind", "=", "staff")
    .execute();
  const { tradeName } = await providerSettings(ctx.db);
  const link = `${ctx.environment.baseUrl}/employee/${userId}`;
  for (const manager of managers) {
    if (manager.email === null || manager.email === "") continue;
    const lang = isLanguage(manager.lang) ? manager.lang : "nl";
    const lines = charges.map(
      ({ kind, count }) => `- ${ctx.translate({ key: `employees.charge_${kind}`, values: { count } }, lang)}`,
    );
    const provider = tradeName || "Vorder";
    const values = { name, reader: manager.name, lines: lines.join("\n"), link, provider };
    await ctx.send({
      key: `employees.left:${userId}:${day}:${manager.id}`,
      kind: "mail",
      payload: {
        to: manager.email,
        subject: ctx.translate({ key: "employees.leftSubject", values }, lang),
        text: ctx.translate({ key: "employees.leftText", values }, lang),
      },
    });
  }
}

export const takeoverServer = defineModule({
  name: "takeover",
  listeners: [on(employmentEnded, (jobCtx, { userId, on: day }) => jobCtx.tx((ctx) => tellLeft(ctx, userId, day)))],
  handlers: [
    handle(listCharges, async (ctx, { params }) => {
      const { id } = await employeeOf(ctx, params.id);
      return { items: [...(await chargesOf(ctx.db, id))] };
    }),

    handle(handOver, async (ctx, { params, body }) => {
      const employee = await employeeOf(ctx, params.id);
      await requireMayManage(ctx, employee.id);
      return { handedOver: [...(await pass(ctx, employee, body))] };
    }),

    handle(setEmployeeActive, async (ctx, { params, body: { active, version, ...to } }) => {
      const employee = await employeeOf(ctx, params.id);
      await requireMayManage(ctx, employee.id);
      if (!active) {
        await pass(ctx, employee, to);
        await requireNothingLeft(ctx, employee, to);
      }
      return activateEmployee(ctx, employee.id, active, version);
    }),
  ],
});
