/** Why a contract binds a minor or a person under guardianship: whether a file needs a reason, and recording it with its document. */
import { type FileState, lockFile, ofFile, requireFile } from "../../../cases/files/files.server.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { incapacityAt } from "../../../law/rules/rules.ts";
import { enterCapacity } from "../../../money/claims/claims.server.ts";
import { balanceOf, type ClaimEvent, isKind, standingEvents } from "../../../money/claims/claims.ts";
import { requireDocument } from "../limitation/limitation-handlers.server.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";
import { noteCapacity, readCapacity } from "./capacity.contract.ts";

/** Why the contract of a file would not bind its debtor alone, and its events. The caller has checked that the file is visible. */
async function judged(ctx: Ctx, fileId: number) {
  const environment = await runEnvironment(ctx, null);
  const { tariffs, at } = environment;
  const inputs = (await loadInputs(ctx.db, [fileId], at.today)).get(fileId);
  if (!inputs) throw notFound();
  const { events } = inputs.situation;
  const facts = gateFacts(inputs, balanceOf(events, tariffs, at.today), null, environment);
  return { why: incapacityAt(facts, at.today), contractOn: facts.file.contractOn, events };
}

async function shown(ctx: Ctx, file: FileState, events: readonly ClaimEvent[]) {
  const noted = standingEvents(events).flatMap((event) => (isKind(event, "capacity") ? [event] : []));
  if (noted.length === 0) return [];
  const documents = await ofFile(ctx, file)
    .selectFrom("document")
    .select(["id", "name"])
    .where(
      "id",
      "in",
      noted.map(({ data }) => data.documentId),
    )
    .execute();
  return noted.map(({ id, on, data: { ground, by, documentId } }) => ({
    id,
    on,
    ground,
    by,
    document: documents.find((document) => document.id === documentId) ?? null,
  }));
}

export const capacityHandlers: readonly Handler[] = [
  handle(readCapacity, async (ctx, { params }) => {
    const file = await requireFile(ctx, params.id);
    const { why, contractOn, events } = await judged(ctx, params.id);
    return {
      why: why?.kind ?? null,
      contractOn: why && contractOn,
      until: why?.until ?? null,
      items: await shown(ctx, file, events),
    };
  }),
  handle(noteCapacity, async (ctx, { params, body }) => {
    await requireFile(ctx, params.id);
    // The provider judges what binds a debtor, not the client.
    if (ctx.user.kind !== "staff") throw notFound();
    await requireDocument(ctx, params.id, body.documentId);
    await lockFile(ctx, params.id);
    const { why } = await judged(ctx, params.id);
    if (why === null) throw fieldError("ground", "processing.bindsAnyway");
    // What is usual at an age binds only minors (BW 1:234(3)); under guardianship the guardian consents (BW 1:381(2)).
    if (why.kind === "guardianship" && body.ground === "usual") throw fieldError("ground", "processing.usualOfMinors");
    return { id: await enterCapacity(ctx, params.id, body) };
  }),
];
