/** The frame in which a document is looked at: what turns over, zooms, saves and prints, and what says why nothing is shown. */
import { ActionIcon, Button, Loader, Progress } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { saveAs } from "../../http/call.web.ts";
import { lazyComponent } from "../../pages/lazy.web.tsx";
import { usePlatformTexts } from "../texts.web.ts";
import { type Fetched, useBytes } from "./bytes.web.ts";
import { Fault, type Pictures, type ShownProps } from "./context.web.tsx";
import styles from "./preview.module.css";
import type { PreviewProps } from "./previewed.web.ts";
import { printPictures } from "./print.web.ts";

const Pdf = lazyComponent<ShownProps>(
  () => import("./pdf-shown.web.tsx").then((m) => m.PdfShown),
  <div className={styles.wait}>
    <Loader size="sm" />
  </div>,
);

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Turning over by arrow, zooming by plus and minus. */
const keyStep = (event: KeyboardEvent): { turn?: number; zoom?: number } => {
  if (event.ctrlKey || event.metaKey || event.altKey) return {};
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") return { turn: event.key === "ArrowLeft" ? -1 : 1 };
  if (event.key === "+" || event.key === "=" || event.key === "-") return { zoom: event.key === "-" ? -1 : 1 };
  return {};
};

interface AwaitedProps {
  readonly fetched: Exclude<ReturnType<typeof useBytes>, { state: "here" }>;
  readonly onRetry: () => void;
}

/** A document that is on its way, or that did not come. */
function Awaited({ fetched, onRetry }: AwaitedProps): ReactNode {
  const t = usePlatformTexts();
  return (
    <div className={styles.stage}>
      {fetched.state === "loading" ? (
        <div className={styles.wait} role="status">
          <Progress value={fetched.percent} w={200} aria-label={t("previewLoading", { percent: fetched.percent })} />
        </div>
      ) : (
        <div className={styles.wait} role="alert">
          <p>
            {t("previewGone")} {fetched.message}
          </p>
          <Button variant="default" onClick={onRetry}>
            {t("previewRetry")}
          </Button>
        </div>
      )}
    </div>
  );
}

export function Viewer({ documents, at: first = 0 }: PreviewProps): ReactNode {
  const [at, setAt] = useState(Math.min(Math.max(0, first), documents.length - 1));
  const [zoom, setZoom] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const document = documents[at];
  const fetched = useBytes(document ?? { href: "" }, attempt);
  const turn = (by: number): void => setAt((now) => Math.min(Math.max(0, now + by), documents.length - 1));
  const zoomBy = (by: number): void =>
    setZoom((now) => zooms[Math.min(Math.max(0, zooms.indexOf(now) + by), zooms.length - 1)] ?? 1);
  // The keys are the viewer's as soon as it opens.
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keyStep(event);
    if (step.turn === undefined && step.zoom === undefined) return;
    event.preventDefault();
    if (step.turn !== undefined) turn(step.turn);
    if (step.zoom !== undefined) zoomBy(step.zoom);
  };
  if (document === undefined) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: every key has a button that does the same.
    <div ref={frame} className={styles.viewer} tabIndex={-1} onKeyDown={onKeyDown}>
      {fetched.state === "here" ? (
        <Shown
          key={`${document.href} ${attempt}`}
          document={{ ...fetched.document, name: document.name || fetched.document.name }}
          zoom={zoom}
          onZoom={zoomBy}
          onFit={() => setZoom(1)}
          turning={documents.length > 1 ? <Turning at={at} count={documents.length} onTurn={turn} /> : null}
        />
      ) : (
        <>
          <div className={styles.bar}>
            <span className={styles.name}>{document.name}</span>
            {documents.length > 1 && <Turning at={at} count={documents.length} onTurn={turn} />}
          </div>
          <Awaited fetched={fetched} onRetry={() => setAttempt((now) => now + 1)} />
        </>
      )}
    </div>
  );
}

