/** The entry page: a link or a code, and a second fact before anything personal shows. Opening it changes nothing, whoever or whatever opens it. */
import { writeLog } from "../../../cases/logs/logs.server.ts";
import {
  type Ctx,
  type Handler,
  handle,
  type PageReply,
  redirect,
  systemActor,
} from "../../../ground/platform/server/http/module.ts";
import { sameToken } from "../../../ground/platform/server/http/session.ts";
import { type Answer, type Fact, factOf, factTexts, isAnswered, levelOf, type Person } from "../access/facts.ts";
import { mayTry, noteFailure } from "../access/guessing.server.ts";
import { byCode, type Link, linkBySecret, personOf, stateOf } from "../access/links.server.ts";
import { filesOf } from "../access/scope.server.ts";
import { beginVisit, endVisit } from "../access/visit.server.ts";
import { enterByCode, enterByLink, leaveDebtorPage, openLink, showCodePage } from "../debtor-page.contract.ts";
import { codeAddress, linkAddress, mostFailures, pageAddress, standingOf } from "../debtor-page.ts";
import { html, type Markup, type Part } from "../markup.ts";
import { inputOf, pageOf, problemList, tokenOf, type View, viewOf } from "./layout.server.ts";

/** One answer for what is unknown, ended, locked, of a file that somebody else speaks for, or mistyped: nobody learns which. */
const gone = ({ t, ...view }: View): PageReply =>
  pageOf(
    { t, ...view },
    t("goneTitle"),
    html`<p>${t("goneText")}</p><p><a class="button" href="${codeAddress}">${t("toCode")}</a></p>`,
    { status: 404 },
  );

const blocked = (view: View): PageReply =>
  pageOf(view, view.t("goneTitle"), html`<p>${view.t("tooMany")}</p>`, { status: 429 });

interface Way {
  readonly link: Link;
  readonly person: Person;
}

/** A way in that stands, to a file that its person may see today. */
async function standing(ctx: Ctx, link: Link | undefined): Promise<Way | undefined> {
  if (!link || standingOf(stateOf(link), ctx.clock.now()) !== "open") return undefined;
  const files = await filesOf(ctx.db, { debtorId: link.debtor_id, fileId: link.file_id }, ctx.clock.today());
  if (!files.has(link.file_id)) return undefined;
  const row = await personOf(ctx.db, link.debtor_id);
  return {
    link,
    person: {
      fileType: row.file_type,
      birthDate: row.birth_date,
      postcode: row.postcode,
      houseNumber: row.house_number,
      city: row.city,
    },
  };
}

const dateParts = ({ t }: View, answer: Answer | undefined): Markup => html`<fieldset id="day">
<legend>${t("birthDate")}</legend><p class="hint" id="birth-hint">${t("birthDateHint")}</p><div class="parts">
${(["day", "month", "year"] as const).map(
  (part) => html`<div><label for="birth-${part}">${t(part)}</label>
<input id="birth-${part}" name="${part}" inputmode="numeric" autocomplete="bday-${part}" maxlength="10" value="${answer?.[part] ?? ""}" aria-describedby="birth-hint"></div>`,
)}</div></fieldset>`;

const addressParts = ({ t }: View, answer: Answer | undefined): Markup =>
  html`${inputOf({
    name: "postcode",
    label: t("postcode"),
    hint: t("postcodeHint"),
    value: answer?.postcode,
    complete: "postal-code",
    width: "short",
    max: 100,
  })}${inputOf({ name: "houseNumber", label: t("houseNumber"), value: answer?.houseNumber, width: "tiny", max: 20 })}`;

function door(view: View, fact: Fact, more: { problem?: string; answer?: Answer; status?: number } = {}): PageReply {
  const { t, self } = view;
  const field = fact === "birthDate" ? "day" : "postcode";
  const main: Part = [
    problemList(view, more.problem ? { [field]: more.problem } : {}),
    html`<p>${t("doorIntro")}</p><form method="post" action="${self}">${tokenOf(view)}
${fact === "birthDate" ? dateParts(view, more.answer) : addressParts(view, more.answer)}<button>${t("enter")}</button></form>`,
  ];
  return pageOf(view, t("doorTitle"), main, { status: more.status ?? 200, wrong: more.problem !== undefined });
}

/** Counts a wrong answer; the last one that is borne locks the way in, which staff see and open again by giving another. */
async function countWrong(ctx: Ctx, link: Link): Promise<void> {
  await noteFailure(ctx);
  const failures = link.failures + 1;
  const locks = failures >= mostFailures;
  await ctx.db
    .updateTable("debtor_link")
    .set({ failures, ...(locks && { locked_at: ctx.clock.now() }) })
    .where("id", "=", link.id)
    .execute();
  if (locks)
    await writeLog(
      { ...ctx, user: systemActor },
      { fileId: link.file_id, type: "system", subject: { key: "debtor-page.logLocked" } },
    );
}

