/** `/bailiff/{id}`: an office of bailiffs with its figures, prices and ways of sending. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, PhoneLink, Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatMoney, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Link, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Page, Section, Strip } from "../../ground/platform/web/pages/page.web.tsx";
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
    <Loaded of={office}>
      {(bailiff) => (
        <Page
          title={bailiff.name}
          actions={
            <Button component={Link} to={bailiffsScreen} variant="subtle">
              {t("all")}
            </Button>
          }
        >
          <Figures id={id} />
          <Particulars bailiff={bailiff} />
        </Page>
      )}
    </Loaded>
  );
}

function Figures({ id }: { id: number }): ReactNode {
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
              ]}
            />
          </Section>
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
        </>
      )}
    </Loaded>
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
          [t("iban"), known(bailiff.iban)],
          [t("vatNumber"), known(bailiff.vatNumber)],
          [
            t("prices"),
            prices.length === 0 ? (
              t("noPrices")
            ) : (
              <span key="prices">
                {prices.map(({ act, cents }) => (
                  <span key={act}>
                    2 {act.slice(1)}: <Money cents={cents} />{" "}
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
