/** What a court paper is written with: template, arguments, defences, exhibits and days; looked at before it is kept. */
import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { date as plainDate } from "../../../ground/kernel/dates.ts";
import { openPreview } from "../../../ground/platform/web/content/preview.web.tsx";
import { textOf, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { ApiError, respond, showError, useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { CheckboxField, Form, TextField } from "../../../ground/platform/web/inputs/form.web.tsx";
import { weekdayName } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { ReasonList } from "../../../law/rules/rules.web.tsx";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import { courtsScreen } from "../../courts/courts.contract.ts";
import styles from "../court-papers.module.css";
import { type ClaimType, claimTypes } from "../templates/shape.ts";
import { useCourtPaperTexts } from "../texts.web.ts";
import {
  choosable,
  type Offered,
  type PaperFormProps,
  type PaperFormState,
  proposed,
  usePaperForm,
} from "./choices.web.ts";
import {
  type CourtPapers,
  listCourtPapers,
  previewCourtPaper,
  rewriteCourtPaper,
  storeCourtPaper,
} from "./drafting.contract.ts";
import { Defences, Evidence } from "./lists.web.tsx";

/** Looks at what the form says; what is wrong with it stands beside the fields. */
async function look(fileId: number, form: PaperFormState): Promise<void> {
  try {
    const body = form.getTransformedValues();
    const made = await (await respond(previewCourtPaper, { params: { id: fileId }, body })).blob();
    openPreview([
      {
        name: "court-paper.pdf",
        href: "court-paper-preview",
        read: async () => new Response(made, { headers: { "content-type": made.type } }),
      },
    ]);
  } catch (error) {
    if (error instanceof ApiError)
      form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([field, said]) => [field, said.join(" ")])));
    showError(error);
  }
}

export function PaperForm(props: PaperFormProps): ReactNode {
  const t = useCourtPaperTexts();
  const { fileId, known, paper, close } = props;
  const form = usePaperForm(props);
  const [isLooking, setLooking] = useState(false);
  const invalidates = [listCourtPapers, listFileDocuments];
  const keep = useAct(storeCourtPaper, { invalidates });
  const rewrite = useAct(rewriteCourtPaper, { invalidates });
  const template = known.templates.find(({ id }) => id === form.values.template);
  const isClaim = template?.kind === "claim";
  const save = async (body: BodyOf<typeof storeCourtPaper>): Promise<void> => {
    const { paper: made, missing } = paper
      ? await rewrite.mutateAsync({ params: { id: fileId, paperId: paper.id }, body })
      : await keep.mutateAsync({ params: { id: fileId }, body });
    notify({ message: t("kept", { name: made.template }), variant: "success" });
    const names = missing.map((name) => textOf(`court-papers.variable_${name}`)).join(", ");
    if (missing.length > 0) notify({ message: t("missing", { names }), variant: "info" });
  };
  return (
    <Form form={form} label={t("make")} submit={t("keep")} onSave={save} onSaved={close} onCancel={close}>
      {known.reasons.length > 0 && !isClaim && (
        <Alert color="yellow" variant="light" title={t("refused")}>
          <ReasonList reasons={known.reasons} />
        </Alert>
      )}
      <TemplateChoice form={form} known={known} isFixed={paper !== undefined} />
      <Arguments form={form} known={known} template={template} />
      <Days form={form} known={known} kind={template?.kind ?? "summons"} />
      {(template?.kind === "summons" || form.errors.unchecked) && <CourtUnchecked known={known} />}
      <Defences form={form} known={template?.defences ?? []} />
      <Evidence form={form} known={known} />
      <Group>
        <Button
          variant="default"
          loading={isLooking}
          onClick={() => {
            setLooking(true);
            void look(fileId, form).finally(() => setLooking(false));
          }}
        >
          {t("preview")}
        </Button>
      </Group>
    </Form>
  );
}

