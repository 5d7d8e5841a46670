/** Notifications: dismissible ones stay until they are dismissed, others go after 5 seconds (specification, point 9). */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { textOf } from "./texts.web.ts";

export type Variant = "success" | "info" | "warning" | "danger";

export interface Notice {
  readonly message: string;
  readonly variant?: Variant;
  /** Stays until it is dismissed. Errors always stay: a lost error is worse than a full corner. */
  readonly dismissible?: boolean;
  readonly title?: string;
  /** An act that can be undone offers it here. */
  readonly undo?: () => void | Promise<void>;
  /** Any other act, with its name. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const dismissMillis = 5000;

const looks: Readonly<Record<Variant, { color: string; icon: ReactNode }>> = {
  success: { color: "green", icon: <IconCheck size={16} aria-hidden /> },
  info: { color: "teal", icon: <IconInfoCircle size={16} aria-hidden /> },
  warning: { color: "yellow", icon: <IconAlertTriangle size={16} aria-hidden /> },
  danger: { color: "red", icon: <IconX size={16} aria-hidden /> },
};

/** Shows a notification and gives its id. */
export function notify(notice: Notice): string {
  const variant = notice.variant ?? "info";
  const stays = notice.dismissible === true || variant === "danger";
  const id = crypto.randomUUID();
  const act = notice.undo ? { label: textOf("platform.undo"), run: () => void notice.undo?.() } : notice.action;
  return notifications.show({
    id,
    ...looks[variant],
    title: notice.title,
    message: act ? (
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm">{notice.message}</Text>
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
    ) : (
      notice.message
    ),
    autoClose: stays ? false : dismissMillis,
    withCloseButton: true,
    closeButtonProps: { "aria-label": textOf("platform.dismiss") },
    role: variant === "danger" || variant === "warning" ? "alert" : "status",
  });
}
