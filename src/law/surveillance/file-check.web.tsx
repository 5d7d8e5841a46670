/** The checks of the address on one file: asked for here, and seen until the answer is there. */
import { Button, Group, Text } from "@mantine/core";
import { IconMapSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { houseLine } from "../../ground/kernel/identifiers.ts";
import { DateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall, useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { CheckActs, isRunning, tones } from "./check.web.tsx";
import {
  type CheckRow,
  listChecks,
  requestAddressCheck,
  surveillanceScreen,
  surveillanceState,
} from "./surveillance.contract.ts";
import { useSurveillanceTexts } from "./texts.web.ts";

interface Props {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** For who may edit the file; others see nothing of it. */
export const FileAddressCheck = (props: Props): ReactNode => (
  <Guard who={requestAddressCheck.who}>
    <Checks {...props} />
  </Guard>
);

/** Earlier checks that are shown beside the one that runs; the rest stand in the screen of all checks. */
const shown = 5;

function Checks({ fileId, onChanged }: Props): ReactNode {
  const t = useSurveillanceTexts();
  const invalidate = useInvalidate();
  const list = useCall(listChecks, {
    query: { filter: { file: fileId }, order: { field: "askedAt", direction: "desc" }, limit: shown },
  });
  const summary = useCall(surveillanceState, {});
  const changed = (): void => {
    void invalidate(listChecks, surveillanceState);
    onChanged?.();
  };
  const runs = list.data?.items.some(isRunning) ?? true;
  return (
    <Section
      title={t("checks")}
      aside={
        <Group gap="xs">
          <Link to={surveillanceScreen.path}>{t("title")}</Link>
          {!runs && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconMapSearch size={14} aria-hidden />}
              onClick={() =>
                openModal({ title: t("askFor") }, (close) => <AskForm fileId={fileId} close={close} onDone={changed} />)
              }
            >
              {t("askFor")}
            </Button>
          )}
        </Group>
      }
    >
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("noChecks")} />
          ) : (
            items.map((check) => (
              <Group key={check.id} justify="space-between" align="flex-start" gap="xs">
                <Check check={check} />
                <CheckActs check={check} today={summary.data?.today ?? ""} onDone={changed} />
              </Group>
            ))
          )
        }
      </Loaded>
    </Section>
  );
}

function Check({ check }: { check: CheckRow }): ReactNode {
  const t = useSurveillanceTexts();
  const place = `${check.street} ${houseLine(check)}, ${check.postcode} ${check.city}`;
  return (
    <div>
      <Status tone={tones[check.state]}>
        {check.result === null ? t(`state_${check.state}`) : t(`result_${check.result}`)}
      </Status>{" "}
      {check.checkedOn === null ? (
        isRunning(check) && (
          <>
            {t("dueOn").toLowerCase()} <DateText value={check.dueOn} />
          </>
        )
      ) : (
        <DateText value={check.checkedOn} />
      )}
      <Text size="xs" c="dimmed">
        {[t(`reason_${check.reason}`), place, check.source, check.doneBy ?? check.askedBy].filter(Boolean).join(" · ")}
      </Text>
      {check.note !== null && <Text size="sm">{check.note}</Text>}
    </div>
  );
}

function AskForm(props: { fileId: number; close: () => void; onDone: () => void }): ReactNode {
  const t = useSurveillanceTexts();
  const act = useAct(requestAddressCheck);
  const form = useCallForm(requestAddressCheck, { note: "" });
  return (
    <Form
      form={form}
      label={t("askFor")}
      submit={t("askFor")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: props.fileId }, body });
        props.onDone();
        notify({ message: t("asked"), variant: "success" });
      }}
      onSaved={props.close}
      onCancel={props.close}
    >
      <Text size="sm" c="dimmed">
        {t("askHint")}
      </Text>
      <TextareaField form={form} name="note" label={t("note")} maxLength={500} />
    </Form>
  );
}
