/** The form of an employee: a new one, or one that is changed. */
import { Alert, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { listGroups } from "../access/access.contract.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { RadioField } from "../platform/web/choices.web.tsx";
import { Form, PasswordField, useForm } from "../platform/web/form.web.tsx";
import { useGo } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Page, Section } from "../platform/web/page.web.tsx";
import { currentLanguage } from "../platform/web/texts.web.ts";
import { useUnsavedGuard } from "../platform/web/unsaved.web.ts";
import {
  createEmployee,
  type Employee,
  editEmployeeScreen,
  employeeScreen,
  getEmployee,
  listEmployees,
  updateEmployee,
} from "./employees.contract.ts";
import styles from "./employees.module.css";
import { EmploymentPart, PersonPart, RolesPart, WorkPart } from "./fields.web.tsx";
import { useEmployeeTexts } from "./texts.web.ts";

/** What the form holds: texts where the record has nothing, choices as texts. */
const valuesOf = (employee?: Employee) => ({
  username: employee?.username ?? "",
  name: employee?.name ?? "",
  email: employee?.email ?? "",
  phone: employee?.phone ?? "",
  jobTitle: employee?.jobTitle ?? "",
  language: (employee?.language ?? currentLanguage()) as string | null,
  department: (employee?.department ?? null) as string | null,
  group: employee?.group ? String(employee.group.id) : null,
  team: (employee?.team ?? []).map(({ id }) => String(id)),
  acl: employee?.acl ?? ([] as string[]),
  isCaseManager: employee?.isCaseManager ?? false,
  isAccountManager: employee?.isAccountManager ?? false,
  employedFrom: employee?.employedFrom ?? null,
  employedUntil: employee?.employedUntil ?? null,
  vogOn: employee?.vogOn ?? null,
});
type Values = ReturnType<typeof valuesOf>;

/** The body as the call wants it; what a choice may not be, the server says beside its field. */
const bodyOf = ({ group, team, ...values }: Values) =>
  ({
    ...values,
    group: group === null ? null : Number(group),
    team: team.map(Number),
  }) as Omit<BodyOf<typeof createEmployee>, "password" | "invite">;

/** What the group that is chosen gives. */
function useGroupAcl(chosen: string | null): readonly string[] {
  const { data } = useCall(listGroups, { query: {} });
  return data?.items.find(({ id }) => String(id) === chosen)?.acl ?? [];
}

type Way = "invite" | "password" | "later";

export function EmployeeNew(): ReactNode {
  const t = useEmployeeTexts();
  const go = useGo();
  const form = useForm({ ...valuesOf(), way: "invite" as string | null, password: "" });
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const create = useAct(createEmployee, { invalidates: [listEmployees] });
  const groupAcl = useGroupAcl(form.values.group);
  const ways: readonly { value: Way; label: string }[] = [
    { value: "invite", label: t("wayInvite") },
    { value: "password", label: t("wayPassword") },
    { value: "later", label: t("wayLater") },
  ];
  const save = async ({ way, password, ...values }: typeof form.values): Promise<void> => {
    const made = await create.mutateAsync({
      body: { ...bodyOf(values), invite: way === "invite", ...(way === "password" ? { password } : {}) },
    });
    const { name, email } = made;
    notify({
      message: way === "invite" ? t("createdInvited", { name, email: email ?? "" }) : t("created", { name }),
      variant: "success",
    });
    // After the form counts as saved, so that nobody is asked whether to leave it.
    setTimeout(() => go(editEmployeeScreen, { id: made.id }));
  };
  return (
    <Page title={t("newTitle")}>
      <div className={styles.form}>
        <Form form={form} label={t("newTitle")} onSave={save} onCancel={() => go(employeeScreen)} submit={t("create")}>
          <PersonPart />
          <Section title={t("sectionAccess")}>
            <Stack gap="sm">
              <RadioField name="way" label={t("wayIn")} options={ways} />
              {form.values.way === "password" && (
                <PasswordField name="password" label={t("password")} autoComplete="new-password" required />
              )}
            </Stack>
          </Section>
          <WorkPart />
          <EmploymentPart vogOn={form.values.vogOn} employedFrom={form.values.employedFrom} />
          <RolesPart
            acl={form.values.acl}
            groupAcl={groupAcl}
            error={textOf(form.errors.acl)}
            onChange={(acl) => form.setFieldValue("acl", [...acl])}
          />
        </Form>
      </div>
    </Page>
  );
}

const textOf = (error: unknown): string | undefined => (typeof error === "string" ? error : undefined);

export function EmployeeEdit({ employee }: { employee: Employee }): ReactNode {
  const t = useEmployeeTexts();
  const form = useForm({ ...valuesOf(employee), version: employee.version });
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const update = useAct(updateEmployee, { invalidates: [listEmployees, getEmployee] });
  const groupAcl = useGroupAcl(form.values.group);
  const save = async ({ version, ...values }: typeof form.values): Promise<void> => {
    const saved = await update.mutateAsync({ body: { ...bodyOf(values), id: employee.id, version } });
    notify({ message: t("saved", { name: saved.name }), variant: "success" });
  };
  return (
    <div className={styles.form}>
      {!employee.manageable && (
        <Alert color="yellow" variant="light" mb="md" icon={<IconLock size={16} aria-hidden />}>
          {t("stronger")}
        </Alert>
      )}
      <Form
        form={form}
        label={t("editTitle")}
        onSave={save}
        labels={{ acl: t("sectionRoles") }}
        {...(employee.manageable ? {} : { submit: null })}
      >
        <PersonPart />
        <WorkPart employee={employee} />
        <EmploymentPart vogOn={form.values.vogOn} employedFrom={form.values.employedFrom} />
        <RolesPart
          employee={employee}
          acl={form.values.acl}
          groupAcl={groupAcl}
          error={textOf(form.errors.acl)}
          onChange={(acl) => form.setFieldValue("acl", [...acl])}
        />
      </Form>
    </div>
  );
}
