/** What a change of roles means, before it is saved: in a line at the foot of the page, and in full on request. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { ApiError } from "../../../ground/platform/web/http/api.web.ts";
import styles from "./acl.module.css";
import { openedText, roleName, useAclTexts } from "./acl-texts.web.ts";
import type { Difference } from "./role-access.ts";
import { OpenedList } from "./role-access.web.tsx";

export interface Change {
  /** Roles given and taken in the list itself. */
  readonly given: readonly string[];
  readonly taken: readonly string[];
  /** What it comes to, own and group together. */
  readonly difference: Difference;
  /** Roles that are taken from the list and stay by the group. */
  readonly stays: readonly string[];
  readonly group?: { readonly before: string; readonly after: string } | undefined;
  /** How many members a change of a group concerns. */
  readonly members?: number | undefined;
}

const isNothing = (of: Difference["opened"]): boolean => of.screens.length + of.calls.length === 0;

/** "+ 3 rollen, − 1; opent 12 schermen en 31 oproepen meer". */
function Summary({ change }: { change: Change }): ReactNode {
  const t = useAclTexts();
  const { opened, shut } = change.difference;
  const { members } = change;
  const [given, taken] = [change.given.length, change.taken.length];
  const changes = [
    ...(isNothing(opened) ? [] : [t("changeOpens", { what: openedText(t, opened) })]),
    ...(isNothing(shut) ? [] : [t("changeShuts", { what: openedText(t, shut) })]),
  ];
  return (
    <div className={styles.barText} role="status">
      {given > 0 && <b className={styles.plus}>{t("changeAdded", { count: given })} </b>}
      {taken > 0 && <b className={styles.minus}>{t("changeRemoved", { count: taken })} </b>}
      {change.group && t("groupChange", change.group)}{" "}
      <span>
        {changes.length === 0 ? t("changeOpensNothing") : changes.join("; ")}
        {members === undefined ? "" : ` ${t("changeMembers", { count: members })}`}
      </span>
    </div>
  );
}

/** Stays at the foot of the screen while something is changed. */
export function ChangeBar(props: {
  change: Change | undefined;
  onDiscard: () => void;
  /** Throws `ApiError`; what belongs to a field or to nothing is shown beside the difference. */
  onSave: () => Promise<void>;
}): ReactNode {
  const t = useAclTexts();
  const { change } = props;
  if (!change) return null;
  const review = (): void => {
    openModal({ title: textOf("acl.reviewTitle"), size: "lg" }, (close) => (
      <Review change={change} onSave={props.onSave} close={close} />
    ));
  };
  return (
    <div className={styles.bar}>
      <Summary change={change} />
      <div className={styles.barEnd}>
        <Button variant="default" onClick={props.onDiscard}>
          {t("discard")}
        </Button>
        <Button onClick={review}>{t("review")}</Button>
      </div>
    </div>
  );
}

function RoleList(props: { title: string; roles: readonly string[]; stays?: readonly string[] }): ReactNode {
  const t = useAclTexts();
  if (props.roles.length === 0) return null;
  return (
    <div>
      <h3>
        {props.title} ({props.roles.length})
      </h3>
      <ul>
        {props.roles.map((role) => (
          <li key={role}>
            {roleName(role)} {props.stays?.includes(role) && <span className={styles.badge}>{t("stillHeld")}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChangedScreens(props: { title: string; of: Difference["opened"] }): ReactNode {
  if (isNothing(props.of)) return null;
  return (
    <div>
      <h3>
        {props.title} ({props.of.screens.length + props.of.calls.length})
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section className={styles.screens} aria-label={props.title} tabIndex={0}>
        <OpenedList {...props.of} />
      </section>
    </div>
  );
}

function Review(props: { change: Change; onSave: () => Promise<void>; close: () => void }): ReactNode {
  const t = useAclTexts();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { change, close } = props;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await props.onSave();
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      // Both versions are shown on the screen below.
      if (error.status === 409) return close();
      const messages = Object.values(error.errors).flat();
      setErrors(messages.length > 0 ? messages : [error.message]);
    }
  };
  return (
    <Stack gap="sm">
      {errors.map((message) => (
        <Alert key={message} color="red" variant="light" role="alert">
          {message}
        </Alert>
      ))}
      <Summary change={change} />
      <div className={styles.difference}>
        <RoleList title={t("added")} roles={change.given} />
        <RoleList title={t("removed")} roles={change.taken} stays={change.stays} />
      </div>
      <div className={styles.difference}>
        <ChangedScreens title={t("opened")} of={change.difference.opened} />
        <ChangedScreens title={t("shut")} of={change.difference.shut} />
      </div>
      <Text size="sm" c="dimmed">
        {t("fromNextRequest")}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          {textOf("platform.cancel")}
        </Button>
        <Button onClick={() => void save()} loading={busy} data-autofocus>
          {t("save")}
        </Button>
      </Group>
    </Stack>
  );
}
