/** What is chosen and not saved yet, held against what is saved; and what somebody else saved meanwhile. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { ApiError } from "../../../ground/platform/web/http/api.web.ts";
import { roleName, useAclTexts } from "./acl-texts.web.ts";

/** What of a user or a group is settled on its screen. */
export interface Settled {
  readonly acl: readonly string[];
  readonly groupId: number | null;
  readonly version: number;
}

const settled = z.object({
  acl: z.array(z.string()),
  groupId: z.number().nullish(),
  version: z.number(),
});

/** What somebody else has saved, who and when. */
export interface Newer {
  readonly theirs: Settled;
  readonly who: string;
  readonly when: string;
}

const sameRoles = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));

export interface Draft {
  /** As saved when the first choice was made; a reading that comes later does not move it. */
  readonly base: Settled;
  readonly acl: readonly string[];
  readonly groupId: number | null;
  readonly isChanged: boolean;
  readonly newer: Newer | undefined;
  readonly refused: { readonly role: string; readonly text: string } | undefined;
  readonly choose: (part: { readonly acl?: readonly string[]; readonly groupId?: number | null }) => void;
  readonly discard: () => void;
  /** Saves by `send`; keeps what the server says no to beside the role, and what somebody else saved meanwhile. */
  readonly save: (send: (draft: Settled) => Promise<unknown>) => Promise<void>;
  readonly take: () => void;
  readonly keep: () => void;
}

interface Chosen {
  readonly base: Settled;
  readonly acl: readonly string[];
  readonly groupId: number | null;
}

/** The newer version in an error's body, and who made it. */
function newerIn(error: ApiError): Newer | undefined {
  const theirs = settled.safeParse(error.data.current);
  if (error.status !== 409 || !theirs.success) return undefined;
  const { changedBy, changedAt } = error.data;
  return {
    theirs: { ...theirs.data, groupId: theirs.data.groupId ?? null },
    who: typeof changedBy === "string" ? changedBy : textOf("platform.somebodyElse"),
    when: typeof changedAt === "string" ? changedAt : "",
  };
}

/** The first role that a refusal names: it is said beside it. */
function refusedRole(error: ApiError): Draft["refused"] {
  const text = error.errors.acl?.[0];
  const role = /ROLE_\w+/.exec(text ?? "")?.[0] ?? "*";
  return text === undefined ? undefined : { role, text };
}

export function useDraft(saved: Settled): Draft {
  const [chosen, setChosen] = useState<Chosen>();
  const [newer, setNewer] = useState<Newer>();
  const [refused, setRefused] = useState<Draft["refused"]>();
  const { base, acl, groupId } = chosen ?? { base: saved, acl: saved.acl, groupId: saved.groupId };
  const isChanged = !sameRoles(acl, base.acl) || groupId !== base.groupId;
  useUnsavedGuard(isChanged, { question: textOf("acl.unsavedQuestion"), leave: textOf("acl.unsavedLeave") });
  const discard = (): void => {
    setChosen(undefined);
    setNewer(undefined);
    setRefused(undefined);
  };
  return {
    base,
    acl,
    groupId,
    isChanged,
    newer,
    refused,
    discard,
    choose: (part) => {
      setRefused(undefined);
      setChosen({ base, acl, groupId, ...part });
    },
    save: async (send) => {
      try {
        await send({ acl, groupId, version: base.version });
        discard();
      } catch (error) {
        if (error instanceof ApiError) {
          setNewer(newerIn(error));
          setRefused(refusedRole(error));
        }
        throw error;
      }
    },
    take: discard,
    keep: () => {
      if (newer) setChosen({ base: newer.theirs, acl, groupId });
      setNewer(undefined);
    },
  };
}

/** Both versions, and which to go on with. */
export function NewerAlert({ draft, onTake }: { draft: Draft; onTake: () => void }): ReactNode {
  const t = useAclTexts();
  const { newer } = draft;
  if (!newer) return null;
  const words = (acl: readonly string[]): string => (acl.length === 0 ? t("rolesNone") : acl.map(roleName).join(", "));
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      mb="md"
      icon={<IconGitMerge size={18} aria-hidden />}
      title={textOf("platform.conflictTitle")}
    >
      <Text size="sm" mb="xs">
        {t("conflictText", { who: newer.who, when: newer.when === "" ? "–" : dateText(newer.when, { time: "HH:mm" }) })}
      </Text>
      <Text size="sm">
        <b>{t("conflictNow")}:</b> {words(newer.theirs.acl)}
      </Text>
      <Text size="sm" mb="sm">
        <b>{t("conflictMine")}:</b> {words(draft.acl)}
      </Text>
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            draft.take();
            onTake();
          }}
        >
          {t("conflictTake")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.keep}>
          {t("conflictKeep")}
        </Button>
      </Group>
    </Alert>
  );
}
