/** The agenda of one file, for the page of that file: what is planned, what was done, and what happened to it. */

import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { IconCheck, IconDots, IconHistory, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, DueDate, dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Empty, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../agenda.module.css";
import { useAgendaTexts } from "../texts.web.ts";
import { type AgendaActs, useAgendaActs } from "./actions.web.tsx";
import { type AgendaItem, agendaHistories, fileAgenda } from "./items.contract.ts";

export interface FileAgendaProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

export function FileAgenda({ fileId, onChanged }: FileAgendaProps): ReactNode {
  const t = useAgendaTexts();
  const agenda = useCall(fileAgenda, { params: { id: fileId } });
  const acts = useAgendaActs(onChanged);
  const [showsArchived, setShowsArchived] = useState(false);
  const showHistory = (): void =>
    void openModal({ title: t("histories"), size: "lg" }, () => <Histories fileId={fileId} />);
  return (
    <Section
      title={t("title")}
      aside={
        <Group gap={4}>
          <ActionIcon variant="subtle" color="gray" aria-label={t("histories")} onClick={showHistory}>
            <IconHistory size={16} />
          </ActionIcon>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => acts.add(fileId)}
          >
            {t("add")}
          </Button>
        </Group>
      }
    >
      <Loaded of={agenda}>
        {({ items, archived }) => (
          <>
            {items.length === 0 && <Empty title={t("emptyFile")} />}
            <Items items={items} acts={acts} label={t("title")} />
            {archived.length > 0 && (
              <button
                type="button"
                className="v-link"
                aria-expanded={showsArchived}
                onClick={() => setShowsArchived(!showsArchived)}
              >
                {showsArchived ? t("hideArchived") : t("showArchived", { count: archived.length })}
              </button>
            )}
            {showsArchived && <Items items={archived} acts={acts} label={t("state_archived")} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Items(props: { items: readonly AgendaItem[]; acts: AgendaActs; label: string }): ReactNode {
  if (props.items.length === 0) return null;
  return (
    <ul className={styles.items} aria-label={props.label}>
      {props.items.map((item) => (
        <li key={item.id} data-state={item.state}>
          <Item item={item} />
          {item.state === "open" ? (
            <OpenActs item={item} acts={props.acts} />
          ) : (
            <TakeBack item={item} acts={props.acts} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is to be done, when and by whom, in one or two lines. */
function Item({ item }: { item: AgendaItem }): ReactNode {
  const t = useAgendaTexts();
  const parts = [
    item.owner?.name,
    item.repeat ? t(`every_${item.repeat.unit}`, { count: item.repeat.every }) : undefined,
    item.archivedWhy ? t(`why_${item.archivedWhy}`) : undefined,
    item.archivedBy,
  ].filter((part) => part !== undefined && part !== null && part !== "");
  return (
    <div className={styles.item}>
      <span className={styles.itemHead}>
        <span className={styles.day}>
          <DueDate value={item.on} overdue={item.overdue} />
        </span>
        <b>{item.subject.text}</b>
        {item.urgent && <Status tone="warn">{t("urgent")}</Status>}
      </span>
      <Text span size="xs" c="dimmed">
        {parts.join(" · ")}
      </Text>
      {[item.note, item.outcome].map((text, at) =>
        text === null ? null : (
          <Text span key={at === 0 ? "note" : "outcome"} size="sm" className={styles.note ?? ""}>
            {text}
          </Text>
        ),
      )}
    </div>
  );
}

function OpenActs({ item, acts }: { item: AgendaItem; acts: AgendaActs }): ReactNode {
  const t = useAgendaTexts();
  const name = `${item.subject.text}, ${dateText(item.on)}`;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        size="md"
        aria-label={labelled(t("done"), name)}
        title={t("done")}
        onClick={() => acts.done([item.id])}
      >
        <IconCheck size={16} />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={labelled(t("edit"), name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => acts.edit(item)}>{t("edit")}</Menu.Item>
          <Menu.Item onClick={() => acts.move([item])}>{t("moveTo")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function TakeBack({ item, acts }: { item: AgendaItem; acts: AgendaActs }): ReactNode {
  const t = useAgendaTexts();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={labelled(t("restore"), `${item.subject.text}, ${dateText(item.on)}`)}
      onClick={() => void acts.restore([item.id])}
    >
      {t("restore")}
    </Button>
  );
}

function Histories({ fileId }: { fileId: number }): ReactNode {
  const t = useAgendaTexts();
  const lines = useCall(agendaHistories, { params: { id: fileId }, query: { limit: 100 } });
  return (
    <Loaded of={lines}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("emptyFile")} />
        ) : (
          <ul className={styles.items} aria-label={t("histories")}>
            {items.map((line) => (
              <li key={line.id}>
                <div className={styles.item}>
                  <span className={styles.itemHead}>
                    <DateText value={line.at} time="HH:mm" />
                    <b>{t(`act_${line.act}`)}</b> {line.subject}
                  </span>
                  {line.changes.map(({ field, from, to }) => (
                    <Text span key={field} size="sm">
                      {labelled(t(field), `${from ?? "–"} → ${to ?? "–"}`)}
                    </Text>
                  ))}
                  <Text span size="xs" c="dimmed">
                    {line.actingFor === null ? line.userName : `${line.userName} (${line.actingFor})`}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
