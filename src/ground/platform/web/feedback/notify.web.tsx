/** Notifications: dismissible ones stay until they are dismissed, others go after 5 seconds (specification, point 9). */
import { Alert } from "@mantine/core";
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { textOf } from "../content/texts.web.ts";
import { type Notice, type SentNotice, sentNotices } from "./notify/queue.ts";

export type { Notice, Variant } from "./notify/queue.ts";

/** Shows a notification and gives its id. */
export function notify(notice: Notice): string {
  const id = crypto.randomUUID();
  sentNotices.update((now) => [...now, { ...notice, id }]);
  return id;
}

const fetchList = async (): Promise<ComponentType> =>
  (await import("./notify/notification-list.web.tsx")).NotificationList;

/** Where notifications appear; stands once in the application. Their list is fetched with the first of them. */
export function NoticeHost(): ReactNode {
  const waiting = useSyncExternalStore(sentNotices.subscribe, sentNotices.get);
  const [List, setList] = useState<ComponentType>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (waiting.length === 0 || List !== undefined) return;
    fetchList().then(
      (fetched) => setList(() => fetched),
      () => setMissing(true),
    );
  }, [waiting, List]);
  if (List !== undefined) return <List />;
  return isMissing ? <PlainNotices waiting={waiting} /> : null;
}

/** The same without the list's code, for a server that is gone before anything had to be said. */
function PlainNotices(props: { waiting: readonly SentNotice[] }): ReactNode {
  const dismiss = (id: string): void => sentNotices.update((now) => now.filter((notice) => notice.id !== id));
  return (
    <div style={{ position: "fixed", top: 16, right: 16, zIndex: 400, width: 340 }}>
      {props.waiting.map(({ id, message }) => (
        <Alert
          key={id}
          color="red"
          role="alert"
          mb="xs"
          withCloseButton
          closeButtonLabel={textOf("platform.dismiss")}
          onClose={() => dismiss(id)}
        >
          {message}
        </Alert>
      ))}
    </div>
  );
}
