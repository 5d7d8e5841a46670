/** The list of notifications, and how each looks. */
import { Button, Group, Text } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { textOf } from "../../content/texts.web.ts";
import { type SentNotice, sentNotices, type Variant } from "./queue.ts";
import "@mantine/notifications/styles.layer.css";

export const dismissMillis = 5000;
const mostAtOnce = 5;

const looks: Readonly<Record<Variant, { color: string; icon: ReactNode }>> = {
  success: { color: "green", icon: <IconCheck size={16} aria-hidden /> },
  info: { color: "teal", icon: <IconInfoCircle size={16} aria-hidden /> },
  warning: { color: "yellow", icon: <IconAlertTriangle size={16} aria-hidden /> },
  danger: { color: "red", icon: <IconX size={16} aria-hidden /> },
};

function show(notice: SentNotice): void {
  const variant = notice.variant ?? "info";
  const stays = notice.dismissible === true || variant === "danger";
  const act = notice.undo ? { label: textOf("platform.undo"), run: () => void notice.undo?.() } : notice.action;
  const { id } = notice;
  const shown = {
    id,
    ...looks[variant],
    title: notice.title,
    message: act ? <WithAct id={id} message={notice.message} act={act} /> : notice.message,
    withCloseButton: true,
    closeButtonProps: { "aria-label": textOf("platform.dismiss") },
    role: variant === "danger" || variant === "warning" ? "alert" : "status",
  };
  const goesAfter = (autoClose: number | false) => ({ ...shown, autoClose });
  if (stays) notifications.show(goesAfter(false));
  else
    notifications.show({
      ...goesAfter(dismissMillis),
      // It waits for a pointer by itself; for whoever came by keyboard it waits here.
      onFocusCapture: () => notifications.update(goesAfter(false)),
      onBlurCapture: () => notifications.update(goesAfter(dismissMillis)),
    });
}

function WithAct(props: { id: string; message: string; act: { label: string; run: () => void } }): ReactNode {
  const { id, message, act } = props;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm">{message}</Text>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          notifications.hide(id);
          act.run();
        }}
      >
        {act.label}
      </Button>
    </Group>
  );
}

export function NotificationList(): ReactNode {
  useEffect(() => {
    const flush = (): void => {
      const waiting = sentNotices.get();
      if (waiting.length === 0) return;
      sentNotices.set([]);
      for (const notice of waiting) show(notice);
    };
    flush();
    return sentNotices.subscribe(flush);
  }, []);
  // Hovering over one pauses the timers of all: when one above it closed, a button could move from under the pointer between press and release.
  return <Notifications position="top-right" limit={mostAtOnce} pauseResetOnHover="all" />;
}
