/** What whoever is in does about a file: a form, its judgement beside the fields, and the act, once. */
import { VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle, redirect } from "../../../ground/platform/server/http/module.ts";
import { refusalOf, withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { asVisitor, type Visit, visitOf } from "../access/visit.server.ts";
import { debtorAct, debtorForm } from "../debtor-page.contract.ts";
import { type Act, actAddress, claimAddress } from "../debtor-page.ts";
import { html } from "../markup.ts";
import { type Claim, claimOf } from "../pages/claims.server.ts";
import { visitOverPage } from "../pages/entry.server.ts";
import { type Problems, pageOf, type View, viewOf } from "../pages/layout.server.ts";
import { actsOn } from "../pages/reading.server.ts";
import { type ActContext, carryOut, InvalidForm, type Sent } from "./carried-out.server.ts";
import { formPage } from "./forms.server.ts";

/** The town of whoever is in, for the way to help; "" for who came in by the letter's own facts. */
async function cityOf(ctx: Ctx, visit: Visit): Promise<string> {
  if (visit.level !== "full") return "";
  const row = await ctx.db.selectFrom("debtor").select("city").where("id", "=", visit.debtorId).executeTakeFirst();
  return row?.city ?? "";
}

const impossible = (view: View, claim: Claim) =>
  pageOf(
    view,
    view.t("problem"),
    html`<p>${view.t("notPossible")}</p><p><a href="${claimAddress(claim.id)}">${view.t("back")}</a></p>`,
    { status: 400 },
  );

const form = handle(debtorForm, async (ctx, { params: { id, act }, query }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, actAddress(id, act), query.lang, visit);
  if (!visit?.files.has(id)) return visitOverPage(view);
  const mine = asVisitor(ctx, visit);
  const claim = await claimOf(mine, visit, id);
  if (!actsOn(claim, visit).includes(act)) return impossible(view, claim);
  return formPage(mine, view, act, { claim, city: await cityOf(ctx, visit), debtorId: visit.debtorId });
});

/** What the house's own functions refuse, in the words of the page. */
const problemsOf = (error: VorderError, view: View): Problems => {
  const fields = Object.entries(error.detail.fields ?? {}).map(([field, messages]) => {
    const name = field.replace(/^wanted\.(\w+)$/, "wanted[$1]");
    return [name, messages.map((message) => view.translate(message)).join(" ")] as const;
  });
  return fields.length > 0 ? Object.fromEntries(fields) : { common: view.t("notPossible") };
};

const valuesOf = ({ wanted, amounts, files: _files, once: _once, ...plain }: Sent): Record<string, string> => ({
  ...plain,
  ...Object.fromEntries(Object.entries(wanted).map(([name, value]) => [`wanted[${name}]`, value])),
  ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [`amounts[${name}]`, value])),
});

/** Notes that a form was sent; false where this very one was before. */
async function first(ctx: Ctx, visit: Visit, fileId: number, act: Act, once: string): Promise<boolean> {
  const row = await ctx.db
    .insertInto("debtor_page_act")
    .values({ once, link_id: visit.linkId, file_id: fileId, kind: act, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column("once").doNothing())
    .returning("once")
    .executeTakeFirst();
  return row !== undefined;
}

/** What was wrong with a form, which is shown again with it. */
class Refused extends Error {
  readonly problems: Problems;
  constructor(problems: Problems) {
    super("the form is shown again");
    this.problems = problems;
  }
}

const words = { gone: "debtor-page.notPossible", changed: "debtor-page.notPossible" };

/** Carries an act out, or nothing of it. @throws Refused with what was wrong, by field. */
async function attempt(doing: ActContext, act: Act, visit: Visit) {
  const { ctx, view, claim, sent } = doing;
  const isLook = act === "terms" && sent.agreed !== "yes";
  const once = sent.once ?? ctx.ids.uuid();
  const tried = await withSavepoint(
    ctx,
    async () => {
      if (!isLook && !(await first(ctx, visit, claim.id, act, once))) return redirect(claimAddress(claim.id));
      const outcome = await carryOut[act]({ ...doing, sent: { ...sent, once } }).catch((error: unknown) => {
        // Its words by field would be lost in the savepoint's own account of it.
        const isRefusal = refusalOf(error, words) !== undefined;
        throw isRefusal && error instanceof VorderError ? new Refused(problemsOf(error, view)) : error;
      });
      // What was not done is not noted as done.
      if (outcome instanceof InvalidForm) throw new Refused(outcome.problems);
      return outcome;
    },
    words,
  );
  if ("done" in tried) return tried.done;
  throw new Refused({ common: view.t("notPossible") });
}

const doAct = handle(debtorAct, async (ctx, { params: { id, act }, body, files, refusedFile }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, actAddress(id, act), undefined, visit);
  if (!visit?.files.has(id)) return visitOverPage(view);
  const mine = asVisitor(ctx, visit);
  const claim = await claimOf(mine, visit, id);
  if (!actsOn(claim, visit).includes(act)) return impossible(view, claim);
  const sent: Sent = { ...body, files };
  const city = await cityOf(ctx, visit);
  try {
    if (refusedFile !== undefined) throw new Refused({ files: view.translate(refusedFile) });
    return await attempt({ ctx: mine, view, claim, city, debtorId: visit.debtorId, sent }, act, visit);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return formPage(mine, view, act, {
      claim,
      city,
      debtorId: visit.debtorId,
      typed: { values: valuesOf(sent), problems: error.problems },
    });
  }
});

export const actHandlers: readonly Handler[] = [form, doAct];
