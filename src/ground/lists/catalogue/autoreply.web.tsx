/** The screens of an automatic reply: adding, changing, and what it looks like with sample values in each language. */
import { Button, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { z } from "zod";
import { languages } from "../../kernel/texts.ts";
import { languageNames, textOf } from "../../platform/web/content/texts.web.ts";
import { useCall } from "../../platform/web/http/api.web.ts";
import { addressOfScreen, useGo, useIdParam } from "../../platform/web/pages/links.web.tsx";
import { Facts, Loaded, Page, Section } from "../../platform/web/pages/page.web.tsx";
import { ListForm } from "../engine/form.web.tsx";
import { callsOf } from "../engine/list.contract.ts";
import { fieldsOf, type ListRow } from "../engine/list.ts";
import { titleOf, useListTexts, useWords, valueText } from "../engine/texts.web.ts";
import { editAutoreply, listScreens, showAutoreply } from "../lists.contract.ts";
import styles from "../lists.module.css";
import { listNamed } from "../lists.ts";
import { sampleReply } from "./autoreply.ts";
import { autoreplyLabels } from "./contact-lists.ts";

const name = "autoreply-label";
const list = listNamed(name);
const calls = callsOf(name);

const useBack = () => {
  const go = useGo();
  return () => go(addressOfScreen(listScreens[name]));
};

export function AddAutoreply(): ReactNode {
  const words = useWords(list);
  const back = useBack();
  const go = useGo();
  return (
    <Page title={words.translate("addTitle")}>
      <div className={styles.page}>
        <ListForm
          list={list}
          row={undefined}
          onSaved={({ id }) => go(addressOfScreen(showAutoreply, { id }))}
          onCancel={back}
        />
      </div>
    </Page>
  );
}

export function EditAutoreply(): ReactNode {
  const words = useWords(list);
  const id = useIdParam();
  const go = useGo();
  const read = useCall(calls.get, { params: { id } }, { keep: false });
  const show = (): void => go(addressOfScreen(showAutoreply, { id }));
  return (
    <Page title={words.translate("editTitle")} count={read.data && titleOf(list, read.data)}>
      <Loaded of={read}>
        {(row) => (
          <div className={styles.page}>
            <ListForm list={list} row={row} onSaved={show} onCancel={show} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

export function ShowAutoreply(): ReactNode {
  const words = useWords(list);
  const id = useIdParam();
  const go = useGo();
  const read = useCall(calls.get, { params: { id } }, { keep: false });
  const edit = (
    <Button leftSection={<IconPencil size={16} />} onClick={() => go(addressOfScreen(editAutoreply, { id }))}>
      {textOf("lists.editThis")}
    </Button>
  );
  return (
    <Page title={read.data ? titleOf(list, read.data) : words.translate("showTitle")} actions={edit}>
      <Loaded of={read}>{(row) => <Shown row={row} />}</Loaded>
    </Page>
  );
}

const replyShape = z.object({
  subject: autoreplyLabels.fields.subject.schema,
  reply: autoreplyLabels.fields.reply.schema,
});

function Shown({ row }: { row: ListRow }): ReactNode {
  const t = useListTexts();
  const words = useWords(list);
  const texts = replyShape.parse(row);
  const facts = fieldsOf(list)
    .filter(([key]) => ["words", "looksIn", "active", "quietHours"].includes(key))
    .map(([key, field]) => [words.translate(key), valueText(words, new Map(), key, field, row[key])] as const);
  return (
    <Stack gap="lg" className={styles.page ?? ""}>
      <Facts items={facts} />
      <Section title={words.translate("preview")} aside={words.translate("previewNote")}>
        <Stack gap="md">
          {languages.map((language) => {
            const sample = sampleReply(texts, language);
            return (
              <div key={language}>
                <Text size="xs" c="dimmed" mb={4}>
                  {languageNames[language]}
                  {texts.reply[language] === "" ? ` · ${t("asInDutch")}` : ""}
                </Text>
                <article className={styles.reply} lang={language}>
                  <Text fw={600} size="sm" mb={8}>
                    {sample.subject}
                  </Text>
                  {sample.text}
                </article>
              </div>
            );
          })}
        </Stack>
      </Section>
    </Stack>
  );
}
