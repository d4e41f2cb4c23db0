import type { FileView } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { openCaseFile } from '#services/across/operator/moderation.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

const Opened = ({ file }: { file: FileView }) =>
  file.mime.startsWith('image/') && file.sizes.length > 0 ? (
    <Picture sources={file.sizes} alt={file.alt ?? 'Reported picture'} ratio={1} sizes="160px" />
  ) : file.url === null ? (
    <p>This file can’t be shown.</p>
  ) : (
    <a href={file.url} target="_blank" rel="noreferrer">
      Open {file.mime}
    </a>
  );

/** A file of a case: blurred until it is opened, which the audit log notes. */
export function CaseFile({ caseId, file }: { caseId: string; file: FileView }) {
  const [open, { data, isLoading }] = useWrite(openCaseFile);
  const press = async () => {
    const { error } = await open({ params: { id: caseId, fileId: file._id }, body: {} });
    if (error) toast.error(problemMessage(error));
  };
  if (data) return <Opened file={data} />;
  return (
    <Stack gap={8}>
      {file.thumbnails.length > 0 ? (
        <Picture sources={file.thumbnails} alt="" ratio={1} sizes="160px" />
      ) : null}
      <Button busy={isLoading} onClick={() => void press()}>
        Open {file.mime.startsWith('image/') ? 'picture' : file.mime.split('/')[0]}
      </Button>
    </Stack>
  );
}
