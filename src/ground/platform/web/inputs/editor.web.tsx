/**
 * The rich-text editor: 500 pixels high, set up 1,000 ms after the page so that it never holds it up, its code in a chunk of its own
 * (specification, point 9). The value is the editor's JSON, never markup.
 */
import { Input, Skeleton } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from "react";
import { type EditorDocument, type RichTextEditorProps, wordsIn } from "./editor/document.web.ts";
import { type FieldProps, inputProps, useField } from "./form/context.web.ts";

export type { EditorDocument, EditorMark, Insertion } from "./editor/document.web.ts";

export const editorHeight = 500;
export const editorDelayMillis = 1000;

const Surface = lazy(() => import("./editor/surface.web.tsx").then((m) => ({ default: m.EditorSurface })));

/** The editor alone, named by `label` for screen readers. */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const [ready, setReady] = useState(false);
  const height = props.height ?? editorHeight;
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), editorDelayMillis);
    return () => clearTimeout(timer);
  }, []);
  const waiting = <Skeleton height={height} radius="sm" />;
  return ready ? (
    <Suspense fallback={waiting}>
      <Surface {...props} height={height} />
    </Suspense>
  ) : (
    waiting
  );
}

const isDocument = (value: unknown): value is EditorDocument | null =>
  value === null || (typeof value === "object" && "type" in value && typeof value.type === "string");

const showWords = (value: unknown): string | undefined =>
  isDocument(value) && value !== null ? wordsIn(value) : undefined;

/** The editor in a form. */
export function RichTextField(
  props: FieldProps &
    Pick<RichTextEditorProps, "height" | "variables" | "blocks" | "conditions" | "repeats" | "marksIn"> & {
      readonly problem?: string | undefined;
    },
): ReactNode {
  const id = useId();
  const field = useField<EditorDocument | null>(props.name, props.label, isDocument, null, showWords);
  const { error, withAsterisk, disabled } = inputProps(props, field);
  return (
    <Input.Wrapper
      label={props.label}
      labelElement="div"
      labelProps={{ id }}
      error={error ?? props.problem}
      withAsterisk={withAsterisk}
      {...field.mark}
    >
      <RichTextEditor
        label={props.label}
        value={field.value}
        onChange={field.onChange}
        height={props.height}
        variables={props.variables}
        blocks={props.blocks}
        conditions={props.conditions}
        repeats={props.repeats}
        marksIn={props.marksIn}
        disabled={disabled}
      />
    </Input.Wrapper>
  );
}
