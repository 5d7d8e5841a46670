/** The forms of a court and of a place where it sits. */
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { MultiSelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { weekdayName } from "../../ground/platform/web/inputs/format.ts";
import { type CourtPlaceRow, type CourtRow, changeCourt, changeCourtPlace, listCourts } from "./courts.contract.ts";
import type { courtTexts } from "./courts.texts.ts";

const useCourtTexts = () => useTexts<typeof courtTexts>("courts");

/** The working days in a language, Monday first. */
export function weekdayNames(language: string): readonly { readonly value: number; readonly text: string }[] {
  return [1, 2, 3, 4, 5].map((value) => ({ value, text: weekdayName(value, language) }));
}

/** Where it was found, and when somebody checked it. */
function SourceFields(): ReactNode {
  const t = useCourtTexts();
  const today = useHouseDay();
  return (
    <>
      <TextField name="source" label={t("source")} maxLength={300} />
      <DateField name="checkedOn" label={t("checkedOn")} description={t("checkedHint")} max={today} />
    </>
  );
}

export function PlaceForm({ place, close }: { place: CourtPlaceRow; close: () => void }): ReactNode {
  const t = useCourtTexts();
  const days = weekdayNames(useLanguage());
  const form = useCallForm(changeCourtPlace, {
    street: place.street ?? "",
    postcode: place.postcode ?? "",
    postAddress: place.postAddress ?? "",
    phone: place.phone ?? "",
    rollWeekdays: [...place.rollWeekdays],
    source: place.source,
    checkedOn: place.checkedOn,
    version: place.version,
  });
  const change = useAct(changeCourtPlace, { invalidates: [listCourts] });
  return (
    <Form
      form={form}
      label={t("place")}
      onSave={async (body) => {
        await change.mutateAsync({ params: { code: place.code }, body });
        notify({ message: t("saved", { name: place.city }), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <TextField name="street" label={t("street")} maxLength={150} />
      <TextField name="postcode" label={t("postcode")} maxLength={10} />
      <TextField name="postAddress" label={t("postAddress")} maxLength={200} />
      <TextField name="phone" label={t("phone")} maxLength={30} />
      <MultiSelectField
        name="rollWeekdays"
        label={t("rollWeekdays")}
        options={days.map(({ value, text }) => ({ value, label: text }))}
      />
      <SourceFields />
    </Form>
  );
}

export function CourtForm({ court, close }: { court: CourtRow; close: () => void }): ReactNode {
  const t = useCourtTexts();
  const form = useCallForm(changeCourt, {
    feeIban: court.feeIban ?? "",
    feeAccountName: court.feeAccountName ?? "",
    source: court.source,
    checkedOn: court.checkedOn,
    version: court.version,
  });
  const change = useAct(changeCourt, { invalidates: [listCourts] });
  return (
    <Form
      form={form}
      label={t("court")}
      onSave={async (body) => {
        await change.mutateAsync({ params: { code: court.code }, body });
        notify({ message: t("saved", { name: court.name }), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <TextField name="feeIban" label={t("feeIban")} maxLength={40} autoFocus />
      <TextField name="feeAccountName" label={t("feeAccountName")} maxLength={100} />
      <SourceFields />
    </Form>
  );
}
