/** Taking in an office's feed that came by hand. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { z } from "zod";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextareaField, useForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { listBatches, listBatchFiles, listEvents } from "../batches/batches.contract.ts";
import type { DestinationRow } from "../destinations/destinations.contract.ts";
import { useScreenTexts } from "../texts.web.ts";
import { batchStatistics, enterReports, importedCosts, listReports, reconciliation } from "./monitoring.contract.ts";

const reads = [listReports, importedCosts, batchStatistics, reconciliation, listBatches, listBatchFiles, listEvents];

export function FeedForm({
  destinations,
  close,
}: {
  destinations: readonly DestinationRow[];
  close: () => void;
}): ReactNode {
  const t = useScreenTexts();
  const form = useForm({ destination: destinations[0]?.id ?? 0, text: "" });
  const submit = useAct(enterReports, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t("tellFeed")}
      onCancel={close}
      onSaved={close}
      onSave={async ({ destination, text }) => {
        const counts = await submit.mutateAsync({ params: { id: z.number().parse(destination) }, body: { text } });
        notify({ message: t("feedTaken", counts), variant: counts.unread > 0 ? "warning" : "success" });
      }}
    >
      <Text size="sm" c="dimmed">
        {t("feedHint")}
      </Text>
      <SelectField
        name="destination"
        label={t("destination")}
        required
        options={destinations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextareaField name="text" label={t("text")} required />
    </Form>
  );
}
