/** Handlers for the parties of a file, their addresses and channels. Each change is audited and passed to the followers. */

import { z } from "zod";
import { type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../ground/kernel/errors.ts";
import { isEmail, parsePostcode } from "../../ground/kernel/identifiers.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import { type Ctx, type Handler, handle, type JobDecl, job } from "../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../ground/platform/server/jobs/record-failures.ts";
import { type FileState, lockFile, notifyFollowers, requireFile } from "../files/files.server.ts";
import { checkDebtor } from "../persons/persons.checks.server.ts";
import { conflict, createPersonRecord, problemsError, writePersons } from "../persons/persons.server.ts";
import { changeDebtor, changePerson } from "./debtor.server.ts";
import {
  addAddress,
  addParty,
  type FileParty,
  listParties,
  setAddressSource,
  setChannel,
  updateAddress,
  updateDebtor,
  updateParty,
  updatePartyPerson,
} from "./parties.contract.ts";
import { type ChannelKind, channelKinds } from "./parties.ts";
import { chooseChannel, partiesOf, personById, requirePerson } from "./people.server.ts";

const isStaff = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";
const dateOf = (text: string | null): PlainDate | null => (text === null ? null : (parsePlainDate(text) ?? null));

async function partyOf(ctx: Ctx, file: FileState, partyId: number): Promise<FileParty> {
  const [party] = await partiesOf(ctx.db, file.id, isStaff(ctx), partyId);
  if (!party) throw notFound();
  return party;
}

interface PartyBody {
  readonly role: string;
  readonly solidary: boolean;
  readonly reference: string;
  readonly note: string;
  readonly from: string;
  readonly until: string | null;
}

function partyRow(ctx: Ctx, body: PartyBody) {
  const [from, until] = [dateOf(body.from) ?? ctx.clock.today(), dateOf(body.until)];
  if (until !== null && until < from) throw fieldError("until", "files.untilBeforeFrom");
  const note = isStaff(ctx) ? { note: body.note || null } : {};
  return {
    role: body.role,
    solidary: body.solidary,
    reference: body.reference || null,
    ...note,
    from_date: from,
    until_date: until,
  };
}

async function noted(ctx: Ctx, file: FileState, action: string, before: unknown, after: unknown): Promise<void> {
  await ctx.audit({ action, subject: "file", subjectId: file.id, before, after });
  await notifyFollowers(ctx, file, { kind: "party" });
}

const add = handle(addParty, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  const { debtor, problems } = checkDebtor(body.person, ctx.clock.today());
  if (problems.length > 0) throw problemsError(problems, "person.");
  const row = partyRow(ctx, body);
  const debtorId = await createPersonRecord(ctx.db, file.clientId, debtor);
  const { id } = await ctx.db
    .insertInto("file_party")
    .values({
      ...row,
      file_id: file.id,
      debtor_id: debtorId,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const after = await partyOf(ctx, file, id);
  await noted(ctx, file, "file.party", undefined, after);
  return after;
});

const update = handle(updateParty, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  const before = await partyOf(ctx, file, params.partyId);
  if (before.version !== body.version) throw await conflict(ctx, before, { subject: "file", id: file.id });
  await ctx.db
    .updateTable("file_party")
    .set({ ...partyRow(ctx, body), version: before.version + 1 })
    .where("id", "=", before.id)
    .execute();
  const after = await partyOf(ctx, file, before.id);
  await noted(ctx, file, "file.party", before, after);
  return after;
});

const updatePerson = handle(updatePartyPerson, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  const party = await partyOf(ctx, file, params.partyId);
  const after = await changePerson(ctx, party.person.id, body);
  await notifyFollowers(ctx, file, { kind: "party" });
  return after;
});

interface AddressBody {
  readonly kind: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly until: string | null;
  readonly source: string | null;
  readonly checkedOn: string | null;
}

function addressRow(ctx: Ctx, body: AddressBody) {
  const postcode = body.country === "NL" ? parsePostcode(body.postcode) : body.postcode;
  if (postcode === undefined) throw fieldError("postcode", "files.badPostcode");
  const checkedOn = dateOf(body.checkedOn);
  if (checkedOn !== null && checkedOn > ctx.clock.today()) throw fieldError("checkedOn", "files.checkedLater");
  return {
    kind: body.kind,
    street: body.street,
    house_number: body.houseNumber,
    addition: body.addition || null,
    postcode,
    city: body.city,
    country: body.country,
    until_date: dateOf(body.until),
    source: body.source,
    checked_on: checkedOn,
  };
}

async function addressOf(ctx: Ctx, debtorId: number, addressId: number) {
  const address = (await personById(ctx.db, debtorId)).addresses.find(({ id }) => id === addressId);
  if (!address) throw notFound();
  return address;
}

const noteAddress = handle(addAddress, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  await requirePerson(ctx.db, file, params.debtorId);
  const { id } = await ctx.db
    .insertInto("debtor_address")
    .values({
      ...addressRow(ctx, body),
      debtor_id: params.debtorId,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const after = await addressOf(ctx, params.debtorId, id);
  await noted(ctx, file, "debtor.address", undefined, after);
  return after;
});

const changeAddress = handle(updateAddress, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  await requirePerson(ctx.db, file, params.debtorId);
  const before = await addressOf(ctx, params.debtorId, params.addressId);
  if (before.version !== body.version) throw await conflict(ctx, before, { subject: "file", id: file.id });
  await ctx.db
    .updateTable("debtor_address")
    .set({ ...addressRow(ctx, body), version: before.version + 1 })
    .where("id", "=", before.id)
    .execute();
  const after = await addressOf(ctx, params.debtorId, before.id);
  await noted(ctx, file, "debtor.address", before, after);
  return after;
});

