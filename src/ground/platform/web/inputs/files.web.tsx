/** Picking files to send: one or several, by dialog or by dropping them (specification, points 8 and 9). */
import { Button, CloseButton, Group, Input, Pill, Text } from "@mantine/core";
import { Dropzone, type FileRejection } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import styles from "./files.module.css";
import { type FieldOf, type FieldProps, useField } from "./form/context.web.ts";
import { formatBytes, shortFileName } from "./format.ts";
import "@mantine/dropzone/styles.layer.css";

export interface FilePickerProps {
  readonly label: string;
  readonly value: readonly File[];
  readonly onChange: (files: File[]) => void;
  readonly multiple?: boolean;
  /** Mime types or extensions; anything if absent. The server looks at the content whatever this says. */
  readonly accept?: Readonly<Record<string, readonly string[]>>;
  readonly maxBytes?: number;
  /** Errors of the server, shown joined with " / ". */
  readonly errors?: readonly string[];
  readonly required?: boolean;
  readonly description?: string;
  readonly disabled?: boolean;
  /** File names are cut past this many characters. */
  readonly nameLimit?: number;
  readonly mark?: object;
}

function ChosenFiles({
  value,
  nameLimit,
  onChange,
}: Pick<FilePickerProps, "value" | "nameLimit" | "onChange">): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  return (
    <Group gap={6} mt={6} component="ul" className={styles.list ?? ""}>
      {value.map((file, index) => (
        <Pill
          key={`${file.name} ${index}`}
          component="li"
          title={`${file.name} · ${formatBytes(file.size, language)}`}
          className={styles.pill ?? ""}
        >
          {shortFileName(file.name, nameLimit)}
          <CloseButton
            size="xs"
            aria-label={t("removeFile", { name: file.name })}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </Pill>
      ))}
    </Group>
  );
}

/** A place to drop files on or to choose them from. */
export function FilePicker(props: FilePickerProps): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const id = useId();
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const reasons = (rejections: readonly FileRejection[]): string[] =>
    rejections.map(({ file, errors }) =>
      errors.some((error) => error.code === "file-too-large")
        ? t("fileTooLarge", { name: file.name, limit: formatBytes(props.maxBytes ?? 0, language) })
        : errors.some((error) => error.code === "too-many-files")
          ? t("fileTooMany")
          : t("fileWrongKind", { name: file.name }),
    );
  const errors = [...(props.errors ?? []), ...rejected];
  return (
    <Input.Wrapper
      label={props.label}
      labelElement="div"
      labelProps={{ id }}
      withAsterisk={props.required ?? false}
      error={errors.length > 0 ? errors.join(" / ") : undefined}
      {...(props.description === undefined ? {} : { description: props.description })}
    >
      <Dropzone
        {...props.mark}
        className={styles.zone ?? ""}
        multiple={props.multiple ?? false}
        disabled={props.disabled ?? false}
        {...(props.accept === undefined ? {} : { accept: mutable(props.accept) })}
        {...(props.maxBytes === undefined ? {} : { maxSize: props.maxBytes })}
        onDrop={(files) => {
          setRejected([]);
          props.onChange(props.multiple ? [...props.value, ...files] : files.slice(0, 1));
        }}
        onReject={(rejections) => setRejected([...new Set(reasons(rejections))])}
        inputProps={{ "aria-labelledby": id }}
        activateOnClick
        role="presentation"
        tabIndex={-1}
      >
        <Group gap="sm" justify="center" className={styles.inner ?? ""}>
          <IconUpload size={18} aria-hidden />
          <Text size="sm" c="dimmed">
            {t(props.multiple ? "dropFiles" : "dropFile")}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={props.disabled ?? false}
            aria-describedby={id}
            className={styles.choose ?? ""}
          >
            {t("chooseFile")}
          </Button>
        </Group>
      </Dropzone>
      {props.value.length > 0 && <ChosenFiles {...props} />}
    </Input.Wrapper>
  );
}

const mutable = (accept: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(accept).map(([mime, extensions]) => [mime, [...extensions]]));

const isFiles = (value: unknown): value is File[] =>
  Array.isArray(value) && value.every((item) => item instanceof File);

/** `FilePicker` in a form; the value is an array of files, also where only one may be chosen. */
export function FileField<Values extends object = never>(
  props: FieldOf<
    Values,
    readonly File[],
    FieldProps & Pick<FilePickerProps, "multiple" | "accept" | "maxBytes" | "nameLimit">
  >,
): ReactNode {
  const field = useField<File[]>(props.name, props.label, isFiles, []);
  const { name: _name, placeholder: _placeholder, autoFocus: _autoFocus, ...rest } = props;
  return (
    <FilePicker
      {...rest}
      value={field.value}
      onChange={field.onChange}
      errors={field.error === undefined ? [] : [field.error]}
      disabled={(props.disabled ?? false) || field.disabled}
      mark={field.mark}
    />
  );
}
