/** `/bailiff/{id}`: an office of bailiffs with its figures, prices and ways of sending. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { shownDate } from "../../ground/kernel/dates.ts";
import { formatIban } from "../../ground/kernel/identifiers.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, PhoneLink, Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatMoney, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Link, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Page, Section, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { type BailiffRow, bailiffsScreen, getBailiff } from "../bailiffs/bailiffs.contract.ts";
import { handoverMonitoringScreen, masterdataScreen } from "../handover-batches/handover-batches.contract.ts";
import { readOfficeFigures } from "./offices.contract.ts";
import type { officeTexts } from "./offices.texts.ts";

const useOfficeTexts = () => useTexts<typeof officeTexts>("offices");

export function OfficePage(): ReactNode {
  const t = useOfficeTexts();
  const id = useIdParam("id") ?? 0;
  const office = useCall(getBailiff, { params: { id } });
  return (
    <Loaded of={office} shape="page">
      {(bailiff) => (
        <Page
          title={bailiff.name}
          actions={
            <Button component={Link} to={bailiffsScreen} variant="subtle">
              {t("all")}
            </Button>
          }
        >
          <Figures id={id}>
            <Particulars bailiff={bailiff} />
          </Figures>
        </Page>
      )}
    </Loaded>
  );
}

/** By which ways files are sent to the office. */
function Ways({ ways }: Pick<ReplyOf<typeof readOfficeFigures>, "ways">): ReactNode {
  const t = useOfficeTexts();
  return (
    <Section
      title={t("ways")}
      aside={
        <Link to={handoverMonitoringScreen} className="v-link">
          {t("monitoring")}
        </Link>
      }
    >
      {ways.length === 0 ? (
        <p>{t("noWays")}</p>
      ) : (
        <ul>
          {ways.map(({ id: way, name, channel, address, sealed, archived }) => (
            <li key={way}>
              <Link to={masterdataScreen} params={{ handoverDestination: way }} className="v-link">
                {name}
              </Link>{" "}
              · {[t(`channel_${channel}`), address, archived ? t("archived") : ""].filter(Boolean).join(" · ")}{" "}
              {channel !== "download" && (
                <Status tone={sealed ? "good" : "bad"}>{t(sealed ? "sealed" : "unsealed")}</Status>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** @param children what stands between the figures and the money. */
function Figures({ id, children }: { id: number; children: ReactNode }): ReactNode {
  const t = useOfficeTexts();
  const language = useLanguage();
  const figures = useCall(readOfficeFigures, { params: { id } });
  const count = (value: number): string => formatNumber(value, language);
  return (
    <Loaded of={figures}>
      {({ ways, ...of }) => (
        <>
          <Section title={t("figures")}>
            <Strip
              items={[
                { name: t("out"), value: count(of.out), big: true },
                { name: t("outOpen"), value: <Money cents={of.outCents} /> },
                { name: t("given"), value: count(of.given) },
                { name: t("accepted"), value: count(of.accepted) },
                { name: t("rejected"), value: count(of.rejected) },
                { name: t("ended"), value: count(of.ended) },
                { name: t("paid"), value: <Money cents={of.paidCents} /> },
                { name: t("billed"), value: <Money cents={of.billedCents} /> },
                {
                  name: t("costPerEuro"),
                  value: of.costPerEuro === null ? "–" : formatMoney(of.costPerEuro, language),
                },
                { name: t("firstReport"), value: of.firstReportDays === null ? "–" : count(of.firstReportDays) },
                { name: t("lastReport"), value: of.lastReportAt === null ? "–" : dateText(of.lastReportAt) },
                ...(of.overdue === null ? [] : [{ name: t("overdue"), value: count(of.overdue) }]),
              ]}
            />
          </Section>
          <Ways ways={ways} />
          {children}
          <Settlement months={of.months} />
        </>
      )}
    </Loaded>
  );
}

type Months = ReplyOf<typeof readOfficeFigures>["months"];

/** What the office owes us and what we owe the office, by its own word, with the sum that it comes from. */
function Settlement({ months }: { months: Months }): ReactNode {
  const t = useOfficeTexts();
  if (months.length === 0) return null;
  const sum = (of: (month: Months[number]) => number): number => months.reduce((total, month) => total + of(month), 0);
  const [paid, withheld, billed] = [
    sum(({ paidCents }) => paidCents),
    sum(({ withheldCents }) => withheldCents),
    sum(({ billedCents }) => billedCents),
  ];
  const rows = months.map((month) => ({
    ...month,
    id: month.month,
    remittedCents: month.paidCents - month.withheldCents,
    leftCents: month.billedCents - month.withheldCents,
  }));
  return (
    <Section title={t("settlement")}>
      <p>
        {t("toRemit")}: <Money cents={paid} /> − <Money cents={withheld} /> = <Money cents={paid - withheld} />.{" "}
        {t(billed >= withheld ? "billLeft" : "keptTooMuch")}: <Money cents={billed} /> − <Money cents={withheld} /> ={" "}
        <Money cents={billed - withheld} />.
      </p>
      <DataTable
        id="office-settlement"
        label={t("settlement")}
        rows={rows}
        views={false}
        chooser={false}
        rowName={({ month }) => month}
        columns={[
          {
            key: "month",
            label: t("month"),
            formatter: (_value, { month }) => shownDate(month),
            text: (_value, { month }) => month,
          },
          {
            key: "paidCents",
            label: t("paid"),
            as: "money",
            below: { key: "withheldCents", label: t("withheld"), as: "money" },
          },
          { key: "remittedCents", label: t("toRemit"), as: "money" },
          { key: "billedCents", label: t("billed"), as: "money" },
          { key: "leftCents", label: t("billLeft"), as: "money" },
        ]}
      />
    </Section>
  );
}

function Particulars({ bailiff }: { bailiff: BailiffRow }): ReactNode {
  const t = useOfficeTexts();
  const { street, postcode, city, prices } = bailiff;
  const known = (text: string): ReactNode => (text === "" ? null : text);
  const address = [street, `${postcode} ${city}`.trim()].filter((part) => part !== "").join(", ");
  return (
    <Section title={t("facts")}>
      <Facts
        items={[
          [t("address"), known(address)],
          [t("postAddress"), known(bailiff.postAddress)],
          [t("region"), known(bailiff.region)],
          [t("contact"), known(bailiff.contactName)],
          [t("phone"), bailiff.phone === "" ? null : <PhoneLink key="phone" value={bailiff.phone} />],
          [t("email"), known(bailiff.email)],
          [t("openingHours"), known(bailiff.openingHours)],
          [t("reports"), known(bailiff.reports.map((kind) => t(`report_${kind}`)).join(", "))],
          [
            t("reportEvery"),
            bailiff.reportEveryDays === null ? null : t("everyDays", { count: bailiff.reportEveryDays }),
          ],
          [t("iban"), bailiff.iban === "" ? null : formatIban(bailiff.iban)],
          [t("vatNumber"), known(bailiff.vatNumber)],
          [
            t("prices"),
            prices.length === 0 ? (
              t("noPrices")
            ) : (
              <span key="prices">
                {prices.map(({ act, cents }, at) => (
                  <span key={act}>
                    {at > 0 && "; "}2 {act.slice(1)}: <Money cents={cents} />
                  </span>
                ))}
              </span>
            ),
          ],
        ]}
      />
    </Section>
  );
}
