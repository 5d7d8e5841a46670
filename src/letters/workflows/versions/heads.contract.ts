/** Calls by which workflows are made, copied, named, and given to a client as a variant. */
import { z } from "zod";
import { all } from "../../../ground/kernel/access.ts";
import { call, rowVersion } from "../../../ground/kernel/contract.ts";
import { audiences, workflowCategories } from "../schedule/definition.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE");
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const workflowParam = z.object({ workflow: z.coerce.number().pipe(id) });
const made = z.object({ id: z.number().int() });

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9_-]{0,19}$/, { error: "workflow-heads.errorCode" });
const name = z.string().trim().min(1).max(100);

export const createWorkflow = call({
  method: "POST",
  path: "/api/v4/workflow",
  who,
  summary:
    "Makes a workflow: a draft that is empty, or a copy of another workflow's live version. No file is on it until it goes live.",
  body: z.strictObject({
    code,
    name,
    category: z.enum(workflowCategories),
    audience: z.enum(audiences),
    copyOf: id.nullable(),
  }),
  reply: made,
});

export const renameWorkflow = call({
  method: "PUT",
  path: "/api/v4/workflow/{workflow}",
  who,
  summary:
    "Changes the name of a workflow; also its category and for whom it is, while no version of it was ever live.",
  params: workflowParam,
  body: z.strictObject({
    name,
    category: z.enum(workflowCategories),
    audience: z.enum(audiences),
    version: rowVersion,
  }),
  reply: made,
});

export const createVariant = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/variant",
  who,
  summary:
    "Makes a client's variant of a workflow of the house: a draft that inherits all steps. What it changes is its own.",
  params: workflowParam,
  body: z.strictObject({ client: id, code, name }),
  reply: made,
});
