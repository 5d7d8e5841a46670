/** Call lists for a dialer: made, downloaded, their results imported, and withdrawn. */
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { ApiError, download, showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { FilePicker } from "../../../ground/platform/web/inputs/files.web.tsx";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { outcomeReads, useQueueTexts } from "../texts.web.ts";
import {
  type DialerList,
  downloadDialerList,
  importDialerResults,
  listDialerLists,
  makeDialerList,
  returnDialerList,
} from "../work-queue.contract.ts";
import styles from "../work-queue.module.css";
import { mostResultBytes } from "../work-queue.ts";

interface Props {
  readonly scope: "mine" | "team";
  /** What waits in the queue is another by now. */
  readonly onChanged: () => Promise<unknown>;
}

export function DialerLists({ scope, onChanged }: Props): ReactNode {
  const t = useQueueTexts();
  const lists = useCall(listDialerLists, {});
  const make = useAct(makeDialerList, {
    invalidates: [listDialerLists],
    onSuccess: async ({ rows }) => {
      notify({ message: t("dialerMade", { count: rows }), variant: "success" });
      await onChanged();
    },
  });
  return (
    <Guard who={makeDialerList.who}>
      <Section
        title={t("dialer")}
        aside={
          <Button
            size="compact-sm"
            variant="default"
            loading={make.isPending}
            onClick={() => void make.run({ body: { scope } })}
          >
            {t("dialerMake")}
          </Button>
        }
      >
        <p className={styles.sub}>{t("dialerHint")}</p>
        <Loaded of={lists}>
          {({ items }) =>
            items.length === 0 ? <p>{t("dialerNone")}</p> : <Lists items={items} onChanged={onChanged} />
          }
        </Loaded>
      </Section>
    </Guard>
  );
}

interface ListRowProps {
  readonly list: DialerList;
  readonly onResults: () => void;
  readonly onReturn: () => void;
}

function ListRow({ list, onResults, onReturn }: ListRowProps): ReactNode {
  const t = useQueueTexts();
  return (
    <tr>
      <td>
        <DateText value={list.madeAt} time="HH:mm" />
      </td>
      <td className={styles.num}>{list.rows}</td>
      <td className={styles.num}>{list.told}</td>
      <td>
        <Status tone={list.out ? "accent" : "neutral"}>{t(list.out ? "dialerOut" : "dialerBack")}</Status>
      </td>
      <td>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void download(downloadDialerList, { params: { id: list.id } }).catch(showError)}
          >
            {t("dialerFetch", { id: String(list.id) })}
          </Button>
          {list.told < list.rows && (
            <Button size="compact-xs" variant="default" onClick={onResults}>
              {t("dialerResults")}
            </Button>
          )}
          {list.out && (
            <Button size="compact-xs" variant="subtle" onClick={onReturn}>
              {t("dialerReturn", { id: String(list.id) })}
            </Button>
          )}
        </Group>
      </td>
    </tr>
  );
}

function Lists({ items, onChanged }: { items: readonly DialerList[]; onChanged: Props["onChanged"] }): ReactNode {
  const t = useQueueTexts();
  const back = useAct(returnDialerList, {
    invalidates: [listDialerLists],
    onSuccess: async () => {
      notify({ message: t("dialerReturned"), variant: "success" });
      await onChanged();
    },
  });
  const results = (list: DialerList): void => {
    openModal({ title: t("dialerResultsOf", { id: String(list.id) }) }, (close) => (
      <Results list={list} close={close} onChanged={onChanged} />
    ));
  };
  return (
    <HorizontalScroll label={t("dialer")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("dialerAt")}</th>
            <th scope="col" className={styles.num}>
              {t("dialerRows")}
            </th>
            <th scope="col" className={styles.num}>
              {t("dialerTold")}
            </th>
            <th scope="col">{t("dialerState")}</th>
            <th scope="col">
              <span className="v-hidden">{t("dialerResults")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((list) => (
            <ListRow
              key={list.id}
              list={list}
              onResults={() => results(list)}
              onReturn={() => void back.run({ params: { id: list.id } })}
            />
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}

interface ResultsProps {
  readonly list: DialerList;
  readonly close: () => void;
  readonly onChanged: Props["onChanged"];
}

function Results({ list, close, onChanged }: ResultsProps): ReactNode {
  const t = useQueueTexts();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const take = useAct(importDialerResults, { invalidates: [listDialerLists, ...outcomeReads] });
  const send = async (file: File): Promise<void> => {
    setErrors([]);
    try {
      const counts = await take.mutateAsync({ params: { id: list.id }, files: { file } });
      notify({ message: t("dialerTaken", counts), variant: "success" });
      close();
      await onChanged();
    } catch (error) {
      if (error instanceof ApiError && error.isValidation) setErrors(error.errors.file ?? [error.message]);
      else showError(error);
    }
  };
  return (
    <FilePicker
      label={t("dialerFile")}
      description={t("dialerFileHint")}
      value={[]}
      maxBytes={mostResultBytes}
      errors={errors}
      disabled={take.isPending}
      onChange={([file]) => {
        if (file) void send(file);
      }}
    />
  );
}
