/** The fields of an employee, in parts: for the form that makes one and the form that changes one. */
import { Input, SimpleGrid, Stack, Text } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { languageNames } from "../../../ground/platform/web/content/texts.web.ts";
import { type Choice, MultiSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { CheckboxField, TextField } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { RoleEditor } from "../../access/access.web.tsx";
import { vogState } from "../employees.ts";
import { useEmployeeTexts } from "../texts.web.ts";
import { useDepartments, useGroups, useTeams } from "./choices.web.ts";
import type { Employee } from "./people.contract.ts";

const Fields = (props: { title: string; aside?: string; children: ReactNode }): ReactNode => (
  <Section title={props.title} aside={props.aside}>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {props.children}
    </SimpleGrid>
  </Section>
);

export function PersonPart(): ReactNode {
  const t = useEmployeeTexts();
  return (
    <Fields title={t("sectionPerson")}>
      <TextField name="name" label={t("name")} required autoFocus maxLength={200} />
      <TextField name="username" label={t("username")} required maxLength={100} />
      <TextField name="email" label={t("email")} type="email" maxLength={254} />
      <TextField name="phone" label={t("phone")} type="tel" maxLength={30} />
      <TextField name="jobTitle" label={t("jobTitle")} maxLength={100} />
      <SelectField
        name="language"
        label={t("language")}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </Fields>
  );
}

/** With those that were chosen before and can be chosen no more: an archived team or group. */
const withChosen = (choices: readonly Choice[], chosen: readonly Choice[]): readonly Choice[] => [
  ...choices,
  ...chosen.filter(({ value }) => !choices.some((choice) => choice.value === value)),
];

export function WorkPart({ employee }: { employee?: Employee }): ReactNode {
  const t = useEmployeeTexts();
  const duties = useId();
  const departments = useDepartments();
  const teams = withChosen(
    useTeams(),
    (employee?.team ?? []).map(({ id, name }) => ({ value: id, label: name })),
  );
  const own = employee?.group;
  const groups = withChosen(
    useGroups(),
    own
      ? [
          {
            value: own.id,
            label: employee.groupArchived ? t("groupArchived", { name: own.name }) : own.name,
          },
        ]
      : [],
  );
  return (
    <Fields title={t("sectionWork")}>
      <SelectField name="department" label={t("department")} options={departments} clearable />
      <MultiSelectField name="team" label={t("teams")} options={teams} />
      <SelectField name="group" label={t("group")} description={t("groupHint")} options={groups} clearable />
      <Input.Wrapper label={t("duties")} labelElement="div" labelProps={{ id: duties }}>
        <Stack gap={8} mt={6} role="group" aria-labelledby={duties}>
          <CheckboxField name="isCaseManager" label={t("caseManager")} />
          <CheckboxField name="isAccountManager" label={t("accountManager")} />
        </Stack>
      </Input.Wrapper>
    </Fields>
  );
}

export function EmploymentPart(props: { vogOn: string | null; employedFrom: string | null }): ReactNode {
  const t = useEmployeeTexts();
  const [vogOn, firstDay] = [parsePlainDate(props.vogOn ?? ""), parsePlainDate(props.employedFrom ?? "")];
  const state = vogOn && firstDay ? vogState(vogOn, firstDay) : "good";
  return (
    <Fields title={t("sectionEmployment")}>
      <DateField name="employedFrom" label={t("employedFrom")} description={t("employedFromHint")} />
      <div>
        <DateField name="vogOn" label={t("vogOn")} description={t("vogHint")} />
        {(state === "old" || state === "late") && (
          <Text size="sm" c={state === "old" ? "red" : "orange"} role="status" mt={4}>
            {t(state === "old" ? "vogOld" : "vogLate")}
          </Text>
        )}
      </div>
      <DateField name="employedUntil" label={t("employedUntil")} description={t("employedUntilHint")} />
    </Fields>
  );
}

/** The first role that a refusal names; "*" where it names none. */
const refusedIn = (text: string | undefined) =>
  text === undefined ? undefined : { role: /ROLE_\w+/.exec(text)?.[0] ?? "*", text };

/** Enter in the search for a role must not save the whole form. */
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.type === "search")
    event.preventDefault();
};

export function RolesPart(props: {
  employee?: Employee;
  acl: readonly string[];
  groupAcl: readonly string[];
  error: string | undefined;
  onChange: (acl: readonly string[]) => void;
}): ReactNode {
  const t = useEmployeeTexts();
  const me = useMe();
  const { employee } = props;
  return (
    <Section title={t("sectionRoles")} aside={t("rolesAside")}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps a key of the fields inside from the form around. */}
      <div data-field="acl" onKeyDown={keepEnter}>
        <RoleEditor
          own={props.acl}
          saved={employee?.acl ?? []}
          group={props.groupAcl}
          mine={me.acl}
          toSelf={employee?.id === me.id ? employee.acl : undefined}
          locked={me.previous !== null || employee?.manageable === false}
          refused={refusedIn(props.error)}
          onChange={props.onChange}
        />
      </div>
    </Section>
  );
}
