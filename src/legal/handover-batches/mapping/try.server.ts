/** Tries rules of a mapping on a file: what it would look like, and what they change. */
import { sql } from "kysely";
import { selectFiles, visibleFiles } from "../../../cases/files/files.server.ts";
import { parseFileNumber } from "../../../cases/files/files.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { handle } from "../../../ground/platform/server/http/module.ts";
import { judgeHandover } from "../../../letters/processing/processing.server.ts";
import { handoverSetOf, requireOffice } from "../../handover/handover.server.ts";
import { documentOf } from "../batches/document.ts";
import { tryMapping } from "../destinations/destinations.contract.ts";
import { partsOf, requireDestination } from "../destinations/record.server.ts";
import { fieldChanges, mapped, usualMapping } from "./mapping.ts";

export const mappingHandlers = [
  handle(tryMapping, async (ctx, { params, body }) => {
    requireOffice(ctx);
    const destination = await requireDestination(ctx, params.id);
    const number = parseFileNumber(body.file) ?? body.file;
    const { rows } = await sql<{ id: number }>`select id from case_file
      where number = ${number} and ${visibleFiles(ctx.user)}`.execute(ctx.db);
    const [file] = rows;
    if (!file) throw fieldError("file", "handover-batches.errorNoSuchFile");
    const set = await handoverSetOf(ctx, await judgeHandover(ctx, file.id));
    ctx.saw([file.id]);
    const known = await selectFiles(ctx)
      .innerJoin("handover_masterdata as m", "m.client_id", "case_file.client_id")
      .select("m.external_id")
      .where("m.destination_id", "=", params.id)
      .where("case_file.id", "=", file.id)
      .executeTakeFirst();
    const record = { ...set.file, client: { externalId: known?.external_id ?? "", ...set.file.client } };
    const { mapping: before } = partsOf(destination);
    const shown = (rules: typeof before) => mapped(rules.length === 0 ? usualMapping : rules, record);
    const head = {
      batchId: "00000000-0000-4000-8000-000000000000",
      type: "summons",
      destination: destination.name,
      createdAt: ctx.clock.now().toISOString(),
      count: 1,
      totalAmount: set.file.claim.totals.open,
      checksum: "",
    };
    return {
      output: documentOf(body.format, body.mapping, head, [record]).slice(0, 200_000),
      changes: fieldChanges(shown(before), shown(body.mapping)),
    };
  }),
];
