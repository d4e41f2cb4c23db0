import { useState } from 'react';
import { DocumentField } from '#components/people/accounts/identity-documents.tsx';
import { problemMessage } from '#lib/problem.ts';
import { replaceRelease } from '#services/content/releases.ts';
import { api as records } from '#state/query/api.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface ReleaseUploadProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Adds or replaces the signed release of a person, as soon as a file is picked. */
export function ReleaseUpload({ id, name, onClose }: ReleaseUploadProps) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (release: File | null) => {
    if (!release) return;
    setPercent(0);
    setProblem(null);
    try {
      await replaceRelease(api, { params: { id }, files: { release }, onProgress: setPercent });
      dispatch(records.util.invalidateTags(['Releases']));
      toast.success(`The release of ${name} was uploaded`);
      onClose();
    } catch (caught) {
      setProblem(problemMessage(caught));
      setPercent(null);
    }
  };
  return (
    <Stack gap={8}>
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      {percent === null ? (
        <DocumentField label={`Signed release of ${name}`} file={null} onFile={(file) => void send(file)} />
      ) : (
        <Progress label="Uploading the release" percent={percent} />
      )}
      <div>
        <Button onClick={onClose} disabled={percent !== null}>
          Cancel
        </Button>
      </div>
    </Stack>
  );
}