/** Template and kind of claim; with them changes what is proposed. */
function TemplateChoice({
  form,
  known,
  isFixed,
}: {
  form: PaperFormState;
  known: CourtPapers;
  isFixed: boolean;
}): ReactNode {
  const t = useCourtPaperTexts();
  const propose = (template: number, claimType: ClaimType): void => {
    const chosen = known.templates.find(({ id }) => id === template);
    const sections = proposed(choosable(known, chosen, claimType, form.values.defences?.length === 0));
    form.setValues({ template, claimType, sections });
  };
  const { template, claimType } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t("paperTemplate")}
        data={known.templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(template)}
        disabled={isFixed}
        allowDeselect={false}
        error={form.errors.template}
        onChange={(chosen) => propose(Number(chosen), claimType ?? "other")}
      />
      <Select
        label={t("claimType")}
        data={claimTypes.map((value) => ({ value, label: t(`claimType_${value}`) }))}
        value={claimType ?? "other"}
        allowDeselect={false}
        onChange={(chosen) => propose(template ?? 0, claimTypes.find((one) => one === chosen) ?? "other")}
      />
    </SimpleGrid>
  );
}

function Arguments({
  form,
  known,
  template,
}: {
  form: PaperFormState;
  known: CourtPapers;
  template: Offered | undefined;
}): ReactNode {
  const t = useCourtPaperTexts();
  const { claimType, defences, sections = [] } = form.values;
  const offered = choosable(known, template, claimType ?? "other", (defences ?? []).length === 0);
  return (
    <fieldset className={styles.group}>
      <legend>{t("arguments")}</legend>
      {offered.length === 0 && <span className={styles.quiet}>{t("noArguments")}</span>}
      <Stack gap={6}>
        {offered.map(({ key, title, use }) => (
          <Checkbox
            key={key}
            label={`${title === "" ? key.replaceAll("-", " ") : title} (${t(`use_${use}`)})`}
            checked={sections.includes(key)}
            onChange={() =>
              form.setFieldValue(
                "sections",
                sections.includes(key) ? sections.filter((one) => one !== key) : [...sections, key],
              )
            }
          />
        ))}
      </Stack>
    </fieldset>
  );
}

/** That nobody has checked where the summons sends the debtor, and whoever keeps it all the same. */
function CourtUnchecked({ known: { place } }: { known: CourtPapers }): ReactNode {
  const t = useCourtPaperTexts();
  const mayCheck = useMay(courtsScreen);
  if (place === null || place.address === null || place.checkedOn !== null) return null;
  return (
    <Alert color="yellow" variant="light" title={t("courtUnchecked", { address: place.address })}>
      {mayCheck && <Link to={courtsScreen}>{t("toCourts")}</Link>}
      <CheckboxField name="unchecked" label={t("unchecked")} description={t("uncheckedHint")} />
    </Alert>
  );
}

function Days({ form, known, kind }: { form: PaperFormState; known: CourtPapers; kind: Offered["kind"] }): ReactNode {
  const t = useCourtPaperTexts();
  const language = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {kind === "summons" && (
        <>
          <DateField form={form} name="summonsOn" label={t("summonsOn")} />
          <DateField form={form} name="rollOn" label={t("rollOn")} />
          <TextField
            form={form}
            name="rollTime"
            label={t("rollTime")}
            placeholder="10:00"
            {...(known.rollWeekdays.length > 0 && {
              description: t("rollDays", {
                days: known.rollWeekdays.map((day) => weekdayName(day, language)).join(", "),
              }),
            })}
          />
        </>
      )}
      {kind === "notice" && <DateField form={form} name="payBefore" label={t("payBefore")} />}
      {kind === "claim" && <TextField form={form} name="recipient" label={t("recipient")} maxLength={200} />}
      {(kind === "summons" || kind === "petition") && (
        <TextField form={form} name="signer" label={t("signer")} description={t("signerHint")} maxLength={100} />
      )}
      <DateField form={form} name="asOf" label={t("asOf")} description={t("asOfHint")} max={plainDate(known.today)} />
    </SimpleGrid>
  );
}
