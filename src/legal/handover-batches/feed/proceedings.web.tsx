/** How the case of a file stands by what its office told, with the days that matter; nothing while no office told anything. */
import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { readProceedings } from "./feed.contract.ts";
import styles from "./proceedings.module.css";

export function Proceedings({ fileId }: { fileId: number }): ReactNode {
  const t = useScreenTexts();
  const { data } = useCall(readProceedings, { params: { id: fileId } }, { enabled: useMay(readProceedings) });
  if (!data || data.stageOn === null) return null;
  const { title } = data;
  const day = (on: string | null): ReactNode => (on === null ? null : dateText(on));
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t("stage"), `${data.stageText} · ${dateText(data.stageOn)}`],
    [t("court"), data.court],
    [t("caseNumber"), data.caseNumber],
    [t("summonsOn"), day(data.summonsOn)],
    [t("rollDate"), day(data.rollDate)],
    [t("judgedOn"), title && dateText(title.on)],
    [t("awarded"), title && <Money cents={title.awardedCents} />],
    [t("oppositionUntil"), day(title?.oppositionUntil ?? null)],
    [t(title?.byDefault ? "appealInPartUntil" : "appealUntil"), day(title?.appealUntil ?? null)],
    [t("titleUntil"), day(title?.expiresOn ?? null)],
    ...data.services.map(({ on, text }) => [t("service"), [dateText(on), text].filter(Boolean).join(" · ")] as const),
    ...data.seizures.map(
      ({ on, type, thirdParty }) =>
        [t("seizure"), [dateText(on), type, thirdParty].filter((each) => each !== "").join(" · ")] as const,
    ),
    [t("paidAtOffice"), data.paidCents > 0 && <Money cents={data.paidCents} />],
    [t("withheld"), data.withheldCents > 0 && <Money cents={data.withheldCents} />],
  ];
  return (
    <Section title={t("proceedings")}>
      <dl className={styles.facts}>
        {rows
          .filter(([, value]) => value !== null && value !== "" && value !== false)
          .map(([label, value], at) => (
            // Two seizures have one label: the place in the list tells them apart.
            <Fragment key={`${label} ${at}`}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" size="sm">
                {value}
              </Text>
            </Fragment>
          ))}
      </dl>
    </Section>
  );
}
