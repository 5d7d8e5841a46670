/** Every part of the web platform in every state, for looking at and for axe-core. Built in development and tests only. */
import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { PlainDate } from "../ground/kernel/dates.ts";
import {
  Copyable,
  DateText,
  LongText,
  Money,
  RelativeTime,
  Status,
} from "../ground/platform/web/content/values.web.tsx";
import { alert, confirm, openModal, promptText } from "../ground/platform/web/feedback/dialogs.web.tsx";
import { KeyHint, useKeys } from "../ground/platform/web/feedback/keys.web.tsx";
import { notify, type Variant } from "../ground/platform/web/feedback/notify.web.tsx";
import { ApiError } from "../ground/platform/web/http/transport.web.ts";
import { ClientPicker, RemoteSelect } from "../ground/platform/web/inputs/choices.web.tsx";
import { DatePicker, DateRange } from "../ground/platform/web/inputs/dates.web.tsx";
import { type EditorDocument, RichTextEditor } from "../ground/platform/web/inputs/editor.web.tsx";
import { FilePicker } from "../ground/platform/web/inputs/files.web.tsx";
import type { DateSpan } from "../ground/platform/web/inputs/filter.ts";
import {
  Empty,
  ErrorState,
  Facts,
  FilterChip,
  FilterRow,
  Loading,
  Page,
  Section,
  Strip,
} from "../ground/platform/web/pages/page.web.tsx";
import { AccessDenied } from "../ground/platform/web/pages/router.web.tsx";
import { GalleryLimits } from "./widget-gallery/choices.web.tsx";
import { GalleryForms } from "./widget-gallery/forms.web.tsx";
import { GalleryFlags, GalleryLog } from "./widget-gallery/log.web.tsx";
import { GalleryTables } from "./widget-gallery/tables.web.tsx";

const variants: readonly Variant[] = ["success", "info", "warning", "danger"];

export function WidgetGallery(): ReactNode {
  return (
    <Page title="Widget gallery" count="platform/web" actions={<Button>Button</Button>}>
      <Shown />
      <GalleryTables />
      <GalleryFlags />
      <GalleryLog />
      <GalleryForms />
      <Pickers />
      <GalleryLimits />
      <Over />
      <States />
    </Page>
  );
}

