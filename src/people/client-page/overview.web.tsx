/** What is known of a client, to read: company, address, handling, settings and account. */
import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { houseLine } from "../../ground/kernel/identifiers.ts";
import { languageNames, textOf } from "../../ground/platform/web/content/texts.web.ts";
import { Copyable, dateText, MailAddress, Money, PhoneLink } from "../../ground/platform/web/content/values.web.tsx";
import { Facts, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { ClientDetail } from "../customers/customers.contract.ts";
import { Account, formKey, useCustomersTexts } from "../customers/customers.web.tsx";
import styles from "./client-page.module.css";
import { usePageTexts } from "./texts.web.ts";

const yesNo = (value: boolean): string => textOf(value ? "platform.yes" : "platform.no");

export function Overview({ client, isStaff }: { client: ClientDetail; isStaff: boolean }): ReactNode {
  const t = usePageTexts();
  return (
    <>
      <div className={styles.columns}>
        <div>
          <Legal client={client} />
          <Account clientId={client.id} editable={isStaff} />
        </div>
        <div>
          <Address client={client} />
          <Handling client={client} />
        </div>
        <div>
          <Arrangements client={client} />
        </div>
      </div>
      {isStaff && client.updatedAt !== null && (
        <Text size="xs" c="dimmed" mt="md">
          {t("changedBy", { name: client.updatedBy ?? "–", date: dateText(client.updatedAt, { time: "HH:mm" }) })}
        </Text>
      )}
    </>
  );
}

function Legal({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const c = useCustomersTexts();
  return (
    <Section title={t("legal")}>
      <Facts
        items={[
          [c("legalForm"), c(formKey(client.legalForm))],
          [c("kvk"), client.kvk && <Copyable value={client.kvk} />],
          [c("vatNumber"), client.vatNumber && <Copyable value={client.vatNumber} />],
          [c("canReclaimVat"), yesNo(client.canReclaimVat)],
          [c("isPublicBody"), yesNo(client.isPublicBody)],
          [c("clientGroup"), client.clientGroupName],
          [c("setoffConsent"), yesNo(client.setoffConsent)],
        ]}
      />
    </Section>
  );
}

function Address({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const c = useCustomersTexts();
  const { street, houseNumber, addition, postcode, city, country } = client;
  const number = houseLine({ houseNumber, addition });
  return (
    <Section title={t("contact")}>
      <Facts
        items={[
          [t("address"), `${street} ${number}, ${postcode} ${city}${country === "NL" ? "" : `, ${country}`}`],
          [c("phone"), client.phone && <PhoneLink key="tel" value={client.phone} />],
          [
            c("email"),
            client.email && (
              <Anchor key="mail" href={`mailto:${client.email}`}>
                <MailAddress>{client.email}</MailAddress>
              </Anchor>
            ),
          ],
          [
            c("website"),
            client.website && (
              <Anchor key="web" href={client.website} target="_blank" rel="noreferrer noopener">
                {client.website}
              </Anchor>
            ),
          ],
          [c("language"), languageNames[client.language]],
        ]}
      />
    </Section>
  );
}

function Handling({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const c = useCustomersTexts();
  const { mandateOn, mandateUntil } = client;
  const from = mandateOn === null ? "" : dateText(mandateOn);
  const mandate =
    mandateOn !== null && mandateUntil !== null
      ? t("mandateUntil", { from, until: dateText(mandateUntil) })
      : mandateOn === null
        ? null
        : t("sinceOn", { date: from });
  return (
    <Section title={t("handling")}>
      <Facts
        items={[
          [c("accountManager"), client.accountManager?.name],
          [c("caseManager"), client.caseManager?.name],
          [c("team"), client.teamName],
          [t("mandate"), mandate],
          [c("dayCount"), c(client.dayCount === "ACT/ACT" ? "dayCountActual" : "dayCountFixed")],
          [c("bikInstalmentRule"), yesNo(client.bikInstalmentRule)],
        ]}
      />
    </Section>
  );
}

function Arrangements({ client }: { client: ClientDetail }): ReactNode {
  const t = usePageTexts();
  const c = useCustomersTexts();
  const house = (
    <Text span c="dimmed" size="sm">
      {t("houseSetting")}
    </Text>
  );
  const money = (cents: number | null): ReactNode => (cents === null ? house : <Money cents={cents} />);
  const counted = (count: number | null, key: "days" | "workingDays" | "months"): ReactNode =>
    count === null ? house : t(key, { count });
  return (
    <Section title={t("arrangements")}>
      <Facts
        items={[
          [c("writeOffToleranceCents"), money(client.writeOffToleranceCents)],
          [c("arrangementMinTermCents"), money(client.arrangementMinTermCents)],
          [c("arrangementSelfServiceCents"), money(client.arrangementSelfServiceCents)],
          [c("arrangementMaxMonths"), counted(client.arrangementMaxMonths, "months")],
          [c("arrangementGraceWorkingDays"), counted(client.arrangementGraceWorkingDays, "workingDays")],
          [c("arrangementBrokenAfterDays"), counted(client.arrangementBrokenAfterDays, "days")],
          [c("arrangementAllowedMisses"), client.arrangementAllowedMisses ?? house],
        ]}
      />
    </Section>
  );
}
