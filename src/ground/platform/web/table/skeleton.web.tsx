/** Grey rows while a list is first read. */
import { Skeleton as Bone } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./table.module.css";

export const Skeleton = (props: { columns: number; label: string }): ReactNode => (
  <div role="status" aria-label={props.label} className={styles.skeleton}>
    {Array.from({ length: 10 }, (_, row) => (
      <div key={row} className={styles.skeletonRow}>
        {Array.from({ length: Math.min(props.columns, 8) }, (_, column) => (
          <Bone key={column} height={10} radius="sm" width={`${55 + ((row * 7 + column * 13) % 40)}%`} />
        ))}
      </div>
    ))}
  </div>
);
