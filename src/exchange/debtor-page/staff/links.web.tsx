/** The ways into the debtor's own page on a file: who has one, whether it was used, what was done there; giving and ending them. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import { labelled, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { giveDebtorLink, type LinkRow, listDebtorLinks, revokeDebtorLink } from "../debtor-page.contract.ts";
import type { debtorPageTexts } from "../debtor-page.texts.ts";
import { acts } from "../debtor-page.ts";

const LinkAndCode = lazyComponent(() => import("./link-and-code.web.tsx").then((m) => m.LinkAndCode));

const useLinkTexts = () => useTexts<typeof debtorPageTexts>("debtor-page");
type TranslateText = ReturnType<typeof useLinkTexts>;

const stale = [listDebtorLinks, listLogs] as const;
/** So many show before somebody asks for all: a file has one for each message. */
const shownFirst = 3;

const tones: Readonly<Record<LinkRow["standing"], Tone>> = {
  open: "good",
  locked: "bad",
  revoked: "neutral",
  expired: "neutral",
};

export function DebtorLinks({ fileId }: { readonly fileId: number }): ReactNode {
  const t = useLinkTexts();
  const list = useCall(listDebtorLinks, { params: { id: fileId } });
  const [all, setAll] = useState(false);
  const give = useAct(giveDebtorLink, { invalidates: stale });
  const hand = async (): Promise<void> => {
    const given = await give.run({ params: { id: fileId } });
    if (given) openModal({ title: t("give") }, (close) => <LinkAndCode {...given} close={close} />);
  };
  const aside = (
    <Guard who={giveDebtorLink.who}>
      <Button size="compact-sm" variant="default" loading={give.isPending} onClick={() => void hand()}>
        {t("give")}
      </Button>
    </Guard>
  );
  return (
    <Section title={t("links")} aside={aside}>
      <Loaded of={list}>
        {({ items }) => (
          <Stack gap="sm">
            {items.length === 0 && (
              <Text size="sm" c="dimmed">
                {t("noLinks")}
              </Text>
            )}
            {items.slice(0, all ? items.length : shownFirst).map((link) => (
              <OneLink key={link.id} link={link} />
            ))}
            {items.length > shownFirst && !all && (
              <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
                {t("allLinks", { count: items.length })}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const didOf = (kind: string, t: TranslateText): string => {
  const act = [...acts, "pay" as const].find((known) => known === kind);
  return act ? t(`did_${act}`) : kind;
};

const at = (instant: string): string => dateText(instant, { time: "HH:mm" });

function OneLink({ link }: { readonly link: LinkRow }): ReactNode {
  const t = useLinkTexts();
  const revoke = useAct(revokeDebtorLink, { invalidates: stale });
  const end = async (): Promise<void> => {
    const sure = await confirm(t("revokeQuestion", { name: link.name }), {
      title: t("revoke"),
      yes: t("revoke"),
      danger: true,
    });
    if (sure && (await revoke.run({ params: { id: link.id } }))) notify({ message: t("revoked"), variant: "success" });
  };
  const used = link.lastUsedAt === null ? t("neverUsed") : t("usedOn", { on: at(link.lastUsedAt) });
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          {link.name}
        </Text>
        <Status tone={tones[link.standing]}>{t(`standing_${link.standing}`)}</Status>
      </Group>
      <Text size="sm" c="dimmed">
        {t("about", { channel: t(`channel_${link.channel}`), on: dateText(link.createdAt) })} ·{" "}
        {t("until", { until: dateText(link.expiresAt) })} · {used}
        {link.failures > 0 && ` · ${t("failures", { count: link.failures })}`}
      </Text>
      {link.acts.map((act) => (
        <Text key={`${act.kind} ${act.at}`} size="sm">
          {at(act.at)} {didOf(act.kind, t)}
        </Text>
      ))}
      {(link.standing === "open" || link.standing === "locked") && (
        <Guard who={revokeDebtorLink.who}>
          <Button
            size="compact-xs"
            variant="default"
            mt={4}
            aria-label={labelled(t("revoke"), `${link.name}, ${dateText(link.createdAt)}`)}
            loading={revoke.isPending}
            onClick={() => void end()}
          >
            {t("revoke")}
          </Button>
        </Guard>
      )}
    </div>
  );
}
