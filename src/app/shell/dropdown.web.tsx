/** The buttons of the header that open a menu. */
import { UnstyledButton } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";
import styles from "./header.module.css";

export type DropdownButtonProps = ComponentPropsWithRef<"button">;

export const DropdownButton = (props: DropdownButtonProps): ReactNode => (
  <UnstyledButton {...props} className={styles.dropdown ?? ""} />
);
