/** The forms of a handover: court and advance, and letting a line pass. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { clientScreen } from "../client-page/client-page.contract.ts";
import { date } from "../kernel/dates.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, MoneyField, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { useMay } from "../platform/web/me.web.tsx";
import { PlainLink } from "../platform/web/nav.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import { type CourtPlace, placeLine, placeOf, placesOf } from "./court-places.ts";
import { type Court, courtNames, courts } from "./courts.ts";
import { chooseHandover, type HandoverChoices, passLine, readHandover, setMandate } from "./handover.contract.ts";
import type { handoverTexts } from "./handover.texts.ts";
import { mandateScopes } from "./handover-facts.ts";
import { listPapers } from "./papers.contract.ts";
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

const answers = { yes: true, no: false } as const;

/** Which court, and the advance. The court that the address points to is filled in as long as none was chosen. */
export function ChoicesForm({ fileId, choices, proposed, placeProposed, today, close }: ChoicesFormProps): ReactNode {
  const t = useHandoverTexts();
  const act = useAct(chooseHandover, { invalidates: [readHandover] });
  const { advanceRequired } = choices;
  const form = useForm({
    ...choices,
    court: (choices.court ?? proposed) as string | null,
    place: (choices.court === null ? placeProposed : choices.place) as string | null,
    advanceRequired: (advanceRequired === null ? null : advanceRequired ? "yes" : "no") as string | null,
  });
  const court = courts.find((known) => known === form.values.court) ?? null;
  const places = court === null ? [] : placesOf(court);
  // What the address points to is told of the court to which it belongs.
  const proposedHere = court !== null && court === proposed;
  const needed = form.values.advanceRequired === "yes";
  return (
    <Form
      form={form}
      label={t("choices")}
      onSave={async ({ place, advanceRequired: required, advanceCents, advanceReceivedOn, version }) => {
        const body = {
          court,
          // The place of a court that was chosen before and is not any more goes with it.
          place: places.find((known) => known === place) ?? null,
          advanceRequired: required === "yes" || required === "no" ? answers[required] : null,
          advanceCents: needed ? advanceCents : null,
          advanceReceivedOn: needed ? advanceReceivedOn : null,
          version,
        };
        await act.mutateAsync({ params: { id: fileId }, body });
      }}
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
          options={places.map((value) => ({ value, label: placeLine(value) }))}
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

const keyOf = ({ source, id }: { readonly source: string; readonly id: number }): string => `${source}:${id}`;

/** The client's order for this file alone: how far it goes, since when, and the paper on which it stands. */
export function MandateForm({ fileId, choices, clientId, today, close }: MandateFormProps): ReactNode {
  const t = useHandoverTexts();
  const mayClient = useMay(clientScreen);
  const act = useAct(setMandate, { invalidates: [readHandover] });
  const papers = useCall(listPapers, { params: { id: fileId } }).data?.items ?? [];
  const { mandate } = choices;
  const form = useForm({
    mandate: {
      scope: (mandate?.scope ?? null) as string | null,
      on: mandate?.on ?? (today as string | null),
    },
    paper: (mandate?.paper ? keyOf(mandate.paper) : null) as string | null,
    version: choices.version,
  });
  const save = async ({ mandate: wanted, paper: key, version }: typeof form.values): Promise<void> => {
    const scope = mandateScopes.find((known) => known === wanted.scope);
    if (scope !== undefined && wanted.on === null)
      return form.setFieldError("mandate.on", textOf("platform.invalid.required"));
    const paper = papers.find((one) => keyOf(one) === key);
    const own = { scope, on: wanted.on ?? "", paper: paper ? { source: paper.source, id: paper.id } : null };
    const body = { mandate: scope === undefined ? null : { ...own, scope }, version };
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
  const form = useForm({ reason: "" });
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
