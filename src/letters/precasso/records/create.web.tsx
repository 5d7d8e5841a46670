/** Enters a claim into pre-collection: the form of a new file, without the fields of files only. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ClaimFields, type ClaimValues, claimBodyOf, emptyClaim } from "../../../exchange/intake/intake.web.tsx";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Form, startAnew, useCallForm, type ValuesOf } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { usePrecassoTexts } from "../texts.web.ts";
import { createRecordCall, listRecords, precassoSearchScreen } from "./records.contract.ts";

function bodyOf(values: ClaimValues): ValuesOf<typeof createRecordCall> {
  const { client, clientRef, fileType, debtor, claim, invoices } = claimBodyOf(values);
  return { client, clientRef, fileType, debtor, claim, invoices };
}

export function PrecassoCreate(): ReactNode {
  const t = usePrecassoTexts();
  const go = useGo();
  const mayFind = useMay(precassoSearchScreen);
  const form = useCallForm(createRecordCall, emptyClaim, bodyOf);
  const create = useAct(createRecordCall, { invalidates: [listRecords] });
  const save = async (body: BodyOf<typeof createRecordCall>): Promise<void> => {
    const { number } = await create.mutateAsync({ body });
    notify({ message: t("created", { number }), variant: "success" });
    if (mayFind) go(precassoSearchScreen, {}, { search: number });
  };
  return (
    <Page title={t("createTitle")}>
      <Text size="sm" c="dimmed" mb="sm" maw="var(--v-form)">
        {t("createHint")}
      </Text>
      <div style={{ maxWidth: "var(--v-form-grid)" }}>
        <Form
          form={form}
          label={t("createTitle")}
          onSave={save}
          onSaved={() => mayFind || startAnew(form, emptyClaim)}
          submit={t("create")}
          draft="precasso.create"
        >
          <ClaimFields form={form} />
        </Form>
      </div>
    </Page>
  );
}
