/** The limits of pickers: many options, dates between two days, a client picker that is used wrongly. */
import { Button, Group, SimpleGrid } from "@mantine/core";
import { Component, type ReactNode, useState } from "react";
import { parsePlainDate } from "../../ground/kernel/dates.ts";
import { ClientPicker, MultiSelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField, DateTimeField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { type EditorDocument, RichTextEditor } from "../../ground/platform/web/inputs/editor.web.tsx";
import { Form, useForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";

const many = Array.from({ length: 1200 }, (_, index) => ({ value: `m${index}`, label: `Option ${index + 1}` }));

/** Shows what its content complains about, instead of the whole page doing so. */
class Complaint extends Component<{ children: ReactNode }, { error: string }> {
  override state = { error: "" };
  static getDerivedStateFromError(error: unknown): { error: string } {
    return { error: String(error) };
  }
  override render(): ReactNode {
    return this.state.error === "" ? this.props.children : <output aria-label="complaint">{this.state.error}</output>;
  }
}

const wrong = {
  several: { label: "ClientPicker", multiple: true, value: 12, onChange: () => undefined },
  single: { label: "ClientPicker", value: [12], onChange: () => undefined },
  // What the compiler refuses: the values come as data here, as they might from an address.
} as unknown as Readonly<Record<string, Parameters<typeof ClientPicker>[0]>>;

export function GalleryLimits(): ReactNode {
  const form = useForm({ many: [], day: null, moment: null });
  const [misuse, setMisuse] = useState("");
  const [text, setText] = useState<EditorDocument | null>(null);
  const [editing, setEditing] = useState(false);
  const misused = wrong[misuse];
  return (
    <Section title="Limits" aside={<output aria-label="limits">{JSON.stringify(form.values)}</output>}>
      <Form form={form} onSave={async () => undefined} label="Limits">
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          <MultiSelectField name="many" label="Many options" options={many} />
          <DateField
            name="day"
            label="Day in limits"
            min={parsePlainDate("2026-11-10")}
            max={parsePlainDate("2026-11-25")}
          />
          <DateTimeField name="moment" label="Moment" />
        </SimpleGrid>
      </Form>
      <Group my="sm">
        {Object.keys(wrong).map((name) => (
          <Button key={name} variant="default" onClick={() => setMisuse(name)}>
            misuse {name}
          </Button>
        ))}
      </Group>
      {misused && (
        <Complaint key={misuse}>
          <ClientPicker {...misused} />
        </Complaint>
      )}
      {editing ? (
        <RichTextEditor label="RichTextEditor of the house" value={text} onChange={setText} />
      ) : (
        <Button variant="default" onClick={() => setEditing(true)}>
          write
        </Button>
      )}
    </Section>
  );
}
