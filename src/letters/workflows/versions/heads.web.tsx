/** Forms for making, naming and copying workflows and giving them to clients, and the differences of a variant. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ClientField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Link, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { audiences, workflowCategories } from "../schedule/definition.ts";
import { listWorkflows } from "../workflows.contract.ts";
import { createVariant, createWorkflow, renameWorkflow } from "./heads.contract.ts";
import styles from "./picture.module.css";
import { useEditorTexts, useHeadTexts } from "./texts.web.ts";
import {
  type DrawnDifference,
  type DrawnWorkflow,
  listWorkflowVersions,
  readWorkflow,
  workflowScreen,
} from "./versions.contract.ts";

const stale = [readWorkflow, listWorkflowVersions, listWorkflows] as const;

export function NewWorkflow(): ReactNode {
  const t = useHeadTexts();
  const open = (): void => {
    openModal({ title: t("create") }, (close) => <CreateForm close={close} />);
  };
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {t("create")}
    </Button>
  );
}

/** Goes to a workflow that was just made. */
function useMade(close: () => void): (made: { readonly id: number }, code: string) => void {
  const t = useHeadTexts();
  const go = useGo();
  return ({ id }, code) => {
    notify({ message: t("made", { code }), variant: "success" });
    close();
    go(workflowScreen, { workflow: id });
  };
}

const Kinds = (): ReactNode => {
  const t = useEditorTexts();
  return (
    <>
      <SelectField
        name="category"
        label={t("category")}
        required
        options={workflowCategories.map((value) => ({ value, label: t(`category_${value}`) }))}
      />
      <SelectField
        name="audience"
        label={t("audience")}
        required
        options={audiences.map((value) => ({ value, label: t(`audience_${value}`) }))}
      />
    </>
  );
};

function CreateForm({ close }: { close: () => void }): ReactNode {
  const t = useHeadTexts();
  const e = useEditorTexts();
  const made = useMade(close);
  const all = useCall(listWorkflowVersions, {}).data?.items ?? [];
  const form = useCallForm(createWorkflow, {
    code: "",
    name: "",
    category: "standard" as const,
    audience: "consumer" as const,
    copyOf: null,
  });
  const create = useAct(createWorkflow, { invalidates: stale });
  const save = async (body: BodyOf<typeof createWorkflow>): Promise<void> =>
    made(await create.mutateAsync({ body }), body.code.toUpperCase());
  return (
    <Form form={form} label={t("create")} onSave={save} onCancel={close} submit={t("create")}>
      <p className={styles.note}>{t("createHint")}</p>
      <TextField name="code" label={t("code")} description={t("codeHint")} required autoFocus maxLength={20} />
      <TextField name="name" label={e("name")} required maxLength={100} />
      <Kinds />
      <SelectField
        name="copyOf"
        label={t("copyOf")}
        description={t("copyHint")}
        clearable
        options={all
          .filter(({ live }) => live !== null)
          .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
      />
    </Form>
  );
}

function RenameForm({ drawn, close }: { drawn: DrawnWorkflow; close: () => void }): ReactNode {
  const t = useHeadTexts();
  const e = useEditorTexts();
  const { id, name, category, audience, headVersion: version } = drawn;
  const form = useCallForm(renameWorkflow, { name, category, audience, version });
  const rename = useAct(renameWorkflow, { invalidates: stale });
  const save = async (body: BodyOf<typeof renameWorkflow>): Promise<void> => {
    await rename.mutateAsync({ params: { workflow: id }, body });
    notify({ message: t("renamed"), variant: "success" });
  };
  return (
    <Form form={form} label={t("rename")} onSave={save} onSaved={close} onCancel={close}>
      <TextField name="name" label={e("name")} required autoFocus maxLength={100} />
      <Kinds />
    </Form>
  );
}

function VariantForm({ drawn, close }: { drawn: DrawnWorkflow; close: () => void }): ReactNode {
  const t = useHeadTexts();
  const e = useEditorTexts();
  const made = useMade(close);
  const form = useCallForm(createVariant, { client: null, code: `${drawn.code}-`, name: drawn.name });
  const create = useAct(createVariant, { invalidates: stale });
  const save = async (body: BodyOf<typeof createVariant>): Promise<void> =>
    made(await create.mutateAsync({ params: { workflow: drawn.id }, body }), body.code.toUpperCase());
  return (
    <Form form={form} label={t("variant")} onSave={save} onCancel={close} submit={t("create")}>
      <p className={styles.note}>{t("variantHint", { parent: drawn.code })}</p>
      <ClientField name="client" label={t("client")} required />
      <TextField name="code" label={t("code")} description={t("codeHint")} required maxLength={20} />
      <TextField name="name" label={e("name")} required maxLength={100} />
    </Form>
  );
}

/** What may be done with a workflow as a whole. */
export function HeadActions({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useHeadTexts();
  const isLive = drawn.versions.some(({ state }) => state === "live");
  const rename = (): void => {
    openModal({ title: t("rename") }, (close) => <RenameForm drawn={drawn} close={close} />);
  };
  const vary = (): void => {
    openModal({ title: t("variant") }, (close) => <VariantForm drawn={drawn} close={close} />);
  };
  return (
    <>
      <Button variant="default" onClick={rename}>
        {t("rename")}
      </Button>
      {drawn.parent === null && isLive && drawn.category !== "precasso" && (
        <Button variant="default" onClick={vary}>
          {t("variant")}
        </Button>
      )}
    </>
  );
}

const tones = { added: "good", removed: "bad", moved: "neutral", changed: "accent" } as const;

function DifferenceRow({ one }: { one: DrawnDifference }): ReactNode {
  const t = useHeadTexts();
  return (
    <li>
      <Status tone={tones[one.kind]}>{t(`kind_${one.kind}`)}</Status> {one.position}. {one.name}
      {one.fields.map(({ field, own, parent }) => (
        <div key={field}>{t("change", { field: t(`field_${field}`), own, parent })}</div>
      ))}
    </li>
  );
}

/** Whom a variant inherits from and what it has of its own; or which variants follow this workflow. */
export function Inheritance({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useHeadTexts();
  const { parent, differences, variants } = drawn;
  if (parent)
    return (
      <Section title={t("differences", { parent: parent.code })}>
        <p className={styles.note}>
          {t("inherits", { client: parent.client, parent: parent.code, number: String(parent.number) })}
        </p>
        <p className={styles.note}>
          <Link to={workflowScreen} params={{ workflow: parent.id }}>
            {parent.code} {parent.name}
          </Link>
        </p>
        {differences.length === 0 ? (
          <p className={styles.note}>{t("noDifferences")}</p>
        ) : (
          <ul className={styles.versions}>
            {differences.map((one) => (
              <DifferenceRow key={`${one.kind} ${one.position}`} one={one} />
            ))}
          </ul>
        )}
      </Section>
    );
  if (variants.length === 0) return null;
  return (
    <Section title={t("variants")}>
      <ul className={styles.versions}>
        {variants.map(({ id, code, name, client, differs }) => (
          <li key={id}>
            <Link to={workflowScreen} params={{ workflow: id }}>
              {code} {name}
            </Link>
            <div>
              {client} · {t("differs", { count: differs })}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
