/** Whether a file is ready for a bailiff, and what is still wanting. */
import type { ReactNode } from "react";
import { useCall } from "../platform/web/api.web.ts";
import { Facts, Loaded, Section } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import type { filePageTexts } from "./file-page.texts.ts";
import { readHandover } from "./handover.contract.ts";
import { Reasons } from "./reasons.web.tsx";

export function Handover({ fileId }: { fileId: number }): ReactNode {
  const t = useTexts<typeof filePageTexts>("file-page");
  const handover = useCall(readHandover, { params: { id: fileId } });
  return (
    <Section title={t("tab_handover")}>
      <Loaded of={handover}>
        {({ ready, needs, reasons }) => (
          <>
            <p>
              <Status tone={ready ? "good" : "warn"}>{t(ready ? "handoverReady" : "handoverNotReady")}</Status>
            </p>
            <Facts
              items={needs.map(({ need, met }) => [
                t(`need_${need}`),
                <Status key={need} tone={met ? "good" : "bad"}>
                  {t(met ? "needMet" : "needMissing")}
                </Status>,
              ])}
            />
            {reasons.length > 0 && <Reasons title={t("handoverRefused")} reasons={reasons} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
