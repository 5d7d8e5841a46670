/** Who else has a file open, and who looked at it before. */
import { Alert, Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../ground/platform/web/content/values.web.tsx";
import { api, useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Empty, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { partyTexts } from "../parties/parties.texts.ts";
import { announcePresence, whoSawFile } from "./presence.contract.ts";
import styles from "./presence.module.css";

const everyMillis = 15_000;

interface PresenceProps {
  readonly fileId: number;
  /** Of the file as it is shown: a newer one is offered. */
  readonly version?: number;
  readonly editing?: boolean;
  readonly onChanged?: () => void;
}

/** Says that the user is here for as long as it is shown, and tells who else is. */
export function Presence({ fileId, version, editing = false, onChanged }: PresenceProps): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const me = useMe();
  const [now, setNow] = useState<ReplyOf<typeof announcePresence>>();
  useEffect(() => {
    const params = { id: fileId };
    // That colleagues cannot be told is no reason to bother the one who works.
    const report = (): void =>
      void api(announcePresence, { params, body: { editing } }, { quiet: true }).then(setNow, () => undefined);
    report();
    const timer = setInterval(report, everyMillis);
    return () => {
      clearInterval(timer);
      api(announcePresence, { params, body: { leave: true } }, { quiet: true }).catch(() => undefined);
    };
  }, [fileId, editing]);
  const others = (now?.others ?? []).filter(({ id }) => id !== me.id);
  const isNewer = version !== undefined && now !== undefined && now.version > version;
  if (others.length === 0 && !isNewer) return null;
  const names = others.map(({ name, editing: types }) => (types ? t("typing", { name }) : name)).join(", ");
  return (
    <Alert color="yellow" p="xs" mb="xs" role="status">
      {others.length > 0 && t("here", { names })} {isNewer && t("changed")}{" "}
      {isNewer && onChanged && (
        <Button size="compact-xs" variant="default" onClick={onChanged}>
          {t("reload")}
        </Button>
      )}
    </Alert>
  );
}

export function WhoSawThis({ fileId }: { readonly fileId: number; readonly onChanged?: () => void }): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const views = useCall(whoSawFile, { params: { id: fileId }, query: { limit: 50 } });
  return (
    <Section title={t("whoSaw")}>
      <Loaded of={views}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("nobody")} />
          ) : (
            <ul className={styles.seen}>
              {items.map((one) => (
                <li key={`${one.lastAt} ${one.name} ${one.how}`}>
                  {one.name}
                  {one.actingName === null ? "" : ` (${t("actingBy", { name: one.actingName })})`}{" "}
                  <span className={styles.note}>
                    <DateText value={one.lastAt} time="HH:mm" /> · {t(one.how, { count: one.times })}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
