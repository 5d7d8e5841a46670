/** The diagram of a version: its steps with their errors, the files waiting there and the differences to the live version. */
import { sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { filePhases } from "../../../cases/files/files.ts";
import { type Message, notFound } from "../../../ground/kernel/errors.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { userNames } from "../../../people/access/access.server.ts";
import { maySeeClient } from "../../../people/customers/customers.server.ts";
import { stepChannels, taskCodes, versionStates } from "../schedule/definition.ts";
import { loadVersions, loadWorkflows, type StoredStep, type StoredVersion } from "../schedule/definitions.server.ts";
import { stepText } from "../workflows.texts.ts";
import { type Fault, faultsOf, type KnownTemplates } from "./check.ts";
import { gateOfStep } from "./gate-of-step.ts";
import { inheritance } from "./inheritance.server.ts";
import type { DrawnStep, DrawnWorkflow, WorkflowRow } from "./versions.contract.ts";

/** Where a body names the last day to pay whatever the values are: not under a condition. */
const saysPayBefore = `$.content[*] ? (@.type != "condition").** ? (@.type == "variable" && @.attrs.name == "payBefore")`;

/**
 * Every template with the languages that it is written in, every task, and every workflow that one of this code may hand its files to: no variant
 * of another client, which takes that client's files alone.
 */
export async function knownTemplates(db: Db, code = ""): Promise<KnownTemplates> {
  const { rows } = await sql<{ key: string; written: string[]; granting: string[] }>`
    select channel || ':' || code as key, array_agg(language) as written,
      coalesce(array_agg(language) filter (where strpos(subject, '%payBefore%') > 0 or body @? ${saysPayBefore}::jsonpath), '{}') as granting
    from template group by channel, code`.execute(db);
  const tasks = taskCodes.map((code) => [`task:${code}`, languages] as const);
  const heads = await db.selectFrom("workflow").select(["code", "client_id"]).execute();
  const clients = new Map(heads.map((head) => [head.code, head.client_id]));
  const ofOthers = (each: string) => ![null, clients.get(code) ?? null].includes(clients.get(each) ?? null);
  const workflows = [...(await loadWorkflows(db)).keys()].flatMap((each) =>
    ofOthers(each) ? [] : [[`workflow:${each}`, languages] as const],
  );
  return new Map<string, readonly string[]>([
    ...rows.map(({ key, written }) => [key, written] as const),
    ...rows.map(({ key, granting }) => [`term:${key}`, granting] as const),
    ...tasks,
    ...workflows,
  ]);
}

interface Standing {
  readonly workflow_code: string;
  readonly definition_version: number;
  readonly position: number;
  readonly files: number;
}

/** How many open files stand where, of those that the reader may see. */
async function standing(ctx: Ctx, code?: string): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`
    select w.workflow_code, w.definition_version, w.position, count(*)::int as files
    from file_workflow w join case_file on case_file.id = w.file_id
    where case_file.closed_on is null and ${visibleFiles(ctx.user)} ${code === undefined ? sql`` : sql`and w.workflow_code = ${code}`}
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

const sum = (rows: readonly Standing[]): number => rows.reduce((total, { files }) => total + files, 0);

/** The workflows that somebody may see, each with its parent and the client that it is for. */
export async function headsOf(ctx: Ctx) {
  const rows = await asSystem(ctx.db, "workflows of clients; those that the actor may not see are left out below")
    .selectFrom("workflow as w")
    .leftJoin("client as c", "c.id", "w.client_id")
    .select(["w.id", "w.code", "w.parent_code as parent", "w.client_id", "c.company as client"])
    .execute();
  return rows.filter(({ client_id }) => client_id === null || maySeeClient(ctx.user, client_id));
}

/** The codes of the workflows of clients whom somebody may not see. */
export async function unseenVariants({ db, user }: Pick<Ctx, "db" | "user">): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("workflow")
    .select(["code", "client_id"])
    .where("client_id", "is not", null)
    .execute();
  return new Set(
    rows.flatMap(({ code, client_id }) => (client_id !== null && !maySeeClient(user, client_id) ? [code] : [])),
  );
}

export async function workflowRows(ctx: Ctx): Promise<WorkflowRow[]> {
  const heads = await headsOf(ctx);
  const versions = await loadVersions(ctx.db);
  const stands = await standing(ctx);
  return heads
    .flatMap(({ id, code, parent, client }) => {
      const own = versions.filter(({ workflow }) => workflow.code === code);
      const live = own.find(({ state }) => state === "live");
      const draft = own.find(({ state }) => state === "draft");
      const shown = live ?? draft;
      if (!shown) return [];
      const files = stands.filter((row) => row.workflow_code === code);
      const { name, category, audience, steps } = shown.workflow;
      const taking = new Set(
        own.flatMap(({ state, workflow }) => (state === "live" || state === "trial" ? [workflow.version] : [])),
      );
      return [
        {
          id,
          code,
          name,
          category,
          audience,
          parent,
          client,
          live: live?.workflow.version ?? null,
          draft: draft?.workflow.version ?? null,
          steps: steps.length,
          files: sum(files),
          behind: sum(files.filter((row) => !taking.has(row.definition_version))),
        },
      ];
    })
    .sort((a, b) => a.code.localeCompare(b.code, "en", { numeric: true }));
}

/** The code of a workflow; one of a client is there for those alone who may see that client. @throws notFound. */
export async function codeOf({ db, user }: Pick<Ctx, "db" | "user">, id: number): Promise<string> {
  const row = await db.selectFrom("workflow").select(["code", "client_id"]).where("id", "=", id).executeTakeFirst();
  if (!row || (row.client_id !== null && !maySeeClient(user, row.client_id))) throw notFound();
  return row.code;
}

/** All versions of a workflow as judgements take them, drafts as they are now, by their number. */
async function versionsToJudge(db: Db, code: string) {
  const found = await loadVersions(db, code);
  const rows = await db
    .selectFrom("workflow_version as v")
    .innerJoin("workflow as w", "w.code", "v.workflow_code")
    .select(["v.number", "v.version", "w.id"])
    .where("w.code", "=", code)
    .execute();
  return new Map(
    rows.flatMap(({ number, version, id }) => {
      const one = found.find(({ workflow }) => workflow.version === number);
      return one ? [[number, { ...one, workflowId: id, version }] as const] : [];
    }),
  );
}

/** Versions as judgements take them, by the code of their workflow. */
export const judgedVersions = {
  codeOf,
  all: versionsToJudge,
  /** @throws notFound. */
  read: async (db: Db, code: string, number: number) => {
    const found = (await versionsToJudge(db, code)).get(number);
    if (!found) throw notFound();
    return found;
  },
};

const needOf = ({ condition }: StoredStep): DrawnStep["needs"] => {
  if (condition.hasEmail) return "email";
  if (condition.hasMobile) return "mobile";
  return condition.hasPhone ? "phone" : null;
};

/** All of a step that a person can change. */
const content = ({ id: _id, key: _key, position: _position, versionNumber: _version, ...rest }: StoredStep): string =>
  JSON.stringify(rest);

/** What differs from the live version; where steps came or went, those that keep their order have not moved. */
function changeOf(step: StoredStep, shown: readonly StoredStep[], live: readonly StoredStep[]): DrawnStep["change"] {
  const was = live.find(({ key }) => key === step.key);
  if (!was) return "new";
  if (content(was) !== content(step)) return "changed";
  const placeAmong = (steps: readonly StoredStep[], others: readonly StoredStep[]): number =>
    steps.filter(({ key }) => others.some((other) => other.key === key)).findIndex(({ key }) => key === step.key);
  return placeAmong(live, shown) === placeAmong(shown, live) ? "same" : "moved";
}

interface Drawing {
  readonly ctx: Ctx;
  readonly shown: StoredVersion;
  readonly live: StoredVersion | undefined;
  readonly faults: readonly Fault[];
  readonly stands: readonly Standing[];
}

const nameOf = (ctx: Ctx, { template }: StoredStep): string =>
  ctx.translate({ key: stepText(template), values: { template } });

function drawnSteps({ ctx, shown, live, faults, stands }: Drawing): DrawnStep[] {
  const { workflow, state } = shown;
  const own = stands.filter((row) => row.definition_version === workflow.version);
  return workflow.steps.map((step) => ({
    id: step.id,
    key: step.key,
    position: step.position,
    name: nameOf(ctx, step),
    anchor: step.anchor,
    event: step.event,
    offsetDays: step.offsetDays,
    phase: filePhases.find((phase) => phase === step.phase) ?? "amicable",
    channel: step.channel,
    template: step.template,
    effect: step.effect,
    byHand: step.byHand,
    lapseDays: step.lapseDays,
    termDays: step.termDays,
    needs: needOf(step),
    minOpenCents: step.condition.minOpenCents ?? null,
    maxOpenCents: step.condition.maxOpenCents ?? null,
    minClaimCents: step.condition.minClaimCents ?? null,
    maxClaimCents: step.condition.maxClaimCents ?? null,
    nextWorkflow: step.nextWorkflow,
    gate: [...gateOfStep(step, workflow.audience)],
    files: sum(own.filter((row) => row.position === step.position - 1)),
    faults: faults
      .filter(({ position }) => position === step.position)
      .map(({ field, message }) => ({ field, text: ctx.translate(message) })),
    change: state === "live" || !live ? null : changeOf(step, workflow.steps, live.workflow.steps),
  }));
}

/** Steps that are live and not in the draft, with the files that would come before one of them next. */
function removedSteps({ ctx, shown, live, stands }: Drawing): DrawnWorkflow["removed"] {
  if (!live || shown.state !== "draft") return [];
  const kept = new Set(shown.workflow.steps.map(({ key }) => key));
  const own = stands.filter((row) => row.definition_version === live.workflow.version);
  return live.workflow.steps
    .filter(({ key }) => !kept.has(key))
    .map((step) => ({
      position: step.position,
      name: nameOf(ctx, step),
      files: sum(own.filter((row) => row.position === step.position - 1)),
    }));
}

async function versionRows(ctx: Ctx, code: string, stands: readonly Standing[]): Promise<DrawnWorkflow["versions"]> {
  const rows = await ctx.db
    .selectFrom("workflow_version")
    .selectAll()
    .where("workflow_code", "=", code)
    .orderBy("number", "desc")
    .execute();
  const names = await userNames(
    ctx.db,
    rows.flatMap((row) => [row.created_by ?? [], row.published_by ?? []].flat()),
  );
  return rows.map((row) => ({
    number: row.number,
    state: versionStates.find((state) => state === row.state) ?? "retired",
    note: row.note,
    createdBy: names.get(row.created_by ?? 0)?.name ?? "",
    publishedBy: names.get(row.published_by ?? 0)?.name ?? "",
    publishedAt: row.published_at?.toISOString() ?? null,
    files: sum(stands.filter((stand) => stand.definition_version === row.number)),
  }));
}

/** A version of a workflow: the one asked for, else its draft, else the live one. @throws notFound. */
export async function drawnWorkflow(ctx: Ctx, id: number, number?: number): Promise<DrawnWorkflow> {
  const code = await codeOf(ctx, id);
  const versions = await loadVersions(ctx.db, code);
  const inState = (wanted: StoredVersion["state"]) => versions.find(({ state }) => state === wanted);
  const live = inState("live");
  const shown =
    number === undefined ? (inState("draft") ?? live) : versions.find(({ workflow }) => workflow.version === number);
  if (!shown) throw notFound();
  const faults = shown.state === "draft" ? faultsOf(shown.workflow, await knownTemplates(ctx.db, code)) : [];
  const stands = await standing(ctx, code);
  const drawing = { ctx, shown, live, faults, stands };
  const { name, category, audience } = shown.workflow;
  const row = await ctx.db
    .selectFrom("workflow_version as v")
    .innerJoin("workflow as w", "w.code", "v.workflow_code")
    .select(["v.based_on", "v.note", "v.version", "v.parent_version", "w.version as headVersion"])
    .where("v.workflow_code", "=", code)
    .where("v.number", "=", shown.workflow.version)
    .executeTakeFirstOrThrow();
  return {
    id,
    code,
    name,
    category,
    audience,
    number: shown.workflow.version,
    state: shown.state,
    note: row.note,
    basedOn: row.based_on,
    steps: drawnSteps(drawing),
    faults: faults.flatMap(({ position, message }) => (position === null ? [ctx.translate(message)] : [])),
    removed: removedSteps(drawing),
    versions: await versionRows(ctx, code, stands),
    ...(await inheritance(ctx, { id, shown, parentVersion: row.parent_version })),
    headVersion: row.headVersion,
    version: row.version,
  };
}

/** What a step may use, in the reader's words where there are any. */
export async function choicesOfSteps(ctx: Ctx) {
  const known = await knownTemplates(ctx.db);
  return [...known.keys()].flatMap((key) => {
    const [channel, code = ""] = key.split(":");
    const found = stepChannels.find((one) => one === channel);
    const message: Message = { key: stepText(code), values: { template: code } };
    return found ? [{ channel: found, code, name: ctx.translate(message) }] : [];
  });
}
