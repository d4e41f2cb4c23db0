import { isComposing } from '#ui/forms/composing.ts';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { Release } from '#contract/content/releases.ts';
import { DocumentField } from '#components/people/accounts/identity-documents.tsx';
import { addRelease } from '#services/content/releases.ts';
import { api as records } from '#state/query/api.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { FormFieldsContext, useNewFormFields } from '#ui/forms/form-fields.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';

interface NewPersonProps {
  readonly onAdded: (release: Release) => void;
  readonly onCancel: () => void;
}

/** What is entered, and sending it once. */
function useNewPerson(onAdded: NewPersonProps['onAdded']) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState(0);
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter their legal name.' } : {}),
    submit: async ({ name }) => {
      setPercent(0);
      const release = await addRelease(api, {
        body: { name: name.trim() },
        files: file ? { release: file } : {},
        onProgress: setPercent,
      });
      dispatch(records.util.invalidateTags(['Releases']));
      onAdded(release);
    },
  });
  return { form, file, setFile, percent };
}

/** Adds a person without an account. Not a form element, because the editors that contain it are forms. */
export function NewPerson({ onAdded, onCancel }: NewPersonProps) {
  const fields = useNewFormFields();
  const { form, file, setFile, percent } = useNewPerson(onAdded);
  const send = () => {
    form.send();
    fields.submitted();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <FormFieldsContext value={fields}>
      <Stack gap={12} role="group" aria-label="Add a person">
        <FormErrors errors={form.errors} />
        <TextInput
          label="Legal name"
          hint="Only you and the site’s operators see it."
          autoComplete="off"
          maxLength={limits.text.name}
          required
          disabled={form.busy}
          onKeyDown={press}
          {...form.text('name')}
        />
        <DocumentField label="Signed release" file={file} onFile={setFile} disabled={form.busy} />
        {form.busy && file ? <Progress label="Uploading the release" percent={percent} /> : null}
        <Row>
          <Button variant="primary" onClick={send} busy={form.busy}>
            Add person
          </Button>
          <Button onClick={onCancel} disabled={form.busy}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </FormFieldsContext>
  );
}
