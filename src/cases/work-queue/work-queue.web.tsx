/** The public interface of the work queue in the browser. */
import type { ReactNode } from "react";
import { Queue } from "./queue/queue.web.tsx";

export const WorkQueuePage = (): ReactNode => <Queue key="all" list="all" />;
export const CallListPage = (): ReactNode => <Queue key="calls" list="calls" />;
