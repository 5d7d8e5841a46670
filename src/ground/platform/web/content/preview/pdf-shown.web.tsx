/** A PDF in the frame of the viewer, as wide as the window times the zoom. */
import { Loader } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePlatformTexts } from "../texts.web.ts";
import { Fault, type ShownProps } from "./context.web.tsx";
import { mostPrinted, Pages, picturesOf, usePdf } from "./pdf.web.tsx";
import styles from "./preview.module.css";

/** A page of paper is read at this width at most; wider it is only larger. */
const widest = 900;

export function PdfShown({ blob, zoom, onReady }: ShownProps): ReactNode {
  const t = usePlatformTexts();
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const opened = usePdf(blob);
  const pdf = opened !== undefined && "pdf" in opened ? opened.pdf : undefined;
  useEffect(() => {
    if (pdf === undefined) return;
    const isShort = pdf.numPages <= mostPrinted;
    onReady({ pages: pdf.numPages, ...(isShort && { pictures: () => picturesOf(pdf) }) });
  }, [pdf, onReady]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={{ minHeight: "100%" }}>
      {opened === undefined ? (
        <div className={styles.wait}>
          <Loader size="sm" />
        </div>
      ) : "fault" in opened ? (
        <Fault text={t(opened.fault)} />
      ) : (
        room > 0 && <Pages pdf={opened.pdf} width={Math.round(Math.min(room, widest) * zoom)} />
      )}
    </div>
  );
}
