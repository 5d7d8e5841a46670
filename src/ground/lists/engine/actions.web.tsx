/** What can be done with a record of a list of settings, at the end of its row. */
import { ActionIcon, Group, Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconHistory,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { History, useHistoryTexts } from "../../platform/web/content/history.web.tsx";
import { usePlatformTexts } from "../../platform/web/content/texts.web.ts";
import { confirmDelete } from "../../platform/web/feedback/delete.web.tsx";
import { openModal } from "../../platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../platform/web/feedback/notify.web.tsx";
import { useAct } from "../../platform/web/http/api.web.ts";
import { useMay } from "../../platform/web/pages/current-user.web.tsx";
import { callsOf } from "./list.contract.ts";
import type { ListRow, SettingList } from "./list.ts";
import { titleOf, useListTexts } from "./texts.web.ts";

export interface ActionsProps {
  readonly list: SettingList;
  readonly row: ListRow;
  /** Records can be moved only where they stand in their order. */
  readonly inOrder: boolean;
  readonly onEdit: (row: ListRow) => void;
}

function useActs({ list, row }: Pick<ActionsProps, "list" | "row">) {
  const t = useListTexts();
  const calls = callsOf(list.name);
  const name = titleOf(list, row);
  const input = { params: { id: row.id } };
  const invalidates = [calls.list, calls.get];
  const move = useAct(calls.move, { invalidates });
  const remove = useAct(calls.remove, { invalidates: [calls.list] });
  const archive = useAct(calls.archive, { invalidates });
  const restore = useAct(calls.restore, { invalidates });
  const bringBack = async (): Promise<void> => {
    if (await restore.run(input)) notify({ message: t("restored", { name }), variant: "success" });
  };
  return {
    name,
    move: (direction: "up" | "down") => void move.run({ ...input, body: { direction } }),
    restore: () => void bringBack(),
    archive: async (): Promise<void> => {
      if (await archive.run(input))
        notify({ message: t("archived", { name }), variant: "success", undo: () => bringBack() });
    },
    remove: () =>
      confirmDelete({
        name,
        remove: () => remove.mutateAsync(input),
        archive: row.archivedAt === null ? () => archive.mutateAsync(input) : undefined,
      }),
  };
}

export function RowActions(props: ActionsProps): ReactNode {
  const t = useListTexts();
  const { list, row } = props;
  const acts = useActs(props);
  const { name } = acts;
  const mayEdit = useMay({ who: callsOf(list.name).update.who });
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {mayEdit && list.ordered && props.inOrder && (
        <>
          <ActionIcon variant="subtle" color="gray" aria-label={t("upOf", { name })} onClick={() => acts.move("up")}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("downOf", { name })}
            onClick={() => acts.move("down")}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
        </>
      )}
      {mayEdit && (
        <ActionIcon variant="subtle" aria-label={t("editOf", { name })} onClick={() => props.onEdit(row)}>
          <IconPencil size={16} />
        </ActionIcon>
      )}
      <MoreActions list={list} row={row} acts={acts} mayEdit={mayEdit} />
    </Group>
  );
}

function MoreActions(props: {
  list: SettingList;
  row: ListRow;
  acts: ReturnType<typeof useActs>;
  mayEdit: boolean;
}): ReactNode {
  const t = useListTexts();
  const history = useHistoryTexts();
  const platform = usePlatformTexts();
  const { acts, row, list } = props;
  const { name } = acts;
  const showHistory = (): void => {
    openModal({ title: history("buttonOf", { name }), size: "xl" }, () => (
      <History subject={list.table} subjectId={row.id} />
    ));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("moreOf", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={showHistory}>
          {history("button")}
        </Menu.Item>
        {props.mayEdit && row.archivedAt === null && (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void acts.archive()}>
            {t("archive")}
          </Menu.Item>
        )}
        {props.mayEdit && row.archivedAt !== null && (
          <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={acts.restore}>
            {t("restore")}
          </Menu.Item>
        )}
        {props.mayEdit && (
          <Menu.Item color="var(--v-bad)" leftSection={<IconTrash size={16} />} onClick={() => void acts.remove()}>
            {platform("delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
