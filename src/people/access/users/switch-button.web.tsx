/** Acts as another user, from a list or a user's own screen; nothing where one may not. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconUserShare } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import type { aclTexts } from "../acl/acl.texts.ts";
import { switchUser } from "../sign-in/sign-in.contract.ts";

export interface SwitchButtonProps {
  readonly user: { readonly id: number; readonly name: string; readonly switchable: boolean };
  /** A small icon for the end of a table row. */
  readonly compact?: boolean;
}

export function SwitchButton({ user, compact }: SwitchButtonProps): ReactNode {
  const t = useTexts<typeof aclTexts>("acl");
  // Rights, menu and data are those of the other from here on, so the application starts afresh.
  const act = useAct(switchUser, { onSuccess: () => window.location.assign("/") });
  if (!user.switchable) return null;
  const begin = (): void => void act.run({ params: { id: user.id } });
  const label = t("switchToName", { name: user.name });
  if (!compact)
    return (
      <Button
        variant="default"
        leftSection={<IconUserShare size={16} aria-hidden />}
        loading={act.isPending}
        aria-label={label}
        onClick={begin}
      >
        {t("switchTo")}
      </Button>
    );
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} loading={act.isPending} onClick={begin}>
        <IconUserShare size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
