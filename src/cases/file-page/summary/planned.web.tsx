/** The planned items of a file in short, beside its timeline. */
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DueDate } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { fileAgenda } from "../../agenda/agenda.contract.ts";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";

/** So many items stand here, the oldest first; the others on the tab of the agenda. */
const plannedAtFirst = 4;

/** @param onAll leads to the whole agenda of the file. */
export function Planned({ fileId, onAll }: { fileId: number; onAll: () => void }): ReactNode {
  const t = useTexts<typeof filePageTexts>("file-page");
  const agenda = useCall(fileAgenda, { params: { id: fileId } });
  const count = agenda.data?.items.length ?? 0;
  const aside = (
    <button type="button" className="v-link" onClick={onAll}>
      {count > plannedAtFirst ? t("allPlanned", { count }) : t("toAgenda")}
    </button>
  );
  return (
    <Section title={t("tab_agenda")} aside={aside}>
      <Loaded of={agenda}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.note}>{t("nothingPlanned")}</p>
          ) : (
            <Facts
              items={items
                .slice(0, plannedAtFirst)
                .map(({ id, on, overdue, owner, subject }) => [
                  <DueDate key={id} value={on} overdue={overdue} />,
                  [subject.text, ...(owner ? [owner.name] : [])].join(" · "),
                ])}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
