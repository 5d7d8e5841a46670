/** The preview of unsaved text: with the data of a file, as received, with the messages of the lint. */
import { Alert, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { openPreview } from "../../ground/platform/web/content/preview.web.tsx";
import { hasText, languageNames, textOf } from "../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { respond, useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { RemoteSelect } from "../../ground/platform/web/inputs/choices.web.tsx";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { ErrorState, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { TemplateBody, TemplateCategory } from "../templates/templates.contract.ts";
import { useTemplateTexts } from "./list.web.tsx";
import { useArrangement } from "./side-by-side.web.ts";
import {
  type Finding,
  findFilesToFill,
  sampleOfTemplate,
  type TemplatePreview,
  templateCallsOf,
} from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import type { EditedChannel } from "./template-pages.ts";

/** The words of one language as they stand on the screen. */
export interface UnsavedTemplate {
  readonly code: string;
  readonly category: TemplateCategory;
  readonly language: Language;
  readonly subject: string;
  readonly body: TemplateBody;
}

const restMillis = 600;

/** What the server says of the words; it is asked when the typing rests. */
export function usePreview(channel: EditedChannel, unkept: UnsavedTemplate | null, file: number | null) {
  const [asked] = useDebouncedValue(unkept, restMillis);
  const nothing: UnsavedTemplate = {
    code: "",
    category: "free",
    language: "nl",
    subject: "",
    body: { type: "doc", content: [{ type: "paragraph" }] },
  };
  // What the typing asks for asks nobody to log in; whoever tries again is asked.
  const [isTried, setTried] = useState(false);
  const look = useCall(
    templateCallsOf[channel].look,
    { body: { ...(asked ?? nothing), file } },
    { enabled: asked !== null, quiet: !isTried },
  );
  const tryAgain = async (): Promise<void> => {
    flushSync(() => setTried(true));
    await look.refetch();
    setTried(false);
  };
  return { data: look.data, error: look.error, tryAgain };
}

const tags = new Set(
  "html body div p br h2 ul ol li strong em a hr table tbody thead tr td th span b i caption title head meta".split(
    " ",
  ),
);

/** Under this name the attribute `style` comes through the parser, which the page's policy has an eye on too. Quotes in words are written as entities. */
const styleAttribute = "data-style";
const parsed = (html: string): Document =>
  new DOMParser().parseFromString(html.replaceAll(' style="', ` ${styleAttribute}="`), "text/html");

/**
 * The mail itself in a tree of its own. Its styles stand in attributes, which the page's policy does not let markup set; they are set one by one.
 * What the product never writes is left out, whatever comes.
 */
function drawn(from: Element): HTMLElement | null {
  const tag = from.tagName.toLowerCase();
  if (!tags.has(tag) || ["head", "title", "meta"].includes(tag)) return null;
  const made = document.createElement(tag === "html" || tag === "body" ? "div" : tag);
  made.style.cssText = from.getAttribute(styleAttribute) ?? "";
  for (const name of ["colspan", "cellspacing", "cellpadding"]) {
    const value = from.getAttribute(name);
    if (value !== null) made.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      const inner = drawn(child);
      if (inner) made.append(inner);
    } else if (child.nodeType === Node.TEXT_NODE) made.append(child.textContent ?? "");
  }
  return made;
}

function Mail({ html, label }: { html: string; label: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const page = drawn(parsed(html).documentElement);
    root.replaceChildren(...(page ? [page] : []));
  }, [html]);
  return <div ref={place} role="document" aria-label={label} />;
}

const mailViews = ["desktop", "phone", "dark", "text"] as const;
type MailView = (typeof mailViews)[number];

function Shown({
  channel,
  looked,
  language,
}: {
  channel: EditedChannel;
  looked: TemplatePreview;
  language: Language;
}): ReactNode {
  const t = useTemplateTexts();
  const [view, setView] = useState<MailView>("desktop");
  const isMail = channel === "email" && looked.html !== null;
  return (
    <Stack gap="xs">
      {isMail && (
        <SegmentedControl
          size="xs"
          aria-label={t("view")}
          value={view}
          onChange={(chosen) => setView(mailViews.find((each) => each === chosen) ?? "desktop")}
          data={mailViews.map((value) => ({ value, label: t(`view_${value}`) }))}
        />
      )}
      {looked.subject !== "" && (
        <Text size="sm" fw={600} lang={language}>
          {looked.subject}
        </Text>
      )}
      {isMail && view !== "text" ? (
        <div className={styles.mail} data-view={view} lang={language}>
          <Mail html={looked.html ?? ""} label={t("preview")} />
        </div>
      ) : (
        <article className={styles.words} data-view={channel === "sms" ? "phone" : "text"} lang={language}>
          {looked.text}
        </article>
      )}
      {looked.sms && (
        <Text size="xs" c="dimmed" role="status">
          {t("smsParts", {
            count: looked.sms.segments,
            length: looked.sms.length,
            alphabet: looked.sms.encoding === "gsm7" ? "GSM-7" : "UCS-2",
          })}
          . {t("sender")}
        </Text>
      )}
    </Stack>
  );
}