function Turning(props: { at: number; count: number; onTurn: (by: number) => void }): ReactNode {
  const t = usePlatformTexts();
  const { at, count, onTurn } = props;
  return (
    <span className={styles.turning}>
      <Act label={t("previewPrevious")} hint="←" disabled={at === 0} onClick={() => onTurn(-1)}>
        <IconChevronLeft size={16} />
      </Act>
      <span className={styles.count}>{t("previewOf", { at: at + 1, count })}</span>
      <Act label={t("previewNext")} hint="→" disabled={at === count - 1} onClick={() => onTurn(1)}>
        <IconChevronRight size={16} />
      </Act>
    </span>
  );
}

function Act(props: {
  label: string;
  hint?: string;
  disabled?: boolean;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  const { label, hint } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      disabled={props.disabled ?? false}
      loading={props.loading ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  );
}

interface ShownDocumentProps {
  readonly document: Fetched;
  readonly zoom: number;
  readonly onZoom: (by: number) => void;
  readonly onFit: () => void;
  readonly turning: ReactNode;
}

const pictureTypes = /^image\/(png|jpeg|gif|webp)\b/;

function Shown({ document: { blob, name }, zoom, onZoom, onFit, turning }: ShownDocumentProps): ReactNode {
  const t = usePlatformTexts();
  const [ready, setReady] = useState<{ readonly pages?: number; readonly pictures?: Pictures }>({});
  const [isPrinting, setPrinting] = useState(false);
  const print = async (pictures: Pictures): Promise<void> => {
    setPrinting(true);
    try {
      await printPictures(await pictures());
    } finally {
      setPrinting(false);
    }
  };
  const { pages, pictures } = ready;
  const Content = blob.type.startsWith("application/pdf")
    ? Pdf
    : pictureTypes.test(blob.type)
      ? Picture
      : blob.type.startsWith("text/plain")
        ? Plain
        : Other;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {pages !== undefined && <span className={styles.count}>{t("previewPages", { count: pages })}</span>}
        {turning}
        <Act label={t("previewZoomOut")} hint="-" disabled={zoom === zooms[0]} onClick={() => onZoom(-1)}>
          <IconZoomOut size={16} />
        </Act>
        <Button size="compact-xs" variant="subtle" color="gray" title={t("previewFit")} onClick={onFit}>
          {`${Math.round(zoom * 100)}%`}
        </Button>
        <Act label={t("previewZoomIn")} hint="+" disabled={zoom === zooms.at(-1)} onClick={() => onZoom(1)}>
          <IconZoomIn size={16} />
        </Act>
        {pictures !== undefined && (
          <Act label={t("previewPrint")} loading={isPrinting} onClick={() => void print(pictures)}>
            <IconPrinter size={16} />
          </Act>
        )}
        <Act label={t("previewDownload")} onClick={() => saveAs(blob, name)}>
          <IconDownload size={16} />
        </Act>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={styles.stage} data-stage tabIndex={0} aria-label={name}>
        <Content blob={blob} name={name} zoom={zoom} onReady={setReady} />
      </section>
    </>
  );
}

function Picture({ blob, name, zoom, onReady }: ShownProps): ReactNode {
  const t = usePlatformTexts();
  const [address, setAddress] = useState("");
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (isBroken) return <Fault text={t("previewBroken")} />;
  if (address === "") return null;
  return (
    <img
      className={styles.picture}
      src={address}
      alt={name}
      style={zoom === 1 ? { maxWidth: "100%" } : { width: `${zoom * 100}%` }}
      onLoad={() => onReady({ pictures: async () => [blob] })}
      onError={() => setBroken(true)}
    />
  );
}

/** More of a text than this is read elsewhere. */
const mostText = 500_000;

function Plain({ blob, zoom }: ShownProps): ReactNode {
  const [text, setText] = useState("");
  useEffect(() => {
    void blob.slice(0, mostText).text().then(setText);
  }, [blob]);
  return (
    <pre className={styles.text} style={{ fontSize: 13 * zoom }}>
      {text}
    </pre>
  );
}

function Other(): ReactNode {
  const t = usePlatformTexts();
  return <Fault text={t("previewOther")} />;
}
