/** The footer: company, contact, social links, year, and on the year a tooltip with release, pod and release date. */
import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, PhoneLink } from "../../ground/platform/web/content/values.web.tsx";
import styles from "./frame.module.css";
import { useShellInfo } from "./shell-data.web.ts";

export function Footer(): ReactNode {
  const t = usePlatformTexts();
  const info = useShellInfo();
  if (info === undefined) return <footer className={styles.footer} />;
  const { company } = info;
  const release = `${t("release")} ${info.release} · ${info.pod} · ${t("releaseDate")} ${dateText(info.releaseDate)}`;
  return (
    <footer className={styles.footer}>
      <address>{[company.name, company.address].filter(Boolean).join(", ")}</address>
      {company.phone !== "" && <PhoneLink value={company.phone} />}
      {company.email !== "" && <a href={`mailto:${company.email}`}>{company.email}</a>}
      {company.website !== "" && (
        <a href={company.website} target="_blank" rel="noreferrer">
          {company.website.replace(/^https?:\/\/(www\.)?|\/$/g, "")}
        </a>
      )}
      <span>
        {info.social.map((link) => (
          <a key={link.url} href={link.url} target="_blank" rel="noreferrer">
            {link.name}
          </a>
        ))}
      </span>
      {info.footer !== "" && <span>{info.footer}</span>}
      <Tooltip label={release} events={{ hover: true, focus: true, touch: true }}>
        <button type="button" className={styles.year} aria-label={`© ${info.year}, ${release}`}>
          © {info.year}
        </button>
      </Tooltip>
    </footer>
  );
}
