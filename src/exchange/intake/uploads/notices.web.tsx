/** What went wrong with imports while nobody watched: shown until it has been seen. */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { uploadsScreen } from "../create/create.contract.ts";
import { useImportKind } from "../import/kind.web.tsx";
import styles from "../intake.module.css";
import { listImportNotices, seeImportNotice } from "./notices.contract.ts";
import type { noticeTexts } from "./notices.texts.ts";

const invalidates = [listImportNotices];

/** Where an upload of files is looked at. */
export const uploadAddress = (id: number): string => `${uploadsScreen.path}?upload=${id}`;

/** What has not been seen yet; `addressOf` is where an upload is shown. Nothing where there is nothing. */
export function ImportNotices({ addressOf }: { addressOf: (batch: number) => string }): ReactNode {
  const t = useTexts<typeof noticeTexts>("intake-notices");
  const list = useCall(listImportNotices, {}, { quiet: true });
  const see = useAct(seeImportNotice, { invalidates });
  const { area } = useImportKind();
  const items = (list.data?.items ?? []).filter((item) => item.area === area);
  if (items.length === 0) return null;
  return (
    <Section title={t("unseen")}>
      <ul className={styles.notices}>
        {items.map(({ id, message, at, batch }) => (
          <li key={id}>
            <DateText value={at} time="HH:mm" />
            <span>{batch === null ? message : <Link to={addressOf(batch)}>{message}</Link>}</span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t("seenName", { message })}
              onClick={() => void see.run({ params: { id } })}
            >
              {t("seen")}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Whoever looks at an upload has seen what was said of it. */
export function SeenNotices({ batch }: { batch: number }): null {
  const list = useCall(listImportNotices, {}, { quiet: true });
  const { run } = useAct(seeImportNotice, { invalidates });
  const asked = useRef(new Set<number>());
  const refresh = useRef(useInvalidate());
  const items = list.data?.items;
  // What is known may be from before the work that has just ended.
  useEffect(() => {
    void refresh.current(listImportNotices);
  }, []);
  useEffect(() => {
    for (const { id, batch: of } of items ?? []) {
      if (of !== batch || asked.current.has(id)) continue;
      asked.current.add(id);
      void run({ params: { id } });
    }
  }, [items, batch, run]);
  return null;
}