function Shown(): ReactNode {
  return (
    <>
      <Strip
        items={[
          { name: "Money", value: <Money cents={116_395} />, big: true },
          { name: "Money −", value: <Money cents={-1_234_56} /> },
          { name: "Money DKK", value: <Money cents={100} currency="DKK" /> },
          { name: "Money USD", value: <Money cents={100} currency="USD" /> },
          { name: "Money null", value: <Money cents={null} /> },
          { name: "DateText", value: <DateText value="2026-11-20" /> },
          { name: "listing", value: <DateText value="2026-11-20" format="listing" /> },
          { name: "HH:mm", value: <DateText value="2026-11-20T08:02:00Z" time="HH:mm" /> },
          { name: "hh:mm:ss", value: <DateText value="2026-11-20T20:02:09Z" time="hh:mm:ss" /> },
          { name: "?", value: <DateText value="20 november" /> },
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
        <Section title="Facts" aside="aside">
          <Facts
            items={[
              [
                "LongText",
                <LongText key="1">
                  {"Bakkerij en Banketbakkerij 't Hoekje van de Kerkstraat te Sint-Oedenrode V.O.F."}
                </LongText>,
              ],
              ["Copyable", <Copyable key="2" value="NL91ABNA0417164300" />],
              ["RelativeTime", <RelativeTime key="3" value="2026-11-18T13:12:00Z" now={Date.UTC(2026, 10, 20)} />],
              ["–", null],
            ]}
          />
        </Section>
        <Section title="Status">
          <Group>
            {(["neutral", "good", "warn", "bad", "accent"] as const).map((tone) => (
              <Status key={tone} tone={tone}>
                {tone}
              </Status>
            ))}
          </Group>
          <FilterRow end={<KeyHint>n</KeyHint>}>
            <FilterChip label="Klant" value="Zonnekracht Energie" onRemove={() => notify({ message: "FilterChip" })} />
            <FilterChip label="Fase" value="minnelijk" onRemove={() => notify({ message: "FilterChip" })} />
          </FilterRow>
        </Section>
      </SimpleGrid>
    </>
  );
}

function Pickers(): ReactNode {
  const [day, setDay] = useState<PlainDate | null>(null);
  const [range, setRange] = useState<DateSpan>({ from: "2026-11-01", until: "2026-11-20" });
  const [client, setClient] = useState<number | string | null>(null);
  const [clients, setClients] = useState<(number | string)[]>([]);
  const [files, setFiles] = useState<File[]>([new File(["x"], "zonnekracht-2026-04.csv")]);
  const [text, setText] = useState<EditorDocument | null>(null);
  return (
    <Section title="Pickers">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack gap="sm">
          <DatePicker label="DatePicker" value={day} onChange={setDay} />
          <DatePicker label="DatePicker error" value={day} onChange={setDay} error="error" />
          <DateRange value={range} onChange={setRange} />
          <ClientPicker label="ClientPicker" value={client} onChange={setClient} />
          <ClientPicker label="ClientPicker multiple" multiple value={clients} onChange={setClients} />
          <RemoteSelect
            label="RemoteSelect disabled"
            url="/api/customer/search"
            value={null}
            onChange={() => undefined}
            disabled
          />
        </Stack>
        <Stack gap="sm">
          <FilePicker label="FilePicker" value={[]} onChange={setFiles} maxBytes={1_000_000} />
          <FilePicker
            label="FilePicker multiple"
            multiple
            value={files}
            onChange={setFiles}
            errors={["error 1", "error 2"]}
          />
        </Stack>
      </SimpleGrid>
      <RichTextEditor
        label="RichTextEditor"
        height={200}
        value={text}
        onChange={setText}
        variables={[{ name: "debtor.name", label: "debtor.name" }]}
        blocks={[{ name: "claimSpecification", label: "claimSpecification" }]}
      />
    </Section>
  );
}

function openStack(): void {
  openModal({ title: "stack" }, () => (
    <Stack>
      <TextInput label="below" />
      <Button variant="default" onClick={() => void confirm()}>
        over
      </Button>
    </Stack>
  ));
}

function Over(): ReactNode {
  const [answer, setAnswer] = useState("");
  useKeys([{ key: "n", label: "notify", run: () => notify({ message: "n" }) }]);
  return (
    <Section title="Modals, notifications" aside={<output>{answer}</output>}>
      <Group gap="xs">
        <Button variant="default" onClick={async () => setAnswer(String(await confirm()))}>
          confirm
        </Button>
        <Button
          color="red"
          onClick={async () => setAnswer(String(await confirm("312?", { danger: true, yes: "Verstuur 312 brieven" })))}
        >
          confirm danger
        </Button>
        <Button variant="default" onClick={() => void alert("alert")}>
          alert
        </Button>
        <Button
          variant="default"
          onClick={async () => setAnswer(String(await promptText("promptText", { required: true })))}
        >
          promptText
        </Button>
        <Button variant="default" onClick={openStack}>
          stack
        </Button>
        {variants.map((variant) => (
          <Button key={variant} variant="default" onClick={() => notify({ message: `notify ${variant}`, variant })}>
            notify {variant}
          </Button>
        ))}
        <Button variant="default" onClick={() => notify({ message: "notify undo", undo: () => setAnswer("undo") })}>
          notify undo
        </Button>
      </Group>
    </Section>
  );
}

function States(): ReactNode {
  return (
    <Section title="States">
      <Loading />
      <ErrorState error={new ApiError(500, "internal", "500", {})} onRetry={() => undefined} />
      <ErrorState error={new ApiError(200, "reply", "reply", {})} />
      <Empty title="Empty" text="text" action={<Button variant="default">action</Button>} />
      <AccessDenied
        screen={{
          kind: "screen",
          path: "/widget-gallery",
          title: "",
          who: { kind: "all", roles: ["ROLE_MERGING", "ROLE_PROCESSING"] },
        }}
      />
    </Section>
  );
}