/** The form in which an address or number is kept. @throws validation on `value`. */
function channelValue(kind: ChannelKind, text: string): string {
  const value = kind === "email" ? (isEmail(text) ? text.toLowerCase() : undefined) : parsePhone(text, "NL")?.e164;
  if (value === undefined) throw fieldError("value", kind === "email" ? "files.badEmail" : "files.badPhone");
  return value;
}

const channel = handle(setChannel, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  await requirePerson(ctx.db, file, params.debtorId);
  const person = await personById(ctx.db, params.debtorId);
  const value = channelValue(body.kind, body.value);
  const before = person.channels.find((one) => one.kind === body.kind && one.value === value);
  if ((before?.version ?? 0) !== body.version)
    throw await conflict(ctx, before ?? { version: 0 }, { subject: "file", id: file.id });
  const today = ctx.clock.today();
  const made = { created_at: ctx.clock.now(), created_by: ctx.user.id || null };
  const used = person[body.kind];
  if (used !== null && used !== value) {
    // The one in use is known from now on too, so that it is chosen by the same rule.
    await ctx.db
      .insertInto("debtor_channel")
      .values({ debtor_id: person.id, kind: body.kind, value: used, preferred: true, ...made })
      .onConflict((conflict) => conflict.columns(["debtor_id", "kind", "value"]).doNothing())
      .execute();
  }
  if (body.preferred) {
    await ctx.db
      .updateTable("debtor_channel")
      .set((eb) => ({ preferred: false, version: eb("version", "+", 1) }))
      .where("debtor_id", "=", person.id)
      .where("kind", "=", body.kind)
      .where("value", "<>", value)
      .where("preferred", "=", true)
      .execute();
  }
  const known = {
    consent: body.consent,
    consent_on: before?.consent === body.consent ? dateOf(before.consentOn) : body.consent === "unknown" ? null : today,
    preferred: body.preferred,
    valid_until: dateOf(body.validUntil),
    source: body.source,
  };
  await ctx.db
    .insertInto("debtor_channel")
    .values({ debtor_id: person.id, kind: body.kind, value, ...known, ...made })
    .onConflict((conflict) =>
      conflict
        .columns(["debtor_id", "kind", "value"])
        .doUpdateSet((eb) => ({ ...known, version: eb("debtor_channel.version", "+", 1) })),
    )
    .execute();
  await chooseChannel(ctx.db, person.id, body.kind, today);
  const { channels } = await personById(ctx.db, person.id);
  await noted(
    ctx,
    file,
    "debtor.channel",
    before,
    channels.find((one) => one.value === value),
  );
  return { channels };
});

const addressSource = handle(setAddressSource, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  await requirePerson(ctx.db, file, params.debtorId);
  const before = await personById(ctx.db, params.debtorId);
  if (before.version !== body.version) {
    const current = { ...before, source: before.addressSource, checkedOn: before.addressVerifiedOn };
    throw await conflict(ctx, current, { subject: "file", id: file.id });
  }
  const checkedOn = dateOf(body.checkedOn);
  if (checkedOn !== null && checkedOn > ctx.clock.today()) throw fieldError("checkedOn", "files.checkedLater");
  await writePersons(ctx.db, [
    { id: before.id, address_source: body.source, address_verified_on: checkedOn, version: before.version + 1 },
  ]);
  await noted(
    ctx,
    file,
    "debtor.address",
    { source: before.addressSource, checkedOn: before.addressVerifiedOn },
    { source: body.source, checkedOn },
  );
  return personById(ctx.db, before.id);
});

/** Each night: channels whose last day is past are used no more. */
export const channelsEnd: JobDecl<z.ZodObject> = job({
  name: "files.channels-end",
  payload: z.object({}),
  cron: "20 1 * * *",
  run: async (ctx) => {
    const today = ctx.clock.today();
    const ended = await ctx.db
      .selectFrom("debtor_channel")
      .innerJoin("debtor", "debtor.id", "debtor_channel.debtor_id")
      .select(["debtor_channel.debtor_id", "debtor_channel.kind"])
      .distinct()
      .where("valid_until", "<", today)
      .where((eb) =>
        eb.or(
          channelKinds.map((kind) =>
            eb.and([eb("debtor_channel.kind", "=", kind), eb(`debtor.${kind}`, "=", eb.ref("value"))]),
          ),
        ),
      )
      .execute();
    const failures = new RecordFailures(ctx);
    for (const { debtor_id: debtor, kind } of ended) {
      await failures.attempt({ debtor }, () =>
        ctx.tx(({ db }) => chooseChannel(db, debtor, listed(channelKinds, kind), today)),
      );
    }
    failures.end();
  },
});

export const partyHandlers: readonly Handler[] = [
  handle(listParties, async (ctx, { params }) => {
    const file = await requireFile(ctx, params.id);
    return {
      today: ctx.clock.today(),
      main: await personById(ctx.db, file.debtorId),
      parties: await partiesOf(ctx.db, file.id, isStaff(ctx)),
    };
  }),
  add,
  update,
  updatePerson,
  noteAddress,
  changeAddress,
  channel,
  addressSource,
  handle(updateDebtor, async (ctx, { params, body }) => changeDebtor(ctx, params.id, body)),
];
