/** What became of the arrangements that one of a client's people asked for: on the first screen until it has been seen. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { showScreen } from "../../cases/file-page/file-page.contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { listArrangementAnswers, markArrangementAnswerSeen } from "../../money/claims/claims.contract.ts";
import type { appTexts } from "../app.texts.ts";
import styles from "./home.module.css";

export function ArrangementAnswers(): ReactNode {
  const t = useTexts<typeof appTexts>("app");
  const list = useCall(listArrangementAnswers, {}, { quiet: true });
  const see = useAct(markArrangementAnswerSeen, { invalidates: [listArrangementAnswers] });
  const mayShow = useMay(showScreen);
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={t("homeAnswers")}>
      <ul className={styles.headlines}>
        {items.map(({ id, fileId, message, at }) => (
          <li key={id}>
            {mayShow ? (
              <Link to={showScreen} params={{ id: fileId }}>
                {message}
              </Link>
            ) : (
              message
            )}
            <DateText value={at} />
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t("homeSeenName", { message })}
              onClick={() => void see.run({ params: { id } })}
            >
              {t("homeSeen")}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
