/** What the frame of the viewer and the kinds of documents in it say to each other. */
import type { ReactNode } from "react";
import styles from "./preview.module.css";

/** What can be printed hands over its pages as pictures. */
export type Pictures = () => Promise<readonly Blob[]>;

export interface ShownProps {
  readonly blob: Blob;
  readonly name: string;
  /** 1 fits the width of the window. */
  readonly zoom: number;
  readonly onReady: (shown: { readonly pages?: number; readonly pictures?: Pictures }) => void;
}

/** Why nothing is shown. */
export const Fault = ({ text }: { text: string }): ReactNode => (
  <div className={styles.wait} role="alert">
    {text}
  </div>
);
