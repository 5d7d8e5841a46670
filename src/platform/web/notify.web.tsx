/** Notifications: dismissible ones stay until they are dismissed, others go after 5 seconds (specification, point 9). */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { type Notice, sentNotices } from "./notify/sent.ts";
import { createStore } from "./store.ts";

export type { Notice, Variant } from "./notify/sent.ts";

/** Shows a notification and gives its id. */
export function notify(notice: Notice): string {
  const id = crypto.randomUUID();
  sentNotices.set((now) => [...now, { ...notice, id }]);
  return id;
}

const Corner = lazy(() => import("./notify/corner.web.tsx").then((m) => ({ default: m.Corner })));
const wasNeeded = createStore(false);
sentNotices.subscribe(() => wasNeeded.set(true));

/** Where notifications appear; stands once in the application. */
export function NoticeHost(): ReactNode {
  const needed = useSyncExternalStore(wasNeeded.subscribe, wasNeeded.get);
  return needed ? (
    <Suspense>
      <Corner />
    </Suspense>
  ) : null;
}