async function enter(ctx: Ctx, { link, person }: Way): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable("debtor_link")
    .set((eb) => ({
      failures: 0,
      first_used_at: eb.fn.coalesce("first_used_at", eb.val(now)),
      last_used_at: now,
      uses: eb("uses", "+", 1),
    }))
    .where("id", "=", link.id)
    .execute();
  await beginVisit(ctx, link.id, levelOf(factOf(person)));
  const { display_name: name } = await personOf(ctx.db, link.debtor_id);
  await writeLog(
    { ...ctx, user: systemActor },
    { fileId: link.file_id, type: "system", subject: { key: "debtor-page.logEntered", values: { name } } },
  );
}

/** An empty answer is never right, whatever is known of whoever owes: an address may have no postcode, and a house the number 0. */
const isRight = (person: Person, answer: Answer): boolean => {
  const fact = factOf(person);
  const [given, right] = factTexts(fact, person, answer);
  return isAnswered(fact, answer) && sameToken(given, right);
};

const open = handle(openLink, async (ctx, { params, query }) => {
  const view = await viewOf(ctx, linkAddress(params.secret), query.lang);
  const way = await standing(ctx, await linkBySecret(ctx.db, params.secret).executeTakeFirst());
  return way ? door(view, factOf(way.person)) : gone(view);
});

const come = handle(enterByLink, async (ctx, { params, body }) => {
  const view = await viewOf(ctx, linkAddress(params.secret));
  if (!(await mayTry(ctx))) return blocked(view);
  // Locked, so that tries at one way in come one after the other.
  const way = await standing(ctx, await linkBySecret(ctx.db, params.secret).forUpdate().executeTakeFirst());
  if (!way) {
    await noteFailure(ctx);
    return gone(view);
  }
  const fact = factOf(way.person);
  if (!isAnswered(fact, body)) return door(view, fact, { problem: view.t("doorEmpty"), answer: body, status: 400 });
  if (!isRight(way.person, body)) {
    await countWrong(ctx, way.link);
    const locked = way.link.failures + 1 >= mostFailures;
    return locked ? gone(view) : door(view, fact, { problem: view.t("doorWrong"), answer: body, status: 400 });
  }
  await enter(ctx, way);
  return redirect(pageAddress);
});

type Typed = Answer & { readonly code: string };

function codePage(view: View, more: { problem?: string; typed?: Typed } = {}): PageReply {
  const { t } = view;
  const main: Part = [
    problemList(view, more.problem ? { code: more.problem } : {}),
    html`<p>${t("codeIntro")}</p><form method="post" action="${codeAddress}">${tokenOf(view)}${inputOf({
      name: "code",
      label: t("code"),
      hint: t("codeHint"),
      value: more.typed?.code,
      problem: more.problem,
      width: "short",
      max: 40,
    })}${dateParts(view, more.typed)}${addressParts(view, more.typed)}<button>${t("enter")}</button></form>`,
  ];
  return pageOf(view, t("doorTitle"), main, { status: more.problem ? 400 : 200, wrong: more.problem !== undefined });
}

const ask = handle(showCodePage, async (ctx, { query }) => codePage(await viewOf(ctx, codeAddress, query.lang)));

const comeByCode = handle(enterByCode, async (ctx, { body }) => {
  const view = await viewOf(ctx, codeAddress);
  if (!(await mayTry(ctx))) return blocked(view);
  const way = await standing(ctx, await byCode(ctx.db, body.code).forUpdate().executeTakeFirst());
  if (way && isRight(way.person, body)) {
    await enter(ctx, way);
    return redirect(pageAddress);
  }
  // A wrong code and a wrong answer are told alike.
  if (way && isAnswered(factOf(way.person), body)) await countWrong(ctx, way.link);
  else await noteFailure(ctx);
  return codePage(view, { problem: view.t("codeWrong"), typed: body });
});

const leave = handle(leaveDebtorPage, async (ctx) => {
  const view = await viewOf(ctx, pageAddress);
  await endVisit(ctx);
  return pageOf(view, view.t("leave"), html`<p>${view.t("left")}</p>`);
});

export const entryHandlers: readonly Handler[] = [open, come, ask, comeByCode, leave];

/** What somebody sees whose visit is over: neither that there was a file, nor that there was none. */
export const visitOverPage = (view: View): PageReply =>
  pageOf(
    view,
    view.t("overTitle"),
    html`<p>${view.t("overText")}</p><p><a class="button" href="${codeAddress}">${view.t("toCode")}</a></p>`,
    { status: 404 },
  );
