/** Details of a timeline line: attachments, former texts, a request to change data. */
import { ActionIcon, Button, Checkbox, FileButton, Group, Stack, Table, Text } from "@mantine/core";
import { IconFile, IconPaperclip, IconPhoto, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type Previewed, PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { labelled, useAnyText, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, FileName, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Attachment,
  addAttachments,
  listAttachments,
  readAttachment,
  removeAttachment,
  restoreAttachment,
  zipAttachments,
} from "../attachments/attachments.contract.ts";
import type { RequestField } from "../change-requests/change-request.ts";
import { listLogs } from "../logs.contract.ts";
import styles from "../logs.module.css";
import { acceptChange, type ChangeRequestData, listFormer, readChange, rejectChange } from "./line-details.contract.ts";
import type { logWorkTexts } from "./line-details.texts.ts";

export const useWorkTexts = () => useTexts<typeof logWorkTexts>("log-work");

const isImage = (mime: string): boolean => /^image\/(png|jpeg|gif)$/.test(mime);

/** The attachments of a line, to be looked at, saved and taken off with a way back. */
export function LogAttachments(props: {
  items: readonly Attachment[];
  /** What else is said of each. */
  about?: (item: Attachment) => ReactNode;
}): ReactNode {
  const { items, about } = props;
  const t = useWorkTexts();
  const language = useLanguage();
  const remove = useAct(removeAttachment, { invalidates: [listLogs, listAttachments] });
  const restore = useAct(restoreAttachment, { invalidates: [listLogs, listAttachments] });
  const takeOff = async ({ id, name }: Attachment): Promise<void> => {
    if (!(await remove.run({ params: { id } }))) return;
    const undo = async (): Promise<void> => void (await restore.run({ params: { id } }));
    notify({ message: t("removed", { name }), variant: "success", undo });
  };
  return items.map((item) => (
    <div key={item.id} className={styles.attachment}>
      {isImage(item.mime) ? <IconPhoto size={14} aria-hidden /> : <IconFile size={14} aria-hidden />}
      <div>
        {item.erased ? <FileName>{item.name}</FileName> : <AttachmentName item={item} among={items} />}
        <Text size="xs" c="dimmed" span>
          {item.erased ? erasedText(t, item.erased) : formatBytes(item.sizeBytes, language)}
          {!item.erased && !item.scanned && ` · ${t("unscanned")}`}
        </Text>
      </div>
      {about?.(item)}
      {item.removable && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={labelled(t("remove"), item.name)}
          title={t("remove")}
          onClick={() => void takeOff(item)}
        >
          <IconX size={12} />
        </ActionIcon>
      )}
    </div>
  ));
}

/** Why an attachment can be read no more. */
const erasedText = (t: ReturnType<typeof useWorkTexts>, { at, months }: NonNullable<Attachment["erased"]>): string =>
  months % 12 === 0
    ? t("erasedYears", { on: dateText(at), years: months / 12 })
    : t("erasedMonths", { on: dateText(at), months });

const shownInPage = (mime: string): boolean => isImage(mime) || mime === "application/pdf" || mime === "text/plain";

const previewed = ({ id, name }: Attachment): Previewed => ({
  name,
  href: addressOf(readAttachment, { params: { id }, query: { inline: "true" } }),
});

/** Looked at in the page together with its neighbours where it can be, else saved. */
function AttachmentName({ item, among }: { item: Attachment; among: readonly Attachment[] }): ReactNode {
  if (shownInPage(item.mime)) {
    const documents = among.filter(({ erased, mime }) => erased === null && shownInPage(mime)).map(previewed);
    return <PreviewLink document={previewed(item)} among={documents} />;
  }
  return (
    <a className="v-link" href={addressOf(readAttachment, { params: { id: item.id }, query: {} })} download>
      <FileName>{item.name}</FileName>
    </a>
  );
}

/** Hangs files on a line. */
export function AttachButton({ logId }: { logId: number }): ReactNode {
  const t = useWorkTexts();
  const add = useAct(addAttachments, { invalidates: [listLogs, listAttachments] });
  const send = async (chosen: File[]): Promise<void> => {
    if (chosen.length === 0) return;
    const files = Object.fromEntries(chosen.map((file, at) => [`files[${at}]`, file]));
    const made = await add.run({ params: { id: logId }, files });
    if (made) notify({ message: t("attached", { count: made.items.length }), variant: "success" });
  };
  return (
    <Guard who={addAttachments.who}>
      <FileButton multiple onChange={(files) => void send(files)}>
        {(props) => (
          <button {...props} type="button" className="v-link" disabled={add.isPending}>
            {t("attach")}
          </button>
        )}
      </FileButton>
    </Guard>
  );
}

