/** `/subpoena-salary`: what a summons costs for one claim, and the dated scales behind it. */
import { Alert, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { listTariffs, tariffsScreen } from "../../ground/tariffs/tariffs.contract.ts";
import { Calculator } from "./calculator.web.tsx";
import { readScales } from "./court-costs.contract.ts";
import type { courtCostTexts } from "./court-costs.texts.ts";
import { ScaleTable } from "./scale-table.web.tsx";
import { scaleKinds } from "./scales.ts";

const useCourtCostTexts = () => useTexts<typeof courtCostTexts>("courtCosts");

export function CourtCosts(): ReactNode {
  const t = useCourtCostTexts();
  const { values, set } = useAddressQuery();
  const tab = scaleKinds.find((kind) => kind === values.tab) ?? "calculator";
  return (
    <Page title={t("title")}>
      <Missing />
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === "calculator" ? null : next }, { push: true })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t("tabs")} mb="md">
          <Tabs.Tab value="calculator">{t("calculator")}</Tabs.Tab>
          {scaleKinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(kind)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{tab === "calculator" ? <Calculator /> : <Scales kind={tab} />}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** The turns of these scales that nobody has entered yet. */
function Missing(): ReactNode {
  const t = useCourtCostTexts();
  const mayChange = useMay(listTariffs);
  const missing = useCall(readScales, {}).data?.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <Alert variant="light" color={missing.some(({ overdue }) => overdue) ? "red" : "yellow"} mb="md">
      {missing.map(({ kind, dueOn }) => (
        <div key={`${kind} ${dueOn}`}>
          {t("missing", { kind: t(kind), date: dateText(dueOn) })}{" "}
          {mayChange && (
            <Link to={tariffsScreen} search={{ kind }} style={{ textDecoration: "underline" }}>
              {t("toTariffs")}
            </Link>
          )}
        </div>
      ))}
    </Alert>
  );
}

function Scales({ kind }: { kind: (typeof scaleKinds)[number] }): ReactNode {
  const scales = useCall(readScales, {});
  return (
    <Loaded of={scales}>
      {({ items }) => <ScaleTable key={kind} kind={kind} scales={items.filter((scale) => scale.kind === kind)} />}
    </Loaded>
  );
}
