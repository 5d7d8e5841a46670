/**
 * The form: Mantine's values, the server's errors beside the fields, a red alert for common ones, and on a version conflict both
 * versions side by side with nothing typed lost (specification, point 5; "how it looks and feels", 5 and 6).
 *
 * const form = useCallForm(createMerchant, { name: "", client: null });
 * <Form form={form} onSave={(body) => create.mutateAsync({ body })} onCancel={close}>
 *   <TextField name="name" label={t("name")} required />
 * </Form>
 */
export * from "./form/fields.web.tsx";
export { type OnTyping, useHeld, useHeldForm, useTellTyping } from "./form/held.web.ts";
export * from "./text-form.web.tsx";
