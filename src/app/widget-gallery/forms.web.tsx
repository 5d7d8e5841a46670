/** The form in its states: empty, refused with errors per field, refused as a whole, overtaken by somebody else. */
import { Group, SegmentedControl, SimpleGrid } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../ground/platform/web/http/transport.web.ts";
import {
  ClientField,
  MultiSelectField,
  RadioField,
  SelectField,
} from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField, DateTimeField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { RichTextField } from "../../ground/platform/web/inputs/editor.web.tsx";
import { FileField } from "../../ground/platform/web/inputs/files.web.tsx";
import {
  CheckboxField,
  Form,
  MoneyField,
  NumberField,
  PasswordField,
  TextareaField,
  TextField,
  useForm,
} from "../../ground/platform/web/inputs/form.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";

const answers = {
  saved: undefined,
  fields: new ApiError(400, "validation", "", {
    errors: { text: ["error 1", "error 2"], money: ["error"], date: ["error"], choice: ["error"], client: ["error"] },
  }),
  common: new ApiError(402, "refused", "", { errors: { common: ["art. 6:96 lid 6 BW"] } }),
  conflict: new ApiError(409, "conflict", "", {
    current: { version: 4, text: "Kanaalstraat 112-2", number: 7 },
    changedBy: "S. Visser",
    changedAt: "2026-11-20T09:12:00Z",
  }),
} as const;

type Answer = keyof typeof answers;
const isAnswer = (value: string): value is Answer => value in answers;
const choices = Array.from({ length: 12 }, (_, index) => ({ value: `c${index}`, label: `Choice ${index + 1}` }));

/** A field of each kind. */
function GalleryFields(): ReactNode {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <TextField name="text" label="TextField" required description="description" />
        <PasswordField name="password" label="PasswordField" autoComplete="new-password" />
        <NumberField name="number" label="NumberField" min={0} max={99} />
        <MoneyField name="money" label="MoneyField" />
        <DateField name="date" label="DateField" />
        <DateTimeField name="moment" label="DateTimeField" />
        <SelectField name="choice" label="SelectField" options={choices} clearable />
        <MultiSelectField name="several" label="MultiSelectField" options={choices} max={3} />
        <ClientField name="client" label="ClientField" />
        <RadioField name="radio" label="RadioField" options={choices.slice(0, 3)} />
        <FileField name="files" label="FileField" multiple />
      </SimpleGrid>
      <TextareaField name="area" label="TextareaField" />
      <RichTextField
        name="letter"
        label="RichTextField"
        height={120}
        variables={[{ name: "debtor.name", label: "debtor.name" }]}
        blocks={[{ name: "claimSpecification", label: "claimSpecification" }]}
      />
      <Group>
        <CheckboxField name="yes" label="CheckboxField" />
      </Group>
    </>
  );
}

export function GalleryForms(): ReactNode {
  const [answer, setAnswer] = useState<Answer>("fields");
  const form = useForm({
    version: 3,
    text: "",
    password: "",
    area: "",
    number: null,
    money: 123_456,
    yes: false,
    date: null,
    moment: null,
    choice: null,
    several: [],
    radio: "c1",
    client: null,
    files: [],
    letter: null,
  });
  const save = async (): Promise<void> => {
    const error = answers[answer];
    if (error) throw error;
  };
  return (
    <Section
      title="Form"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="answer"
          data={Object.keys(answers)}
          value={answer}
          onChange={(value) => isAnswer(value) && setAnswer(value)}
        />
      }
    >
      <Form form={form} onSave={save} onCancel={() => form.reset()} label="Form">
        <GalleryFields />
      </Form>
    </Section>
  );
}
