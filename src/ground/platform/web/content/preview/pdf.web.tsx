/** The pages of a PDF, each drawn when it is about to be seen. What the PDF carries of scripts, forms and links is not run. */
import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  version,
} from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { usePlatformTexts } from "../texts.web.ts";
import styles from "./preview.module.css";

GlobalWorkerOptions.workerSrc = workerAddress;

/** Pixels of one picture, and of one page as it is drawn: a page of a hostile size takes no more memory than this. */
const mostPixels = 40_000_000;
const mostPagePixels = 16_000_000;
/** Dots per point when printed: 150 per inch. */
const printScale = 150 / 72;
/** More pages than this are saved and printed from there. */
export const mostPrinted = 100;

type OpenedPdf = { readonly pdf: PDFDocumentProxy } | { readonly fault: "previewBroken" | "previewLocked" };

const faultOf = (error: unknown): "previewBroken" | "previewLocked" => {
  if (error instanceof PasswordException) return "previewLocked";
  // biome-ignore lint/suspicious/noConsole: a fault of the reader itself has to be found by those who look after it.
  if (!(error instanceof InvalidPDFException)) console.warn(error);
  return "previewBroken";
};

/** Opens a PDF in a worker of its own, which ends when another is opened or the viewer is closed. */
export function usePdf(blob: Blob): OpenedPdf | undefined {
  const [opened, setOpened] = useState<OpenedPdf>();
  useEffect(() => {
    let task: ReturnType<typeof getDocument> | undefined;
    let isOver = false;
    const run = async (): Promise<void> => {
      const data = await blob.arrayBuffer();
      if (isOver) return;
      task = getDocument({
        data,
        enableXfa: false,
        useWasm: false,
        wasmUrl: `/assets/pdf-${version}/`,
        maxImageSize: mostPixels,
        verbosity: 0,
      });
      const pdf = await task.promise;
      if (!isOver) setOpened({ pdf });
    };
    setOpened(undefined);
    run().catch((error: unknown) => {
      if (!isOver) setOpened({ fault: faultOf(error) });
    });
    return () => {
      isOver = true;
      void task?.destroy();
    };
  }, [blob]);
  return opened;
}

/** A scale that stays below what one page may take. */
const bounded = (page: PDFPageProxy, scale: number, most: number): number => {
  const { width, height } = page.getViewport({ scale: 1 });
  return Math.min(scale, Math.sqrt(most / Math.max(1, width * height)));
};

function drawn(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number) {
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  return page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
}

/** Every page as a picture, for the printer. */
export async function picturesOf(pdf: PDFDocumentProxy): Promise<Blob[]> {
  const pictures: Blob[] = [];
  for (let at = 1; at <= Math.min(pdf.numPages, mostPrinted); at += 1) {
    const page = await pdf.getPage(at);
    const canvas = document.createElement("canvas");
    await drawn(page, canvas, bounded(page, printScale, mostPagePixels)).promise;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (picture !== null) pictures.push(picture);
  }
  return pictures;
}

interface PagesProps {
  readonly pdf: PDFDocumentProxy;
  /** Pixels of a page's width on the screen. */
  readonly width: number;
}

/** All pages below each other. */
export function Pages({ pdf, width }: PagesProps): ReactNode {
  const [first, setFirst] = useState<number>();
  const t = usePlatformTexts();
  useEffect(() => {
    let isOver = false;
    // A4 stands in until the first page tells how high the pages are.
    const shape = async (): Promise<number> => {
      const { width: wide, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      return wide > 0 ? height / wide : Math.SQRT2;
    };
    const set = (ratio: number): void => {
      if (!isOver) setFirst(ratio);
    };
    shape().then(set, () => set(Math.SQRT2));
    return () => {
      isOver = true;
    };
  }, [pdf]);
  if (first === undefined) return null;
  return Array.from({ length: pdf.numPages }, (_, index) => (
    <Page
      key={`${pdf.fingerprints[0]} ${index}`}
      pdf={pdf}
      number={index + 1}
      width={width}
      guess={first}
      label={t("previewPage", { page: index + 1, count: pdf.numPages })}
    />
  ));
}

/** Whether it is within a screen's height of being seen. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest("[data-stage]"),
      rootMargin: "100% 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return near;
}

interface PageProps extends PagesProps {
  readonly number: number;
  /** Height by width until the page itself is known. */
  readonly guess: number;
  readonly label: string;
}

function Page({ pdf, number, width, guess, label }: PageProps): ReactNode {
  const t = usePlatformTexts();
  const place = useRef<HTMLElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const [ratio, setRatio] = useState(guess);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const holder = place.current;
    const layer = words.current;
    if (!near || holder === null || layer === null) return undefined;
    const canvas = document.createElement("canvas");
    let stop: (() => void) | undefined;
    let isOver = false;
    const run = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isOver) return;
      const bare = page.getViewport({ scale: 1 });
      setRatio(bare.height / bare.width);
      const scale = width / bare.width;
      const task = drawn(page, canvas, bounded(page, scale * Math.min(devicePixelRatio, 2), mostPagePixels));
      stop = () => task.cancel();
      await task.promise;
      if (isOver) return;
      holder.prepend(canvas);
      layer.style.setProperty("--total-scale-factor", String(scale));
      const viewport = page.getViewport({ scale });
      const text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
      stop = () => text.cancel();
      await text.render();
    };
    run().catch(() => {
      if (!isOver) setBroken(true);
    });
    return () => {
      isOver = true;
      stop?.();
      canvas.remove();
      // The canvas gives its memory back at once, not when somebody tidies up.
      canvas.width = 0;
      layer.replaceChildren();
    };
  }, [near, pdf, number, width]);
  return (
    <section ref={place} aria-label={label} className={styles.page} style={{ width, height: width * ratio }}>
      {isBroken && <p className={styles.broken}>{t("previewBroken")}</p>}
      <div ref={words} className={styles.words} />
    </section>
  );
}
