/** Asks a bureau by its adapter: JSON over HTTPS, to the address in the settings. What it answers is checked like any upload. */
import { z } from "zod";
import { allows } from "../../ground/kernel/access.ts";
import { date } from "../../ground/kernel/dates.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import { calendarDate } from "../../ground/kernel/query.ts";
import { type JobCtx, job } from "../../ground/platform/server/http/module.ts";
import { type OutgoingException, sendRequest } from "../../ground/platform/server/outbox/outgoing.ts";
import { globalSettings, openSetting } from "../../ground/settings/settings.server.ts";
import { loadActor } from "../../people/access/access.server.ts";
import { tryAnswer } from "./handlers.server.ts";
import { runningChecks } from "./record.server.ts";
import { startBureauChecks } from "./surveillance.contract.ts";
import { checkResults } from "./surveillance.ts";

const payload = z.object({ userId: z.number().int() });
const perRequest = 100;

const text = (max: number) => z.string().max(max).default("");
const reply = z.object({
  results: z
    .array(
      z.object({
        reference: z.number().int(),
        result: z.enum(checkResults),
        checkedOn: calendarDate(),
        source: text(100),
        address: z
          .object({
            street: text(200),
            houseNumber: text(10),
            addition: text(20),
            postcode: text(12),
            city: text(100),
            country: z
              .string()
              .regex(/^[A-Z]{2}$/)
              .default("NL"),
          })
          .optional(),
      }),
    )
    .max(perRequest),
});

type Check = Awaited<ReturnType<typeof runningChecks>>[number];

interface Bureau {
  readonly url: string;
  readonly key: string;
  readonly allowed: readonly OutgoingException[];
}

async function askFor({ url, key, allowed }: Bureau, checks: readonly Check[]): Promise<z.output<typeof reply>> {
  const response = await sendRequest(url, allowed, {
    method: "POST",
    millis: 60_000,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      checks: checks.map((check) => ({
        reference: check.id,
        name: check.debtor_name,
        birthDate: check.birth_date,
        street: check.street,
        houseNumber: check.house_number,
        addition: check.addition,
        postcode: check.postcode,
        city: check.city,
        country: check.country,
      })),
    }),
  });
  if (!response.ok) throw new VorderError("unavailable", { cause: `the bureau answered ${response.status}` });
  const answered = reply.safeParse(await response.json().catch(() => undefined));
  if (!answered.success) throw new VorderError("unavailable", { cause: "the bureau's answer cannot be read" });
  return answered.data;
}

async function ask(ctx: JobCtx, { userId }: z.output<typeof payload>): Promise<void> {
  // The rights of now decide: for somebody who has left, or lost the right, nothing is asked.
  const actor = await loadActor(ctx.db, userId, null);
  if (!actor || !allows(startBureauChecks.who, actor.acl, true)) return;
  const settings = await globalSettings(ctx.db);
  const { addressUrl } = settings;
  if (addressUrl === "") return;
  const bureau = {
    url: addressUrl,
    key: openSetting(ctx.environment, settings, "addressKey"),
    allowed: ctx.environment.outgoingAllow,
  };
  const checks = await runningChecks({ db: ctx.db, user: actor });
  let answered = 0;
  for (let from = 0; from < checks.length; from += perRequest) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const part = checks.slice(from, from + perRequest);
    const asked = new Set(part.map(({ id }) => id));
    const { results } = await askFor(bureau, part);
    await ctx.tx(async (work) => {
      await work.db
        .updateTable("address_check")
        .set({ state: "sent", sent_at: work.clock.now() })
        .where("id", "in", [...asked])
        .where("state", "=", "open")
        .execute();
      for (const { reference, result, checkedOn, source, address } of results) {
        // A bureau answers what it was asked and nothing else.
        if (!asked.has(reference)) continue;
        const finding = { result, checkedOn: date(checkedOn), source, ...(address ? { address } : {}) };
        if ((await tryAnswer(work, reference, finding, "adapter")) === null) answered += 1;
      }
    }, actor);
    await ctx.progress(Math.min(from + perRequest, checks.length), checks.length);
  }
  await ctx.result({ checks: checks.length, answered });
}

export const bureauJob = job({ name: "surveillance.bureau", payload, retries: 3, lanes: 2, run: ask });
