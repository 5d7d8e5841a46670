/** Calling about a file: the script and talking points beside the note about the call. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { PhoneLink } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { Reasons } from "../../../law/rules/rules.web.tsx";
import { Composer } from "../../logs/logs.web.tsx";
import { readCallHelp } from "./composer.contract.ts";
import styles from "./composer.module.css";
import type { messageTexts } from "./composer.texts.ts";

type CallHelp = ReplyOf<typeof readCallHelp>;

export function CallForm({ fileId, onWritten }: { fileId: number; onWritten: () => void }): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  const help = useCall(readCallHelp, { params: { id: fileId } });
  return (
    <div className={styles.call}>
      <section className={styles.points} aria-label={m("callFirst")}>
        <Loaded of={help}>{(data) => <Points help={data} />}</Loaded>
      </section>
      <section aria-label={m("callNote")}>
        <Composer fileId={fileId} kind="call" onWritten={onWritten} />
        {help.data?.script && <Script text={help.data.script} language={help.data.language} />}
      </section>
    </div>
  );
}

function Points({ help }: { help: CallHelp }): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  return (
    <>
      <p className={styles.who}>
        <b>{help.name}</b> {help.numbers.length === 0 ? m("noNumbers") : <Numbers numbers={help.numbers} />}
      </p>
      <Spoken help={help} />
    </>
  );
}

/** What to know and say on the phone, with the script: for a screen that has the numbers itself. */
export const CallPoints = ({ help }: { help: CallHelp }): ReactNode => (
  <div className={styles.points}>
    <Spoken help={help} />
    {help.script !== null && <Script text={help.script} language={help.language} />}
  </div>
);

function Spoken({ help }: { help: CallHelp }): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  return (
    <>
      <Reasons title={m(help.allowed ? "mayCall" : "mayNotCall")} reasons={help.reasons} allowed={help.allowed} />
      {help.points.map(({ title, items }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const Numbers = ({ numbers }: { numbers: CallHelp["numbers"] }): ReactNode => {
  const m = useTexts<typeof messageTexts>("file-message");
  return (
    <span className={styles.numbers}>
      {numbers.map(({ number, blocked }) =>
        blocked ? (
          <span key={number}>
            {number} ({m("blockedNumber")})
          </span>
        ) : (
          <PhoneLink key={number} value={number} />
        ),
      )}
    </span>
  );
};

function Script({ text, language }: { text: string; language: string }): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  const [open, setOpen] = useState(false);
  const own = useLanguage();
  const spoken = new Intl.DisplayNames([own], { type: "language" }).of(language);
  return (
    <div className={styles.script}>
      <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {language === own ? m("script") : `${m("script")} (${spoken ?? language})`}
      </Button>
      {open && (
        <pre className={styles.text} lang={language}>
          {text}
        </pre>
      )}
    </div>
  );
}
