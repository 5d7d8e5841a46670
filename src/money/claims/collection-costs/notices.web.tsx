/** The 14-day letters of a file: their last payment days, why one is invalid, and making one void by hand with a reason (BW 6:96(6)). */
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { getClaim } from "../bookings/bookings.contract.ts";
import { claimReads } from "../bookings/bookings.web.tsx";
import { voidNoticeCall } from "../bookings/costs.contract.ts";
import styles from "../claims.module.css";
import type { claimTexts } from "../claims.texts.ts";
import { noticeVoids } from "../engine/events.ts";

const useNoticeTexts = () => useTexts<typeof claimTexts>("claims");

export interface NoticesProps {
  readonly fileId: number;
  readonly onChanged?: (() => void) | undefined;
}

interface FileNoticesProps extends NoticesProps {
  /** The form that adds a copy to a letter without one. */
  readonly addCopy?: ReactNode;
}

/** Renders nothing if no 14-day letter was sent. */
export function FileNotices({ fileId, onChanged, addCopy }: FileNoticesProps): ReactNode {
  const t = useNoticeTexts();
  const claim = useCall(getClaim, { params: { id: fileId } }).data;
  if (!claim || claim.notices.length + claim.voidNotices.length === 0) return null;
  const makeVoid = (notice: number, sent: string): void => {
    openModal({ title: t("noticeVoidTitle", { sent: dateText(sent) }) }, (close) => (
      <VoidForm fileId={fileId} notice={notice} onChanged={onChanged} close={close} />
    ));
  };
  return (
    <Section title={t("noticesTitle")}>
      <Stack gap="xs">
        {claim.notices.map(({ id, sentOn, lastPayDay, bikDueFrom, by, flaw }) => (
          <div key={id}>
            <Text size="sm">
              {t(by === "client" ? "noticeOfClient" : "noticeOfHouse", {
                sent: dateText(sentOn),
                until: dateText(lastPayDay),
                from: dateText(bikDueFrom),
              })}
            </Text>
            {flaw !== null && <Text size="sm">{t(`noticeFlaw_${flaw}`)}</Text>}
            <Group gap="xs" mt={4}>
              {flaw === "noCopy" && addCopy}
              <Guard who={voidNoticeCall.who}>
                <Button size="compact-sm" variant="default" onClick={() => makeVoid(id, sentOn)}>
                  {t("noticeVoid")}
                </Button>
              </Guard>
            </Group>
          </div>
        ))}
        {claim.voidNotices.map(({ id, sentOn, why, reason }) => (
          <p key={id} className={styles.note}>
            {`${t(`logNoticeVoid_${why}`, { sent: dateText(sentOn) })}. ${reason}`}
          </p>
        ))}
      </Stack>
    </Section>
  );
}

interface VoidFormProps extends NoticesProps {
  readonly notice: number;
  readonly onChanged: (() => void) | undefined;
  readonly close: () => void;
}

function VoidForm({ fileId, notice, onChanged, close }: VoidFormProps): ReactNode {
  const t = useNoticeTexts();
  const form = useCallForm(voidNoticeCall, { why: null, reason: "" });
  const act = useAct(voidNoticeCall, { invalidates: claimReads });
  const save = async (body: BodyOf<typeof voidNoticeCall>): Promise<void> => {
    await act.mutateAsync({ params: { id: fileId, notice }, body });
    notify({ message: t("noticeVoided"), variant: "success" });
    onChanged?.();
  };
  return (
    <Form form={form} label={t("noticeVoid")} onSave={save} onSaved={close} onCancel={close} submit={t("noticeVoid")}>
      <Text size="sm" c="dimmed">
        {t("noticeVoidHint")}
      </Text>
      <SelectField
        name="why"
        label={t("noticeWhy")}
        required
        options={noticeVoids.map((value) => ({ value, label: t(`noticeWhy_${value}`) }))}
      />
      <TextareaField name="reason" label={t("noticeReason")} rows={2} maxLength={200} required />
    </Form>
  );
}
