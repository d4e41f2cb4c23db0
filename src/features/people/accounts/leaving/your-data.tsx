import Download from 'lucide-react/icons/download';
import { saveUrl } from '#components/base/files/save-url.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import type { DataExport } from '#contract/across/leaving.ts';
import { formatBytes } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { getDataExport, requestDataExport } from '#services/across/leaving.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

function Latest({ latest }: { latest: DataExport }) {
  const { state, url, bytes, expiresAt } = latest;
  if (state === 'preparing')
    return (
      <p role="status">
        Your copy is being prepared. We’ll email you when it’s ready; you can leave this page.
      </p>
    );
  if (state === 'failed')
    return <Notice tone="warning">Your copy couldn’t be prepared. Try again, or contact us.</Notice>;
  return (
    <Row justify="between">
      <p role="status">
        Your copy is ready: {formatBytes(bytes ?? 0)}, available until {formatDay(expiresAt ?? '')}.
      </p>
      {url ? (
        <Button
          variant="primary"
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => saveUrl(url, 'my-data.zip')}
        >
          Download ZIP
        </Button>
      ) : null}
    </Row>
  );
}

const skeleton = (
  <Skeleton>
    <SkeletonText lines={2} />
  </Skeleton>
);

/** Asks for a copy of everything of one's own, and downloads it. */
export function YourData() {
  const request = useRead(getDataExport);
  const isPreparing = request.currentData?.export?.state === 'preparing';
  const [ask, { isLoading }] = useWrite(requestDataExport);
  const press = async () => {
    const { error } = await ask({});
    if (error) toast.error(problemMessage(error));
  };
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ export: latest }) => (
        <Stack gap={12}>
          {latest ? <Latest latest={latest} /> : null}
          {isPreparing ? null : (
            <div>
              <Button busy={isLoading} onClick={() => void press()}>
                {latest ? 'Request a new copy' : 'Request a copy'}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </LoadedView>
  );
}
