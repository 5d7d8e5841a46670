/** What a new installation still needs: steps that tick themselves once their data are there. */
import { Button, Text } from "@mantine/core";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { getSetup } from "../app.contract.ts";
import type { appTexts } from "../app.texts.ts";
import styles from "./home.module.css";

/** Whoever has put it away keeps it away in this browser. */
const place = "vorder.setup.away";

export function Setup(): ReactNode {
  const t = useTexts<typeof appTexts>("app");
  const [away, setAway] = useState(() => localStorage.getItem(place) === "1");
  const steps = useCall(getSetup, {}, { enabled: !away, quiet: true }).data?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  // With its first file the house is at work: what is missing later stands among what waits.
  if (away || steps.every((step) => step.step !== "file" || step.done)) return null;
  const dismiss = (): void => {
    localStorage.setItem(place, "1");
    setAway(true);
  };
  return (
    <Section
      title={t("homeSetup")}
      aside={
        <Button size="compact-xs" variant="subtle" color="gray" onClick={dismiss}>
          {t("homeSetupDismiss")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t("homeSetupHint", { done, total: steps.length })}
      </Text>
      <ol className={styles.steps}>
        {steps.map(({ step, done: isDone, link }) => {
          const Icon = isDone ? IconCircleCheck : IconCircle;
          const name = t(`setup_${step}`);
          return (
            <li key={step} data-done={isDone}>
              <Icon size={18} role="img" aria-label={t(isDone ? "homeSetupDone" : "homeSetupOpen")} />
              {link === null || isDone ? <span>{name}</span> : <Link to={link}>{name}</Link>}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
