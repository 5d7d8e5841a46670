/** Shows rich text that people wrote: drawn part by part, never as markup. Headings begin below the page's own. */
import { Fragment, type ReactNode } from "react";
import type { RichBlock, RichInline, RichText as Text } from "../../rich-text.ts";
import styles from "./rich-text.module.css";

function Inline({ part }: { part: RichInline }): ReactNode {
  if (part.type === "hardBreak") return <br />;
  const marks = part.marks?.map(({ type }) => type) ?? [];
  const italic = marks.includes("italic") ? <em>{part.text}</em> : part.text;
  return marks.includes("bold") ? <strong>{italic}</strong> : italic;
}

const Inlines = ({ of = [] }: { of?: readonly RichInline[] | undefined }): ReactNode =>
  of.map((part, index) => (
    <Fragment key={index}>
      <Inline part={part} />
    </Fragment>
  ));

const headings = { 1: "h2", 2: "h3", 3: "h4" } as const;

function Block({ block }: { block: RichBlock }): ReactNode {
  if (block.type === "paragraph")
    return (
      <p>
        <Inlines of={block.content} />
      </p>
    );
  if (block.type === "heading") {
    const Heading = headings[block.attrs.level];
    return (
      <Heading>
        <Inlines of={block.content} />
      </Heading>
    );
  }
  const List = block.type === "bulletList" ? "ul" : "ol";
  return (
    <List>
      {block.content.map((item, index) => (
        <li key={index}>
          {item.content.map((paragraph, at) => (
            <Block key={at} block={paragraph} />
          ))}
        </li>
      ))}
    </List>
  );
}

export const RichText = ({ text }: { text: Text }): ReactNode => (
  <div className={styles.text}>
    {text.content.map((block, index) => (
      <Block key={index} block={block} />
    ))}
  </div>
);
