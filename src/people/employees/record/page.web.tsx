/** One employee: how things stand, the form, and the register of training. */
import { Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { DateText, dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useHeld } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Link, useAddressQuery, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { useEmployeeTexts } from "../texts.web.ts";
import { Trainings } from "../training/trainings.web.tsx";
import { EmployeeMenu } from "./actions.web.tsx";
import { EmployeeEdit } from "./form.web.tsx";
import { StateOf } from "./list.web.tsx";
import { type Employee, employeeScreen, getEmployee } from "./people.contract.ts";

export function EmployeePage(): ReactNode {
  const id = useIdParam();
  const read = useCall(getEmployee, { params: { id } }, { keep: false });
  return <Loaded of={read}>{(employee) => <EmployeeShown key={id} employee={employee} />}</Loaded>;
}

function EmployeeShown({ employee }: { employee: Employee }): ReactNode {
  const t = useEmployeeTexts();
  const { shown, onTyping } = useHeld(employee);
  const { values } = useAddressQuery();
  const [tab, setTab] = useState(values.tab === "training" ? "training" : "details");
  return (
    <Page
      title={employee.name}
      tab={`${employee.name} – ${t("title")}`}
      count={<Link to={employeeScreen}>{t("title")}</Link>}
      actions={
        <>
          <HistoryButton subject="app_user" subjectId={employee.id} name={employee.name} />
          <EmployeeMenu employee={employee} large />
        </>
      }
    >
      <Standing employee={employee} />
      <Tabs value={tab} onChange={(next) => setTab(next ?? "details")} mt="sm">
        <Tabs.List aria-label={employee.name} mb="md">
          <Tabs.Tab value="details">{t("tabDetails")}</Tabs.Tab>
          <Tabs.Tab value="training">{t("trainings")}</Tabs.Tab>
        </Tabs.List>
        {/* Both stay mounted, so that nothing typed is lost; one's own saving starts the form afresh, and what others do does not. */}
        <Tabs.Panel value="details">
          <EmployeeEdit key={`${shown.id} ${shown.version}`} employee={shown} onTyping={onTyping} />
        </Tabs.Panel>
        <Tabs.Panel value="training">
          <Trainings employeeId={employee.id} editable={employee.manageable} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Standing({ employee }: { employee: Employee }): ReactNode {
  const t = useEmployeeTexts();
  const [first] = employee.requirements;
  return (
    <Strip
      items={[
        {
          name: t("stateOfAccess"),
          value: employee.active ? (
            <Status tone={employee.access === "password" ? "good" : "warn"}>{t(`access_${employee.access}`)}</Status>
          ) : (
            <Status tone="bad">{t("inactive")}</Status>
          ),
        },
        ...(employee.invitedUntil === null
          ? []
          : [{ name: t("invitedUntil"), value: <DateText value={employee.invitedUntil} time="HH:mm" /> }]),
        {
          name: t("lastLogin"),
          value: employee.lastLoginAt === null ? t("never") : <DateText value={employee.lastLoginAt} time="HH:mm" />,
        },
        { name: t("state"), value: employee.active ? <StateOf row={employee} /> : "–" },
        ...(first
          ? [
              {
                name: t("nextDue"),
                value: `${t(`requirement_${first.kind}`)}, ${t("dueBy", { date: dateText(first.due) })}`,
              },
            ]
          : []),
      ]}
    />
  );
}
