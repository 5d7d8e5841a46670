/** What came of the calls of today: one's own in a strip, and everybody's for whoever manages. */
import type { ReactNode } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { useQueueTexts } from "../texts.web.ts";
import { queueFigures } from "../work-queue.contract.ts";

const none = { done: 0, dialled: 0, answered: 0, reached: 0, promises: 0, promisedCents: 0 };

export function Figures(): ReactNode {
  const t = useQueueTexts();
  const language = useLanguage();
  const me = useMe();
  const { data } = useCall(queueFigures, {}, { quiet: true });
  if (!data) return null;
  const own = data.people.find(({ user }) => user.id === me.id) ?? none;
  const figure = (value: number): string => formatNumber(value, language);
  return (
    <Strip
      items={[
        { name: t("doneToday"), value: figure(own.done) },
        { name: t("dialled"), value: figure(own.dialled) },
        { name: t("answered"), value: figure(own.answered) },
        { name: t("reached"), value: figure(own.reached) },
        { name: t("promises"), value: figure(own.promises) },
        { name: t("promised"), value: <Money cents={own.promisedCents} /> },
      ]}
    />
  );
}
