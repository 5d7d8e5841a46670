/** Approvals of interest terms: requested, decided by a colleague, revoked; and the list of terms that violate the law. */

import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  NumberField,
  TextareaField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import {
  decideApproval,
  type InterestApproval,
  listApprovals,
  requestApproval,
  revokeApproval,
  type UnlawfulTerms,
  unlawfulTerms,
} from "./approvals.contract.ts";
import type { approvalTexts } from "./approvals.texts.ts";

const useApprovalTexts = () => useTexts<typeof approvalTexts>("approvals");
type Text_ = ReturnType<typeof useApprovalTexts>;

const perPercent = 10_000;
const stale = [listApprovals, unlawfulTerms] as const;

function useTermsText(): (row: InterestApproval) => string {
  const t = useApprovalTexts();
  const language = useLanguage();
  return ({ kind, rate, per, compounding }) => {
    const height = `${formatNumber(rate / perPercent, language)}%`;
    if (kind === "statutory") return `${t("kind_statutory")} ${height}`;
    return `${t("kind_contractual")} ${height} ${t("per").toLowerCase()} ${t(`per_${per}`)}, ${t(`compounding_${compounding}`)}`;
  };
}

type Owner = Pick<UnlawfulTerms, "client" | "file"> & Partial<Pick<UnlawfulTerms, "invoice">>;

function Subject({ t, of: { client, file, invoice = null } }: { readonly t: Text_; readonly of: Owner }): ReactNode {
  return file ? (
    <FileLink id={file.id}>
      {invoice === null ? t("ofFile", { number: file.number }) : t("ofInvoice", { number: file.number, invoice })}
    </FileLink>
  ) : (
    <Link to={`/customer/${client.id}`}>{t("conditions", { client: client.name })}</Link>
  );
}

/** Who did what, when and why, one per line. */
function Story({ t, of: row }: { readonly t: Text_; readonly of: InterestApproval }): ReactNode {
  const byLine = (name: string, at: string, reason: string | null) =>
    t("by", { name, date: dateText(at), reason: reason ?? "" });
  return (
    <Stack gap={2}>
      <Text size="sm">{`${t("askedBy")} ${byLine(row.askedBy, row.askedAt, row.reason)}`}</Text>
      {row.decidedBy !== null && row.decidedAt !== null && (
        <Text size="sm">{`${t("decidedBy")} ${byLine(row.decidedBy, row.decidedAt, row.decisionReason)}`}</Text>
      )}
      {row.revokedBy !== null && row.revokedAt !== null && (
        <Text size="sm">
          {labelled(t("state_revoked"), byLine(row.revokedBy, row.revokedAt, row.revocationReason))}
        </Text>
      )}
    </Stack>
  );
}

function Acts({ t, of: row }: { readonly t: Text_; readonly of: InterestApproval }): ReactNode {
  const decide = useAct(decideApproval, { invalidates: stale });
  const revoke = useAct(revokeApproval, { invalidates: stale });
  const why = (yes: string) => promptText(t("why"), { title: yes, yes, required: true });
  const decided = async (approve: boolean): Promise<void> => {
    const reason = await why(t(approve ? "approve" : "refuse"));
    if (reason === undefined) return;
    if (await decide.run({ params: { id: row.id }, body: { approve, reason } }))
      notify({ message: t("done"), variant: "success" });
  };
  const takeBack = async (): Promise<void> => {
    const reason = await why(t("revoke"));
    if (reason === undefined) return;
    if (await revoke.run({ params: { id: row.id }, body: { reason } }))
      notify({ message: t("done"), variant: "success" });
  };
  if (row.state === "asked" && row.mayDecide)
    return (
      <Guard who={decideApproval.who}>
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" onClick={() => void decided(true)}>
            {t("approve")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void decided(false)}>
            {t("refuse")}
          </Button>
        </Group>
      </Guard>
    );
  if (row.state !== "approved") return null;
  return (
    <Guard who={revokeApproval.who}>
      <Button size="compact-sm" variant="default" onClick={() => void takeBack()}>
        {t("revoke")}
      </Button>
    </Guard>
  );
}

export interface ApprovalsProps {
  /** For the terms of this client. */
  readonly client?: number | undefined;
  /** For this file, and for its client. */
  readonly file?: number | undefined;
}

/** The approvals of a client, of a file, or all of them; for a client or file with a request form. Shown to whoever may read them. */
export const Approvals = (props: ApprovalsProps): ReactNode => (
  <Guard who={listApprovals.who}>
    <ApprovalList {...props} />
  </Guard>
);

