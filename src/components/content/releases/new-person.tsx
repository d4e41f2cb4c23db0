import { isComposing } from '#ui/forms/composing.ts';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { Release } from '#contract/content/releases.ts';
import { DocumentField } from '#components/people/accounts/identity-documents.tsx';
import { problemMessage } from '#lib/problem.ts';
import { addRelease } from '#services/content/releases.ts';
import { api as records } from '#state/query/api.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

interface NewPersonProps {
  readonly onAdded: (release: Release) => void;
  readonly onCancel: () => void;
}

/** What is entered, and sending it once. */
function useNewPerson(onAdded: NewPersonProps['onAdded']) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (percent !== null) return;
    setProblem(null);
    if (name.trim() === '') return setError('Enter their legal name.');
    setPercent(0);
    try {
      const release = await addRelease(api, {
        body: { name: name.trim() },
        files: file ? { release: file } : {},
        onProgress: setPercent,
      });
      dispatch(records.util.invalidateTags(['Releases']));
      onAdded(release);
    } catch (caught) {
      setProblem(problemMessage(caught));
      setPercent(null);
    }
  };
  const rename = (text: string) => {
    setName(text);
    setError(null);
  };
  return { name, rename, file, setFile, percent, error, problem, send };
}

/** Adds a person without an account. Not a form of its own, because the editors that contain it are forms. */
export function NewPerson({ onAdded, onCancel }: NewPersonProps) {
  const { name, rename, file, setFile, percent, error, problem, send } = useNewPerson(onAdded);
  const isBusy = percent !== null;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    void send();
  };
  return (
    <Stack gap={12} role="group" aria-label="Add a person">
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      <TextInput
        label="Legal name"
        hint="Only you and the site’s operators see it."
        autoComplete="off"
        maxLength={limits.text.name}
        required
        disabled={isBusy}
        value={name}
        error={error}
        onKeyDown={press}
        onChange={({ target }) => rename(target.value)}
      />
      <DocumentField label="Signed release" file={file} onFile={setFile} disabled={isBusy} />
      {isBusy && file ? <Progress label="Uploading the release" percent={percent} /> : null}
      <Row>
        <Button variant="primary" onClick={() => void send()} busy={isBusy}>
          Add person
        </Button>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </Row>
    </Stack>
  );
}
