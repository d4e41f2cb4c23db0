import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';

export interface NameFormProps {
  /** The name to change; null names something new. */
  readonly name: string | null;
  readonly label: string;
  /** Shown in the empty field of something new. */
  readonly example: string;
  readonly maxLength: number;
  readonly submitLabel: string;
  /** Rejects with a problem whose message is shown. */
  readonly save: (name: string) => Promise<unknown>;
}

/** Names something new, or renames it. */
export function NameForm({ name: known, label, example, maxLength, submitLabel, save }: NameFormProps) {
  const form = useForm({
    initial: { name: known ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    submit: async ({ name }) => void (await save(name)),
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack gap={12}>
        <FormErrors errors={form.errors} />
        <TextInput
          label={label}
          placeholder={known === null ? `Name, such as ${example}` : undefined}
          maxLength={maxLength}
          autoComplete="off"
          {...form.text('name')}
        />
        <Row>
          <Button type="submit" variant={known === null ? 'secondary' : 'primary'} busy={form.busy}>
            {submitLabel}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
