/** The forms of a handover: court and advance, and letting a line pass. */

import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, MoneyField, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { PlainLink } from "../../../ground/platform/web/pages/links.web.tsx";
import { clientScreen } from "../../../people/client-page/client-page.contract.ts";
import { listCourts } from "../../courts/courts.contract.ts";
import { type Court, type CourtPlace, courtNames, courts, placeOf, placesOf } from "../../courts/courts.ts";
import { chooseHandover, type HandoverChoices, passLine, readHandover, setMandate } from "../handover.contract.ts";
import type { handoverTexts } from "../handover.texts.ts";
import { listPapers } from "../papers/papers.contract.ts";
import { mandateScopes } from "./facts.ts";
import type { HandoverNeed } from "./readiness.ts";

const useHandoverTexts = () => useTexts<typeof handoverTexts>("handover");

interface ChoicesFormProps {
  readonly fileId: number;
  readonly choices: HandoverChoices;
  readonly proposed: Court | null;
  readonly placeProposed: CourtPlace | null;
  /** The server's day. */
  readonly today: string;
  readonly close: () => void;
}

interface ChoiceValues extends Pick<HandoverChoices, "advanceCents" | "advanceReceivedOn" | "version"> {
  readonly court: Court | null;
  readonly place: CourtPlace | null;
  readonly advanceRequired: "yes" | "no" | null;
}

/** "Dordrecht, Steegoversloot 36, 3311 PP", and that nobody checked it; the town alone where no address is known. */
function placeLine(place: CourtPlace, known: ReplyOf<typeof listCourts>["items"]): string {
  const { city } = placeOf[place];
  const details = known.flatMap(({ places }) => places).find(({ code }) => code === place);
  if (!details || details.street === null) return city;
  const line = `${city}, ${details.street}, ${details.postcode}`;
  return details.checkedOn === null ? `${line} (${textOf("courts.notChecked").toLowerCase()})` : line;
}

const placesAt = (court: Court | null) => (court === null ? [] : placesOf(court));

const valuesOf = ({ advanceRequired, ...choices }: HandoverChoices): ChoiceValues => ({
  court: choices.court,
  place: choices.place,
  advanceRequired: advanceRequired === null ? null : advanceRequired ? "yes" : "no",
  advanceCents: choices.advanceCents,
  advanceReceivedOn: choices.advanceReceivedOn,
  version: choices.version,
});

function bodyOf({ court, place, advanceRequired, advanceCents, advanceReceivedOn, version }: ChoiceValues) {
  const isNeeded = advanceRequired === "yes";
  return {
    court,
    // The place of a court that was chosen before and is not any more goes with it.
    place: placesAt(court).find((known) => known === place) ?? null,
    advanceRequired: advanceRequired === null ? null : isNeeded,
    advanceCents: isNeeded ? advanceCents : null,
    advanceReceivedOn: isNeeded ? advanceReceivedOn : null,
    version,
  };
}

/** Which court, and the advance. The court that the address points to is filled in as long as none was chosen. */
export function ChoicesForm({ fileId, choices, proposed, placeProposed, today, close }: ChoicesFormProps): ReactNode {
  const t = useHandoverTexts();
  const act = useAct(chooseHandover, { invalidates: [readHandover] });
  const initial: ChoiceValues = {
    ...valuesOf(choices),
    court: choices.court ?? proposed,
    place: choices.court === null ? placeProposed : choices.place,
  };
  const form = useCallForm(chooseHandover, initial, bodyOf);
  const { court } = form.values;
  const known = useCall(listCourts, {});
  const places = placesAt(court);
  // What the address points to is told of the court to which it belongs.
  const proposedHere = court !== null && court === proposed;
  const needed = form.values.advanceRequired === "yes";
  return (
    <Form
      form={form}
      label={t("choices")}
      onSave={(body) => act.mutateAsync({ params: { id: fileId }, body })}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="court"
        label={t("court")}
        clearable
        options={courts.map((value) => ({ value, label: courtNames[value] }))}
        {...(proposed && { description: t("courtProposed", { court: courtNames[proposed] }) })}
      />
      {places.length > 0 && (
        <SelectField
          name="place"
          label={t("place")}
          clearable
          options={places.map((value) => ({ value, label: placeLine(value, known.data?.items ?? []) }))}
          {...(proposedHere && {
            description: placeProposed ? t("placeProposed", { place: placeOf[placeProposed].city }) : t("placeUnsure"),
          })}
        />
      )}
      <SelectField
        name="advanceRequired"
        label={t("advanceRequired")}
        clearable
        options={(["yes", "no"] as const).map((value) => ({ value, label: t(`advance_${value}`) }))}
      />
      {needed && (
        <>
          <MoneyField name="advanceCents" label={t("advanceAmount")} />
          <DateField name="advanceReceivedOn" label={t("advanceReceivedOn")} max={date(today)} />
        </>
      )}
    </Form>
  );
}