/** All attachments of a file in one place, and as a ZIP. */
export function FileAttachments(props: {
  fileId: number;
  /** What else is said of each. */
  about?: (item: Attachment) => ReactNode;
}): ReactNode {
  const { fileId, about } = props;
  const t = useWorkTexts();
  const list = useCall(listAttachments, { params: { id: fileId } });
  return (
    <Section
      title={t("attachments")}
      aside={
        list.data?.items.some(({ erased }) => erased === null) ? (
          <a className="v-link" href={addressOf(zipAttachments, { params: { id: fileId } })} download>
            <IconPaperclip size={12} aria-hidden /> {t("allAsZip")}
          </a>
        ) : undefined
      }
    >
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("noAttachments")}
            </Text>
          ) : (
            <LogAttachments items={items} {...(about && { about })} />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The texts that a line had before. */
export function FormerTexts({ logId }: { logId: number }): ReactNode {
  const t = useWorkTexts();
  const language = useLanguage();
  const former = useCall(listFormer, { params: { id: logId } });
  return (
    <Loaded of={former}>
      {({ items }) => (
        <Stack gap="md">
          {items.map((item) => (
            <div key={item.version}>
              <Text fw={600}>{item.subject}</Text>
              {item.content !== null && <Text style={{ whiteSpace: "pre-wrap" }}>{item.content}</Text>}
              <Text size="xs" c="dimmed">
                {t("replacedBy", {
                  date: dateText(item.replacedAt, { time: "HH:mm" }, language),
                  name: item.userName,
                })}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

const tones = { open: "warn", accepted: "good", rejected: "bad" } as const;

/** A request to change data: what was, is and would be; accepted it is applied, rejected it is answered. */
export function ChangeRequest(props: { logId: number; onChanged?: (() => void) | undefined }): ReactNode {
  const read = useCall(readChange, { params: { id: props.logId } });
  return <Loaded of={read}>{(request) => <ShownChange request={request} onChanged={props.onChanged} />}</Loaded>;
}

function ShownChange(props: { request: ChangeRequestData; onChanged?: (() => void) | undefined }): ReactNode {
  const t = useWorkTexts();
  const any = useAnyText();
  const { request, onChanged } = props;
  const decides = useMay(acceptChange) && request.state === "open";
  const [left, leave] = useState<readonly RequestField[]>([]);
  const toggle = (field: RequestField): void =>
    leave(left.includes(field) ? left.filter((each) => each !== field) : [...left, field]);
  return (
    <Stack gap="sm">
      <Table className={styles.change ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("field")}</Table.Th>
            <Table.Th>{t("before")}</Table.Th>
            <Table.Th>{t("now")}</Table.Th>
            <Table.Th>{t("wanted")}</Table.Th>
            {decides && <Table.Th>{t("takeOver")}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {request.fields.map(({ field, before, now, wanted }) => (
            <Table.Tr key={field}>
              <Table.Td>{any(`files.${field}`)}</Table.Td>
              <Table.Td c="dimmed" data-label={t("before")}>
                {before ?? "–"}
              </Table.Td>
              <Table.Td data-label={t("now")}>{now ?? "–"}</Table.Td>
              <Table.Td fw={600} data-label={t("wanted")}>
                {wanted ?? "–"}
              </Table.Td>
              {decides && (
                <Table.Td data-label={t("takeOver")}>
                  <Checkbox
                    size="xs"
                    aria-label={labelled(t("takeOver"), any(`files.${field}`))}
                    checked={!left.includes(field)}
                    onChange={() => toggle(field)}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm">
        <Status tone={tones[request.state]}>{t(`changeState_${request.state}`)}</Status>
        {request.decidedBy !== null && ` ${t("decided", { name: request.decidedBy })}`}
        {request.answer !== null && `: ${request.answer}`}
      </Text>
      {request.state === "open" && <Decide request={request} left={left} onChanged={onChanged} />}
    </Stack>
  );
}

interface DecideProps {
  readonly request: ChangeRequestData;
  /** The fields that are not taken over. */
  readonly left: readonly RequestField[];
  readonly onChanged?: (() => void) | undefined;
}

function Decide(props: DecideProps): ReactNode {
  const t = useWorkTexts();
  const { request, left, onChanged } = props;
  const chosen = request.fields.map(({ field }) => field).filter((field) => !left.includes(field));
  const accept = useAct(acceptChange, { invalidates: [readChange, listLogs] });
  const reject = useAct(rejectChange, { invalidates: [readChange, listLogs] });
  const params = { id: request.logId };
  const yes = async (): Promise<void> => {
    const { version } = request;
    if (left.length === 0) {
      if (await accept.run({ params, body: { version } })) onChanged?.();
      return;
    }
    const words = await promptText(t("partNeedsAnswer"), { title: t("changeTitle"), required: true });
    if (words === undefined) return;
    const body = { version, fields: chosen, answer: words.trim().slice(0, 1000) };
    if (await accept.run({ params, body })) onChanged?.();
  };
  const no = async (): Promise<void> => {
    const words = await promptText(t("rejectWhy"), { title: t("reject") });
    if (words === undefined || words.trim() === "") return;
    if (await reject.run({ params, body: { version: request.version, answer: words } })) onChanged?.();
  };
  return (
    <Guard who={acceptChange.who}>
      <Group justify="flex-end">
        <Button variant="default" loading={reject.isPending} onClick={() => void no()}>
          {t("reject")}
        </Button>
        <Button loading={accept.isPending} disabled={chosen.length === 0} onClick={() => void yes()}>
          {left.length === 0 ? t("accept") : t("acceptPart", { count: chosen.length, total: request.fields.length })}
        </Button>
      </Group>
    </Guard>
  );
}