function ApprovalList({ client, file }: ApprovalsProps): ReactNode {
  const t = useApprovalTexts();
  const termsText = useTermsText();
  const list = useCall(listApprovals, {
    query: { ...(client === undefined ? {} : { client }), ...(file === undefined ? {} : { file }) },
  });
  const ask = (): void => {
    openModal({ title: t("ask"), size: "lg" }, (close) => <AskForm client={client} file={file} close={close} />);
  };
  const columns: Column<InterestApproval>[] = [
    { key: "client", label: t("subject"), limit: null, formatter: (_value, row) => <Subject t={t} of={row} /> },
    { key: "kind", label: t("terms"), limit: null, formatter: (_value, row) => termsText(row) },
    { key: "state", label: t("state"), formatter: (_value, row) => t(`state_${row.state}`) },
    { key: "reason", label: t("reason"), limit: null, formatter: (_value, row) => <Story t={t} of={row} /> },
  ];
  return (
    <Section
      title={t("title")}
      aside={
        (client !== undefined || file !== undefined) && (
          <Guard who={requestApproval.who}>
            <Button size="compact-sm" variant="default" onClick={ask}>
              {t("ask")}
            </Button>
          </Guard>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t("hint")}
      </Text>
      <DataTable
        id="interest-approvals"
        label={t("title")}
        columns={columns}
        list={list}
        chooser={false}
        rowVariant={(row) => (row.state === "refused" || row.state === "revoked" ? "muted" : undefined)}
        empty={{ title: t("none"), text: t("noneText") }}
        actions={(row: InterestApproval) => <Acts t={t} of={row} />}
      />
    </Section>
  );
}

/** The rate as a form value, in percent. */
interface Values extends Omit<ValuesOf<typeof requestApproval>, "client" | "file" | "rate"> {
  percent: number | null;
}
const fresh: Values = { kind: "contractual", percent: null, per: "year", compounding: "none", reason: "" };

function AskForm({ client, file, close }: ApprovalsProps & { readonly close: () => void }): ReactNode {
  const t = useApprovalTexts();
  const subject = file === undefined ? { client: client ?? null } : { file };
  const form = useCallForm(requestApproval, fresh, ({ percent, ...values }) => ({
    ...subject,
    ...values,
    rate: Math.round((percent ?? 0) * perPercent),
  }));
  const ask = useAct(requestApproval, { invalidates: stale });
  const options = <K extends string>(keys: readonly K[], label: (key: K) => string) =>
    keys.map((value) => ({ value, label: label(value) }));
  const save = async (body: BodyOf<typeof requestApproval>): Promise<void> => {
    await ask.mutateAsync({ body });
    notify({ message: t("asked"), variant: "success" });
  };
  const agreed = form.values.kind === "contractual";
  return (
    <Form form={form} label={t("ask")} onSave={save} onSaved={close} onCancel={close} submit={t("ask")}>
      <SelectField
        form={form}
        name="kind"
        label={t("kind")}
        required
        options={options(["contractual", "statutory"] as const, (key) => t(`kind_${key}`))}
      />
      <NumberField form={form} name="percent" label={t("rate")} required min={0} max={1000} decimals={4} suffix="%" />
      {agreed && (
        <>
          <SelectField
            form={form}
            name="per"
            label={t("per")}
            options={options(["year", "month"] as const, (key) => t(`per_${key}`))}
          />
          <SelectField
            form={form}
            name="compounding"
            label={t("compounding")}
            options={options(["none", "yearly", "monthly"] as const, (key) => t(`compounding_${key}`))}
          />
        </>
      )}
      <TextareaField form={form} name="reason" label={t("reason")} rows={3} maxLength={500} required />
    </Form>
  );
}

/** Terms that violate the law today, each with a link to where it can be corrected. */
function Unlawful(): ReactNode {
  const t = useApprovalTexts();
  const list = useCall(unlawfulTerms, {});
  const columns: Column<UnlawfulTerms>[] = [
    { key: "client", label: t("subject"), limit: null, formatter: (_value, row) => <Subject t={t} of={row} /> },
    { key: "why", label: t("reason"), limit: null, formatter: (_value, row) => row.why.join(" ") },
  ];
  return (
    <Section title={t("unlawful")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("unlawfulHint")}
      </Text>
      <DataTable
        id="unlawful-interest"
        label={t("unlawful")}
        columns={columns}
        list={list}
        chooser={false}
        empty={{ title: t("noUnlawful"), text: t("noUnlawfulText") }}
      />
    </Section>
  );
}

/** `/settings/interest-approval` */
export function ApprovalsPage(): ReactNode {
  const t = useApprovalTexts();
  return (
    <Page title={t("title")}>
      <Unlawful />
      <Approvals />
    </Page>
  );
}
