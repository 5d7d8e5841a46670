/** The texts sent in a client's name, and which of them are its own: copied from the provider's, edited like templates, switched off again. */
import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../precasso.module.css";
import { usePrecassoTexts } from "../texts.web.ts";
import { addOwnText, dropOwnText, type House, listOwnTexts, type OwnText } from "./house.contract.ts";

const editors = { post: "/post-mail/template", email: "/email/template", sms: "/sms/template" } as const;

export function OwnTexts({ house }: { house: House }): ReactNode {
  const t = usePrecassoTexts();
  const texts = useCall(listOwnTexts, { params: { id: house.client.id } });
  return (
    <Section title={t("ownTexts")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("ownTextsHint")}
      </Text>
      <Loaded of={texts}>
        {({ items }) => (
          <ul className={styles.texts} aria-label={t("ownTexts")}>
            {items.map((text) => (
              <Row key={text.code} house={house} text={text} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function Row({ house, text }: { house: House; text: OwnText }): ReactNode {
  const t = usePrecassoTexts();
  const take = useAct(addOwnText, { invalidates: [listOwnTexts] });
  const drop = useAct(dropOwnText, { invalidates: [listOwnTexts] });
  const params = { id: house.client.id, code: text.code };
  const { own } = text;
  const used = own !== null && own.usedSince !== null;
  const aside = async (): Promise<void> => {
    const question = t("ownTextDropConfirm", { name: text.name, client: house.client.company });
    if (await confirm(question, { yes: t("ownTextDrop") })) await drop.run({ params });
  };
  return (
    <li>
      <div>
        {own === null ? text.name : <Link to={`${editors[text.channel]}/${own.templateId}`}>{text.name}</Link>}
        <Text size="xs" c="dimmed">
          {t(used ? "ownTextOwn" : "ownTextHouse")}
          {used && own.usedSince !== null && (
            <>
              {" "}
              {t("ownTextSince", { date: dateText(own.usedSince.slice(0, 10)) })} · {own.languages.join(", ")}
            </>
          )}
        </Text>
        {used && own.problem !== null && (
          <Text size="xs" c="red">
            {t("ownTextProblem", { why: own.problem })}
          </Text>
        )}
      </div>
      {house.mayChangeAgency &&
        (used ? (
          <Button variant="subtle" size="compact-sm" loading={drop.isPending} onClick={() => void aside()}>
            {t("ownTextDrop")}
          </Button>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            loading={take.isPending}
            onClick={() => void take.run({ params })}
          >
            {t(own === null ? "ownTextMake" : "ownTextTake")}
          </Button>
        ))}
    </li>
  );
}
