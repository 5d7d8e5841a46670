/** What somebody outside sees at the address that was sent to them: this and nothing else. */
import { type ReactNode, useEffect, useRef } from "react";
import { RichText } from "../../ground/platform/web/content/rich-text.web.tsx";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import { addressOf, useAct } from "../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../ground/platform/web/inputs/format.ts";
import { usePathParams } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loading } from "../../ground/platform/web/pages/page.web.tsx";
import { useTabTitle } from "../../ground/platform/web/pages/title.web.ts";
import { downloadShared, viewShared } from "./sharing.contract.ts";
import styles from "./sharing.module.css";
import type { sharingTexts } from "./sharing.texts.ts";

export function SharedInfo(): ReactNode {
  const t = useTexts<typeof sharingTexts>("sharing");
  const language = useLanguage();
  const { hash = "" } = usePathParams();
  const { mutate, data, error } = useAct(viewShared);
  // Once for each time that the page is opened: each reading counts.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ params: { hash } });
  }, [mutate, hash]);
  useTabTitle(data?.title ?? t("viewTitle"));
  return (
    <main className={styles.outside}>
      {error && <Empty title={t("gone")} text={t("goneHint")} />}
      {!error && !data && <Loading />}
      {data && (
        <>
          {data.sender !== "" && <p className={styles.sender}>{data.sender}</p>}
          <h1>{data.title}</h1>
          <RichText text={data.body} />
          {data.files.length > 0 && (
            <ul className={styles.files} aria-label={t("files")}>
              {data.files.map((file) => (
                <li key={file.id}>
                  <a
                    className="v-link"
                    href={addressOf(downloadShared, { params: { hash, fileId: file.id } })}
                    download={file.name}
                  >
                    {file.name}
                  </a>
                  <span className={styles.note}>{formatBytes(file.sizeBytes, language)}</span>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.note}>
            {t("untilNote", { date: dateText(data.expiresAt, { time: "HH:mm" }, language) })}
          </p>
        </>
      )}
    </main>
  );
}
