/** The languages of a template: one at a time, or two or four beside each other, each marked where it is missing or older. */
import { Group, SegmentedControl, Tabs, Title } from "@mantine/core";
import { Fragment, type ReactNode, useId, useState } from "react";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { languageNames } from "../../ground/platform/web/content/texts.web.ts";
import { Badge, dateText } from "../../ground/platform/web/content/values.web.tsx";
import { useTemplateTexts } from "./list.web.tsx";
import { arrangementOf, arrangements, useArrangement } from "./side-by-side.web.ts";
import type { ShownTemplate } from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import type { LanguageState } from "./template-pages.ts";

type States = Readonly<Record<Language, LanguageState>>;

const languageOf = (chosen: string | null): Language => languages.find((one) => one === chosen) ?? "nl";
const inOrder = languages.map((value) => ({ value, label: languageNames[value] }));

/** What a language needs: its words are missing, older than another's, or refused. Nothing where all is well. */
function Marks({ state, isWrong }: { state: LanguageState; isWrong: boolean }): ReactNode {
  const t = useTemplateTexts();
  if (state === "there" && !isWrong) return null;
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {state !== "there" && <Badge colour={state === "behind" ? "amber" : "grey"}>{t(`state_${state}`)}</Badge>}
      {isWrong && <Badge colour="red">{t("findingError")}</Badge>}
    </Group>
  );
}

/** Than which language one is older: the one that was changed last. */
export function useOlderThan(texts: ShownTemplate["texts"] | undefined): (language: Language) => string | undefined {
  const t = useTemplateTexts();
  return (language) => {
    if (texts?.[language]?.state !== "behind") return undefined;
    const changed = languages
      .filter((one) => one !== language)
      .flatMap((one) => {
        const changedAt = texts[one]?.changedAt ?? null;
        return changedAt === null ? [] : [{ one, changedAt }];
      })
      .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
    const [newest] = changed;
    if (!newest) return t("state_behind");
    return t("olderThan", { language: languageNames[newest.one], when: dateText(newest.changedAt, { time: "HH:mm" }) });
  };
}

interface LanguagesProps {
  /** The language that is worked at, which the preview shows. */
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly states: States;
  /** Languages of which something was refused. */
  readonly wrong?: readonly Language[];
  /** Whether languages that are not shown are there all the same, as fields of a form are. */
  readonly keepMounted: boolean;
  readonly children: (language: Language) => ReactNode;
}

export function Languages(props: LanguagesProps): ReactNode {
  const t = useTemplateTexts();
  const { shown, hasRoom, choose } = useArrangement();
  return (
    <>
      {hasRoom && (
        <SegmentedControl
          size="xs"
          className={styles.arrangement ?? ""}
          aria-label={t("beside")}
          value={shown}
          onChange={(chosen) => choose(arrangementOf(chosen))}
          data={arrangements.map((value) => ({ value, label: t(`beside_${value}`) }))}
        />
      )}
      {shown === "one" && <OneLanguage {...props} />}
      {shown === "two" && <TwoLanguages {...props} />}
      {shown === "four" && <FourLanguages {...props} />}
    </>
  );
}

function OneLanguage({ language, onLanguage, states, wrong = [], keepMounted, children }: LanguagesProps): ReactNode {
  const t = useTemplateTexts();
  return (
    <Tabs value={language} onChange={(chosen) => onLanguage(languageOf(chosen))} keepMounted={keepMounted}>
      <Tabs.List aria-label={t("languages")}>
        {languages.map((one) => (
          <Tabs.Tab key={one} value={one} rightSection={<Marks state={states[one]} isWrong={wrong.includes(one)} />}>
            {languageNames[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((one) => (
        <Tabs.Panel key={one} value={one} pt="sm">
          {children(one)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The languages of the two columns. One that comes to the front from outside, as one that was refused does, takes the right column. */
function useTwo(language: Language) {
  const [two, setTwo] = useState<readonly [Language, Language]>(["nl", language === "nl" ? "en" : language]);
  if (!two.includes(language)) setTwo([two[0], language]);
  const [left, right] = two;
  return {
    left,
    right,
    // Each language stands once: one that is chosen where the other stands changes places with it.
    chooseLeft: (chosen: Language): void => setTwo([chosen, chosen === right ? left : right]),
    chooseRight: (chosen: Language): void => setTwo([chosen === left ? right : left, chosen]),
  };
}

const columnOf = ({ children, keepMounted: _, ...props }: LanguagesProps) => ({ ...props, content: children });

function TwoLanguages(props: LanguagesProps): ReactNode {
  const t = useTemplateTexts();
  const { left, right, chooseLeft, chooseRight } = useTwo(props.language);
  const column = (one: Language, label: string, choose: (chosen: Language) => void): ReactNode => (
    <Column {...columnOf(props)} one={one}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={one}
        onChange={(chosen) => {
          choose(languageOf(chosen));
          props.onLanguage(languageOf(chosen));
        }}
        data={inOrder}
      />
    </Column>
  );
  return (
    <div className={styles.beside} data-columns="two">
      {column(left, t("leftLanguage"), chooseLeft)}
      {column(right, t("rightLanguage"), chooseRight)}
    </div>
  );
}

const FourLanguages = (props: LanguagesProps): ReactNode => (
  <div className={styles.beside} data-columns="four">
    {languages.map((one) => (
      <Column key={one} {...columnOf(props)} one={one} />
    ))}
  </div>
);

interface ColumnProps extends Omit<LanguagesProps, "children" | "keepMounted"> {
  readonly one: Language;
  readonly content: LanguagesProps["children"];
  /** What chooses the language of the column, where one can. */
  readonly children?: ReactNode;
}

/** One language among others, under its name; whoever goes into it looks at it in the preview. */
function Column({ one, onLanguage, states, wrong = [], content, children }: ColumnProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.language} aria-labelledby={id} onFocus={() => onLanguage(one)}>
      {children}
      <Group gap="xs" mih={24}>
        <Title order={2} id={id} className={styles.languageName ?? ""}>
          {languageNames[one]}
        </Title>
        <Marks state={states[one]} isWrong={wrong.includes(one)} />
      </Group>
      <Fragment key={one}>{content(one)}</Fragment>
    </section>
  );
}
