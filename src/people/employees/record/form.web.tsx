/** The form of an employee: a new one, or one that is changed. */
import { Alert, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { currentLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { RadioField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  type OnTyping,
  PasswordField,
  useCallForm,
  useTellTyping,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listGroups } from "../../access/access.contract.ts";
import { type Givable, grantsOf } from "../../access/access.ts";
import { useEmployeeTexts } from "../texts.web.ts";
import { EmploymentPart, PersonPart, RolesPart, WorkPart } from "./fields.web.tsx";
import {
  createEmployee,
  type Employee,
  editEmployeeScreen,
  employeeScreen,
  getEmployee,
  listEmployees,
  updateEmployee,
} from "./people.contract.ts";

/** The part of the form that a new employee and one that is changed have in common. */
interface Values {
  username: string;
  name: string;
  email: string;
  phone: string;
  jobTitle: string;
  language: Employee["language"];
  department: Employee["department"];
  group: number | null;
  team: number[];
  acl: Givable[];
  isCaseManager: boolean;
  isAccountManager: boolean;
  employedFrom: string | null;
  employedUntil: string | null;
  vogOn: string | null;
}

/** What the form holds: texts where the record has nothing. */
const valuesOf = (employee?: Employee): Values => ({
  username: employee?.username ?? "",
  name: employee?.name ?? "",
  email: employee?.email ?? "",
  phone: employee?.phone ?? "",
  jobTitle: employee?.jobTitle ?? "",
  language: employee?.language ?? currentLanguage(),
  department: employee?.department ?? null,
  group: employee?.group?.id ?? null,
  team: (employee?.team ?? []).map(({ id }) => id),
  acl: grantsOf(employee?.acl ?? []),
  isCaseManager: employee?.isCaseManager ?? false,
  isAccountManager: employee?.isAccountManager ?? false,
  employedFrom: employee?.employedFrom ?? null,
  employedUntil: employee?.employedUntil ?? null,
  vogOn: employee?.vogOn ?? null,
});
/** What the group that is chosen gives. */
function useGroupAcl(chosen: number | null): readonly string[] {
  const { data } = useCall(listGroups, { query: {} });
  return data?.items.find(({ id }) => id === chosen)?.acl ?? [];
}

type Way = "invite" | "password" | "later";
interface NewValues extends Values {
  way: Way | null;
  password: string;
}

const bodyOf = ({ way, password, ...values }: NewValues) => ({
  ...values,
  invite: way === "invite",
  ...(way === "password" ? { password } : {}),
});

export function EmployeeNew(): ReactNode {
  const t = useEmployeeTexts();
  const go = useGo();
  const initial: NewValues = { ...valuesOf(), way: "invite", password: "" };
  const form = useCallForm(createEmployee, initial, bodyOf);
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const create = useAct(createEmployee, { invalidates: [listEmployees] });
  const groupAcl = useGroupAcl(form.values.group);
  const ways: readonly { value: Way; label: string }[] = [
    { value: "invite", label: t("wayInvite") },
    { value: "password", label: t("wayPassword") },
    { value: "later", label: t("wayLater") },
  ];
  const save = async (body: BodyOf<typeof createEmployee>): Promise<void> => {
    const made = await create.mutateAsync({ body });
    const { name, email } = made;
    notify({
      message: body.invite ? t("createdInvited", { name, email: email ?? "" }) : t("created", { name }),
      variant: "success",
    });
    // After the form counts as saved, so that nobody is asked whether to leave it.
    setTimeout(() => go(editEmployeeScreen, { id: made.id }));
  };
  return (
    <Page title={t("newTitle")}>
      <div className="v-long-form">
        <Form form={form} label={t("newTitle")} onSave={save} onCancel={() => go(employeeScreen)} submit={t("create")}>
          <PersonPart />
          <Section title={t("sectionAccess")}>
            <Stack gap="sm">
              <RadioField form={form} name="way" label={t("wayIn")} options={ways} />
              {form.values.way === "password" && (
                <PasswordField form={form} name="password" label={t("password")} autoComplete="new-password" required />
              )}
            </Stack>
          </Section>
          <WorkPart />
          <EmploymentPart vogOn={form.values.vogOn} employedFrom={form.values.employedFrom} />
          <RolesPart
            acl={form.values.acl}
            groupAcl={groupAcl}
            error={textOf(form.errors.acl)}
            onChange={(acl) => form.setFieldValue("acl", grantsOf(acl))}
          />
        </Form>
      </div>
    </Page>
  );
}

const textOf = (error: unknown): string | undefined => (typeof error === "string" ? error : undefined);

export function EmployeeEdit({ employee, onTyping }: { employee: Employee; onTyping: OnTyping }): ReactNode {
  const t = useEmployeeTexts();
  const form = useCallForm(
    updateEmployee,
    { ...valuesOf(employee), id: employee.id, version: employee.version },
    (values) => values,
  );
  useTellTyping(form.isDirty(), onTyping);
  useUnsavedGuard(form.isDirty(), { question: t("leaveQuestion"), leave: t("leave") });
  const update = useAct(updateEmployee, { invalidates: [listEmployees, getEmployee] });
  const groupAcl = useGroupAcl(form.values.group);
  const save = async (body: BodyOf<typeof updateEmployee>): Promise<void> => {
    const saved = await update.mutateAsync({ body });
    notify({ message: t("saved", { name: saved.name }), variant: "success" });
  };
  return (
    <div className="v-long-form">
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
          onChange={(acl) => form.setFieldValue("acl", grantsOf(acl))}
        />
      </Form>
    </div>
  );
}