/** What the lint says, errors first, each with the sentence that it is about. */
export function Findings({ findings }: { findings: readonly Finding[] }): ReactNode {
  const t = useTemplateTexts();
  if (findings.length === 0) return <Status tone="good">{t("noFindings")}</Status>;
  return (
    <ul className={styles.findings}>
      {findings.map((finding, at) => (
        <li key={at}>
          <Status tone={finding.severity === "error" ? "bad" : "warn"}>
            {t(finding.severity === "error" ? "findingError" : "findingWarning")}
          </Status>{" "}
          {finding.text}
          {finding.quote !== null && <mark className={styles.hard}>{finding.quote}</mark>}
        </li>
      ))}
    </ul>
  );
}

const labelOf = (name: string): string =>
  hasText(`templates.variable_${name}`) ? textOf(`templates.variable_${name}`) : name;

function useTest(channel: EditedChannel) {
  const t = useTemplateTexts();
  const send = useAct(templateCallsOf[channel].sendTest);
  const run = async (unkept: UnsavedTemplate, file: number | null): Promise<void> => {
    const sent = await send.run({ body: { ...unkept, file, key: crypto.randomUUID() } });
    if (sent) notify({ message: t("testSent", { to: sent.to }), variant: "success" });
  };
  return { run, isPending: send.isPending };
}

interface PanelProps {
  readonly channel: EditedChannel;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly unkept: UnsavedTemplate | null;
  readonly file: number | null;
  readonly onFile: (file: number | null) => void;
  readonly look: ReturnType<typeof usePreview>;
}

/** Chooses the language that is looked at, where no tabs do. */
function LookedLanguage({ language, onLanguage }: Pick<PanelProps, "language" | "onLanguage">): ReactNode {
  const t = useTemplateTexts();
  const { shown } = useArrangement();
  if (shown === "one") return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("lookedLanguage")}
      value={language}
      onChange={(chosen) => onLanguage(languages.find((one) => one === chosen) ?? "nl")}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}

/** The panel beside the words. */
export function PreviewPanel({ channel, language, onLanguage, unkept, file, onFile, look }: PanelProps): ReactNode {
  const t = useTemplateTexts();
  const test = useTest(channel);
  const mayTest = useMay(templateCallsOf[channel].sendTest) && channel !== "post";
  const sample = (words: UnsavedTemplate) => ({
    name: `${words.code || "template"}.pdf`,
    href: "template-sample",
    read: (signal: AbortSignal) => respond(sampleOfTemplate, { body: { ...words, file }, signal }),
  });
  return (
    <Section title={t("preview")}>
      <Stack gap="sm">
        <LookedLanguage language={language} onLanguage={onLanguage} />
        <RemoteSelect
          url={findFilesToFill.path}
          label={t("file")}
          description={t("fileHint")}
          size="xs"
          value={file}
          onChange={(id) => onFile(typeof id === "number" ? id : null)}
        />
        {look.error && <ErrorState error={look.error} onRetry={() => void look.tryAgain()} />}
        {look.data && unkept && (
          <>
            <Group gap="xs">
              {channel === "post" && (
                <Button size="compact-sm" variant="default" onClick={() => openPreview([sample(unkept)])}>
                  {t("asPdf")}
                </Button>
              )}
              {mayTest && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={test.isPending}
                  onClick={() => void test.run(unkept, file)}
                >
                  {t("sendTest")}
                </Button>
              )}
            </Group>
            {look.data.missing.length > 0 && (
              <Alert color="yellow" variant="light" role="status">
                {t("findingEmpty", { name: look.data.missing.map(labelOf).join(", ") })}
              </Alert>
            )}
            <Shown channel={channel} looked={look.data} language={unkept.language} />
            <Checks looked={look.data} />
          </>
        )}
      </Stack>
    </Section>
  );
}

function Checks({ looked }: { looked: TemplatePreview }): ReactNode {
  const t = useTemplateTexts();
  const { sentences, wordsPerSentence: words, ease } = looked.reading;
  return (
    <Section title={t("checks")}>
      <Stack gap={6}>
        <Findings findings={looked.findings} />
        <Text size="xs" c="dimmed">
          {t("reading", { sentences, words, ease })}
        </Text>
      </Stack>
    </Section>
  );
}
