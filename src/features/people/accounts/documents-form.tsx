import { useState } from 'react';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { IdentityDocuments, type Documents } from '#components/people/accounts/identity-documents.tsx';
import { CreatorStatements, useStatements } from '#components/people/accounts/creator-statements.tsx';
import { getOwnPerformer, uploadDocuments } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

const none: Documents = { idFront: null, idBack: null };

/** Sends identity documents with the statements that belong to them, which are then reviewed. */
export function DocumentsForm({ performer }: { performer: OwnPerformer }) {
  const api = useApi();
  const { refetch } = useRead(getOwnPerformer);
  const [value, setValue] = useState(none);
  const statements = useStatements();
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setPercent(0);
    setProblem(null);
    try {
      const { idFront, idBack } = value;
      await uploadDocuments(api, {
        body: statements.version ? { statements: statements.version } : {},
        files: { ...(idFront ? { idFront } : {}), ...(idBack ? { idBack } : {}) },
        onProgress: setPercent,
      });
      setValue(none);
      toast.success('Your documents were sent for review');
      await refetch();
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setPercent(null);
    }
  };
  const count = performer.documents.length;
  return (
    <Stack>
      <p>
        {count === 0 ? 'You haven’t sent any documents yet.' : `You’ve sent ${plural(count, 'document')}.`}
      </p>
      {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
      <IdentityDocuments value={value} onChange={setValue} disabled={percent !== null} />
      <CreatorStatements statements={statements} disabled={percent !== null} />
      {percent === null ? null : <Progress label="Uploading your documents" percent={percent} />}
      <div>
        <Button
          onClick={() => void send()}
          busy={percent !== null}
          disabled={(!value.idFront && !value.idBack) || statements.version === null}
        >
          Send documents
        </Button>
      </div>
    </Stack>
  );
}