interface MandateFormProps {
  readonly fileId: number;
  readonly choices: HandoverChoices;
  readonly clientId: number;
  /** The server's day. */
  readonly today: string;
  readonly close: () => void;
}

interface MandateValues {
  readonly mandate: { readonly scope: (typeof mandateScopes)[number] | null; readonly on: string | null };
  /** Key of the paper on which the order stands. */
  readonly paper: string | null;
  readonly version: number;
}

const keyOf = ({ source, id }: { readonly source: string; readonly id: number }): string => `${source}:${id}`;

/** The client's order for this file alone: how far it goes, since when, and the paper on which it stands. */
export function MandateForm({ fileId, choices, clientId, today, close }: MandateFormProps): ReactNode {
  const t = useHandoverTexts();
  const mayClient = useMay(clientScreen);
  const act = useAct(setMandate, { invalidates: [readHandover] });
  const papers = useCall(listPapers, { params: { id: fileId } }).data?.items ?? [];
  const { mandate } = choices;
  const initial: MandateValues = {
    mandate: { scope: mandate?.scope ?? null, on: mandate?.on ?? today },
    paper: mandate?.paper ? keyOf(mandate.paper) : null,
    version: choices.version,
  };
  const form = useCallForm(setMandate, initial, ({ mandate: { scope, on }, paper: key, version }) => {
    const paper = papers.find((one) => keyOf(one) === key);
    const rest = paper ? { source: paper.source, id: paper.id } : null;
    return { mandate: scope === null ? null : { scope, on, paper: rest }, version };
  });
  const save = async (body: BodyOf<typeof setMandate>, { mandate: { scope, on } }: MandateValues): Promise<void> => {
    if (scope !== null && on === null) return form.setFieldError("mandate.on", textOf("platform.invalid.required"));
    await act.mutateAsync({ params: { id: fileId }, body });
    return close();
  };
  return (
    <Form form={form} label={t("mandateTitle")} onSave={save} onCancel={close}>
      <Text size="sm">
        {t("mandateNote")}{" "}
        {mayClient && (
          <PlainLink to={clientScreen} params={{ id: clientId }} className="v-link">
            {t("mandateOfClient")}
          </PlainLink>
        )}
      </Text>
      <SelectField
        name="mandate.scope"
        label={t("mandateScope")}
        clearable
        options={mandateScopes.map((value) => ({ value, label: t(`scope_${value}`) }))}
      />
      {form.values.mandate.scope !== null && (
        <>
          <DateField name="mandate.on" label={t("mandateOn")} required max={date(today)} />
          {papers.length > 0 && (
            <SelectField
              name="paper"
              label={t("mandatePaper")}
              clearable
              options={papers.map((one) => ({ value: keyOf(one), label: one.name }))}
            />
          )}
        </>
      )}
    </Form>
  );
}

interface PassFormProps {
  readonly fileId: number;
  readonly need: HandoverNeed;
  readonly close: () => void;
}

/** Lets a line pass, with the reason why. */
export function PassForm({ fileId, need, close }: PassFormProps): ReactNode {
  const t = useHandoverTexts();
  const act = useAct(passLine, { invalidates: [readHandover] });
  const form = useCallForm(passLine, { reason: "" });
  return (
    <Form
      form={form}
      label={t("passTitle", { line: t(`need_${need}`) })}
      submit={t("passSubmit")}
      onSave={async (body) => {
        if (body.reason.trim() === "") return form.setFieldError("reason", textOf("platform.invalid.required"));
        await act.mutateAsync({ params: { id: fileId, need }, body });
        return close();
      }}
      onCancel={close}
    >
      <Text size="sm">{t("passNote")}</Text>
      <TextareaField name="reason" label={t("passReason")} required maxLength={1000} />
    </Form>
  );
}
