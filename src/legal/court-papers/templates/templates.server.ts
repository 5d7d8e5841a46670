/** Keeps the templates of court papers: each change is a version, and none is ever lost. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { FieldProblems, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, type Db, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { tidied } from "../../../letters/templates/templates.contract.ts";
import { paperLayout } from "../drafting/layout.server.ts";
import { sampleDraft } from "./sample.server.ts";
import { courtPaperKinds, defenceSchema, type Section, sectionSchema } from "./shape.ts";
import {
  type CourtTemplate,
  type CourtTemplateRow,
  copyCourtTemplate,
  listCourtTemplateRevisions,
  listCourtTemplates,
  readCourtTemplate,
  restoreCourtTemplate,
  sampleOfCourtTemplate,
  saveCourtTemplate,
} from "./templates.contract.ts";
import { templateText, unknownVariables } from "./text.ts";

const sections = z.array(sectionSchema);
const defences = z.array(defenceSchema);
const kindOf = (kind: string) => z.enum(courtPaperKinds).parse(kind);

const toTemplate = (row: Selectable<DB["court_template"]>): CourtTemplate => ({
  id: row.id,
  kind: kindOf(row.kind),
  name: row.name,
  active: row.active,
  version: row.version,
  sections: sections.parse(row.sections),
  defences: defences.parse(row.defences),
});

/** @throws notFound */
export async function courtTemplateById(db: Db, id: number): Promise<CourtTemplate> {
  const row = await db.selectFrom("court_template").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toTemplate(row);
}

/** The templates that are offered on files. */
export const offeredTemplates = async (db: Db): Promise<CourtTemplate[]> =>
  (
    await db.selectFrom("court_template").selectAll().where("active", "=", true).orderBy("name").orderBy("id").execute()
  ).map(toTemplate);

/** @throws validation beside each section that names what no paper can fill. */
function requireKnown(all: readonly Section[]): void {
  const problems = new FieldProblems();
  for (const { at, name } of unknownVariables(all))
    problems.add(`sections.${at}.body`, "court-papers.errorVariable", { name });
  problems.throwIfAny();
}

type Fields = Pick<CourtTemplate, "name" | "active" | "sections" | "defences">;

async function store(ctx: Ctx, before: CourtTemplate, version: number, given: Fields, action: string) {
  const words = given.sections.map((section) => ({ ...section, body: tidied(section.body) }));
  requireKnown(words);
  const done = await ctx.db
    .updateTable("court_template")
    .set((set) => ({
      name: given.name,
      active: given.active,
      sections: JSON.stringify(words),
      defences: JSON.stringify(given.defences),
      changed_at: ctx.clock.now(),
      changed_by: ctx.user.id || null,
      version: set("version", "+", 1),
    }))
    .where("id", "=", before.id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  const after = await courtTemplateById(ctx.db, before.id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current: after } });
  await ctx.audit({
    action: `court_template.${action}`,
    subject: "court_template",
    subjectId: before.id,
    before: { name: before.name, active: before.active, version: before.version },
    after: { name: after.name, active: after.active, version: after.version },
  });
  return after;
}

const orders = { name: "t.name", kind: "t.kind", changedAt: "t.changed_at" } as const;

export const templateHandlers: readonly Handler[] = [
  handle(listCourtTemplates, async ({ db }, { query }) => {
    const order = query.order ?? { field: "kind", direction: "asc" };
    const rows = await db
      .selectFrom("court_template as t")
      .leftJoin("app_user", "app_user.id", "t.changed_by")
      .select((eb) => [
        "t.id",
        "t.kind",
        "t.name",
        "t.active",
        "t.version",
        "t.changed_at",
        "app_user.name as changed_by_name",
        eb.fn<number>("jsonb_array_length", ["t.sections"]).as("sections"),
      ])
      .$if(query.filter.kind !== undefined, (found) => found.where("t.kind", "=", query.filter.kind ?? ""))
      .orderBy(orders[order.field], order.direction)
      .orderBy("t.name")
      .orderBy("t.id")
      .execute();
    return {
      items: rows.map(
        (row): CourtTemplateRow => ({
          id: row.id,
          kind: kindOf(row.kind),
          name: row.name,
          active: row.active,
          version: row.version,
          sections: row.sections,
          changedAt: row.changed_at?.toISOString() ?? null,
          changedBy: row.changed_by_name,
        }),
      ),
    };
  }),
  handle(readCourtTemplate, ({ db }, { params }) => courtTemplateById(db, params.id)),
  handle(copyCourtTemplate, async (ctx, { body }) => {
    const from = await courtTemplateById(ctx.db, body.from);
    const { id } = await ctx.db
      .insertInto("court_template")
      .values({
        kind: from.kind,
        name: body.name,
        active: false,
        sections: JSON.stringify(from.sections),
        defences: JSON.stringify(from.defences),
        changed_at: ctx.clock.now(),
        changed_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.audit({
      action: "court_template.create",
      subject: "court_template",
      subjectId: id,
      after: { name: body.name, active: false, version: 1 },
    });
    return courtTemplateById(ctx.db, id);
  }),
  handle(saveCourtTemplate, async (ctx, { params, body: { version, ...given } }) =>
    store(ctx, await courtTemplateById(ctx.db, params.id), version, given, "update"),
  ),
  handle(listCourtTemplateRevisions, async ({ db }, { params }) => {
    const { version } = await courtTemplateById(db, params.id);
    const rows = await db
      .selectFrom("court_template_revision as r")
      .leftJoin("app_user", "app_user.id", "r.saved_by")
      .select(["r.version", "r.name", "r.sections", "r.defences", "r.saved_at", "app_user.name as saver"])
      .where("r.template_id", "=", params.id)
      .orderBy("r.version", "desc")
      .limit(200)
      .execute();
    return {
      items: rows.map((row) => ({
        version: row.version,
        savedAt: row.saved_at?.toISOString() ?? null,
        savedBy: row.saver,
        name: row.name,
        text: templateText({
          name: row.name,
          sections: sections.parse(row.sections),
          defences: defences.parse(row.defences),
        }),
        current: row.version === version,
      })),
    };
  }),
  handle(restoreCourtTemplate, async (ctx, { params, body }) => {
    const before = await courtTemplateById(ctx.db, params.id);
    const wanted = await ctx.db
      .selectFrom("court_template_revision")
      .select(["name", "sections", "defences"])
      .where("template_id", "=", params.id)
      .where("version", "=", body.revision)
      .executeTakeFirst();
    if (!wanted) throw notFound();
    const given = {
      name: wanted.name,
      active: before.active,
      sections: sections.parse(wanted.sections),
      defences: defences.parse(wanted.defences),
    };
    return store(ctx, before, body.version, given, "restore");
  }),
  handle(sampleOfCourtTemplate, async (ctx, { body }) => {
    requireKnown(body.sections);
    const { page } = sampleDraft(ctx, body);
    return blob({
      content: await pdfOf.page(paperLayout, page),
      mime: "application/pdf",
      name: `${body.kind}.pdf`,
      disposition: "inline",
    });
  }),
];
