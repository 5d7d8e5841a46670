/** The register of courses and meetings, with certificates. */
import type { Selectable } from "kysely";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import type { EmployeeTraining } from "../../../ground/platform/server/postgres/database.types.ts";
import { requireMayManage } from "../../access/access.server.ts";
import { certificateTypes, maxCertificateBytes, trainingKinds } from "../employees.ts";
import {
  addTraining,
  downloadCertificate,
  dropTraining,
  listTrainings,
  type Training,
  updateTraining,
} from "../record/people.contract.ts";
import { employeeOf } from "../record/rows.server.ts";

type Row = Selectable<EmployeeTraining>;

const shown = (row: Row): Training => ({
  id: row.id,
  kind: trainingKinds.find((kind) => kind === row.kind) ?? "course",
  heldOn: row.held_on,
  title: row.title,
  note: row.note,
  file: row.file_name === null ? null : { name: row.file_name, mime: row.mime ?? "", sizeBytes: row.size_bytes ?? 0 },
  version: row.version,
});

/** What the audit trail keeps. */
const audited = (row: Row) => ({
  training: row.id,
  kind: row.kind,
  heldOn: row.held_on,
  title: row.title,
  note: row.note,
  file: row.file_name,
  sha256: row.sha256,
});

const trainingsOf = (ctx: Pick<Ctx, "db">, userId: number) =>
  ctx.db.selectFrom("employee_training").selectAll().where("user_id", "=", userId);

async function requireTraining(ctx: Ctx, userId: number, id: number): Promise<Row> {
  const row = await trainingsOf(ctx, userId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The employee whose register is to be changed: one who holds no more than the changer. */
async function editable(ctx: Ctx, id: number): Promise<number> {
  const employee = await employeeOf(ctx, id);
  await requireMayManage(ctx, employee.id);
  return employee.id;
}

function requirePast(ctx: Ctx, heldOn: string): void {
  if (heldOn > ctx.clock.today()) throw fieldError("heldOn", "employees.errorFuture");
}

/** Keeps the certificate of a request, where it brings one; what it is, is told by its content. */
async function certificateIn(
  ctx: Ctx,
  files: Parameters<Parameters<typeof handle<typeof addTraining>>[1]>[1]["files"],
) {
  const [file, ...more] = files.filter(({ field }) => field === "file");
  if (!file) return {};
  if (more.length > 0 || file.size === 0) throw fieldError("file", "employees.errorFile");
  if (file.size > maxCertificateBytes) throw new VorderError("tooLarge");
  const stored = await ctx.storage.put(await file.bytes(), { name: file.name }).catch((error: unknown) => {
    // What nobody may upload at all is told beside the field too.
    if (error instanceof VorderError && error.code === "mediaType") return undefined;
    throw error;
  });
  if (!stored || !(stored.mime in certificateTypes)) {
    if (stored) await ctx.storage.discard(stored.key);
    throw fieldError("file", "employees.errorFileKind");
  }
  return {
    file_name: file.name.slice(-255) || "certificate",
    mime: stored.mime,
    size_bytes: stored.size,
    sha256: stored.sha256,
    storage_key: stored.key,
  };
}

const add = handle(addTraining, async (ctx, { params, body, files }) => {
  const userId = await editable(ctx, params.id);
  requirePast(ctx, body.heldOn);
  const { id } = await ctx.db
    .insertInto("employee_training")
    .values({
      user_id: userId,
      kind: body.kind,
      held_on: body.heldOn,
      title: body.title,
      note: body.note,
      ...(await certificateIn(ctx, files)),
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = await requireTraining(ctx, userId, id);
  await ctx.audit({
    action: "employee.training.create",
    subject: "app_user",
    subjectId: userId,
    after: audited(made),
  });
  return shown(made);
});

const update = handle(updateTraining, async (ctx, { params, body }) => {
  const userId = await editable(ctx, params.id);
  const before = await requireTraining(ctx, userId, params.trainingId);
  requirePast(ctx, body.heldOn);
  const done = await ctx.db
    .updateTable("employee_training")
    .set((eb) => ({
      kind: body.kind,
      held_on: body.heldOn,
      title: body.title,
      note: body.note,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", before.id)
    .where("version", "=", body.version)
    .executeTakeFirst();
  const now = await requireTraining(ctx, userId, before.id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current: shown(now) } });
  await ctx.audit({
    action: "employee.training.update",
    subject: "app_user",
    subjectId: userId,
    before: audited(before),
    after: audited(now),
  });
  return shown(now);
});

const drop = handle(dropTraining, async (ctx, { params }) => {
  const userId = await editable(ctx, params.id);
  const before = await requireTraining(ctx, userId, params.trainingId);
  await ctx.db.deleteFrom("employee_training").where("id", "=", before.id).execute();
  await ctx.audit({
    action: "employee.training.delete",
    subject: "app_user",
    subjectId: userId,
    before: audited(before),
  });
  // Last, so that a deletion that is undone has not lost the content.
  if (before.storage_key !== null) await ctx.storage.delete(before.storage_key);
  return {};
});

const download = handle(downloadCertificate, async (ctx, { params }) => {
  const { id } = await employeeOf(ctx, params.id);
  const row = await requireTraining(ctx, id, params.trainingId);
  if (row.storage_key === null) throw notFound();
  return blob({
    content: await ctx.storage.get(row.storage_key),
    mime: row.mime ?? "application/octet-stream",
    name: row.file_name ?? "certificate",
  });
});

export const trainingHandlers: readonly Handler[] = [
  handle(listTrainings, async (ctx, { params }) => {
    const { id } = await employeeOf(ctx, params.id);
    const rows = await trainingsOf(ctx, id).orderBy("held_on", "desc").orderBy("id", "desc").execute();
    return { items: rows.map(shown) };
  }),
  add,
  update,
  drop,
  download,
];
