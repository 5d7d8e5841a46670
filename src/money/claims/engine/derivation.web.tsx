/** The derivation of an amount as a tree that opens, closes and prints, in the reader's language. */
import { Button, Group } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { explainBalance } from "../bookings/bookings.contract.ts";
import styles from "../claims.module.css";
import type { claimTexts } from "../claims.texts.ts";
import type { BalancePart } from "./derivation.ts";
import type { ExplainNode } from "./statement.contract.ts";

const useClaimTexts = () => useTexts<typeof claimTexts>("claims");

/** What the derivation is of: a file, a part of its balance, and a date (today if absent). */
export interface Question {
  readonly fileId: number;
  readonly part: BalancePart;
  readonly date?: string | undefined;
  /** The number and name of the file, as heading of a print. */
  readonly heading?: string | undefined;
}

/** Opens the derivation of an amount over the page. */
export function openWhy(question: Question): void {
  openModal({ title: textOf("claims.whyTitle"), size: "xl" }, () => <Derivation {...question} />);
}

/** An amount whose click opens its derivation. */
export function WhyAmount(props: Question & { cents: number; strong?: boolean }): ReactNode {
  const t = useClaimTexts();
  const { cents, strong, ...question } = props;
  const name = t("whyOf", { part: t(partTexts[question.part]) });
  return (
    <button type="button" className="v-link" title={name} onClick={() => openWhy(question)}>
      <Money cents={cents} strong={strong ?? false} />
      <span className="v-hidden"> {name}</span>
    </button>
  );
}

/** The derivation in a modal or on a page of its own. */
export function Derivation({ fileId, part, date, heading }: Question): ReactNode {
  const tree = useCall(
    explainBalance,
    { params: { id: fileId }, query: { part, ...(date ? { date } : {}) } },
    { keep: false },
  );
  return <Loaded of={tree}>{(root) => <Tree root={root} heading={heading} />}</Loaded>;
}

const partTexts = {
  open: "partOpen",
  principal: "principal",
  interest: "interest",
  costs: "costs",
  paid: "paid",
} as const;

/** The open branches: initially those near the root. */
const openAtFirst = 2;

function paths(node: ExplainNode, path: string, depth: number, deepest: number): string[] {
  if (node.children.length === 0 || depth >= deepest) return [];
  return [path, ...node.children.flatMap((child, at) => paths(child, `${path}.${at}`, depth + 1, deepest))];
}

/** Hides everything but the derivation while printing. */
function print(): void {
  document.documentElement.dataset.print = "derivation";
  window.addEventListener("afterprint", () => delete document.documentElement.dataset.print, { once: true });
  window.print();
}

function Tree({ root, heading }: { root: ExplainNode; heading: string | undefined }): ReactNode {
  const t = useClaimTexts();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(paths(root, "0", 0, openAtFirst)));
  const all = paths(root, "0", 0, Number.POSITIVE_INFINITY);
  const everything = all.every((path) => open.has(path));
  const toggle = (path: string, now: boolean): void =>
    setOpen((before) => {
      if (before.has(path) === now) return before;
      const after = new Set(before);
      if (now) after.add(path);
      else after.delete(path);
      return after;
    });
  const printAll = (): void => {
    setOpen(new Set(all));
    // The opened branches must be rendered before printing.
    requestAnimationFrame(() => requestAnimationFrame(print));
  };
  return (
    <div className={styles.derivation}>
      {heading !== undefined && <p className={styles.heading}>{heading}</p>}
      <Group justify="flex-end" gap="xs" className={styles.tools ?? ""}>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(new Set(everything ? ["0"] : all))}>
          {t(everything ? "collapseAll" : "expandAll")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={printAll}
        >
          {t("print")}
        </Button>
      </Group>
      <Branch node={root} path="0" open={open} onToggle={toggle} />
    </div>
  );
}

interface BranchProps {
  readonly node: ExplainNode;
  readonly path: string;
  readonly open: ReadonlySet<string>;
  readonly onToggle: (path: string, open: boolean) => void;
}

function Branch({ node, path, open, onToggle }: BranchProps): ReactNode {
  if (node.children.length === 0) {
    return (
      <div className={styles.leaf}>
        <Line node={node} />
      </div>
    );
  }
  return (
    <details
      className={styles.branch}
      open={open.has(path)}
      onToggle={(event) => onToggle(path, event.currentTarget.open)}
    >
      <summary>
        <Line node={node} />
      </summary>
      <div className={styles.children}>
        {node.children.map((child, at) => (
          <Branch key={at} node={child} path={`${path}.${at}`} open={open} onToggle={onToggle} />
        ))}
      </div>
    </details>
  );
}

/** One amount with its label; the article and the publication of the figure are below it. */
function Line({ node }: { node: ExplainNode }): ReactNode {
  const law = [node.article, node.source].filter((text) => text !== "").join(" · ");
  return (
    <span className={styles.line}>
      <span className={styles.reason}>
        {node.text}
        {law !== "" && <small>{law}</small>}
      </span>
      <Money decimal={node.amount} />
    </span>
  );
}
