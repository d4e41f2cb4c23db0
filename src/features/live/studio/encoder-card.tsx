import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { copyText } from '#components/community/share.ts';
import { useGetEncoderQuery, useRenewEncoderKeyMutation } from '#state/api/streams/own-streams.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

function Renewing({ onClose }: { onClose: () => void }) {
  const [renew, { isLoading }] = useRenewEncoderKeyMutation();
  const confirm = async () => {
    const { error } = await renew();
    if (error) toast.error(problemMessage(error));
    else toast.success('You have a new key');
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title="Replace the encoder key?"
      text="The current key stops working. Enter the new one in your encoder before your next stream."
      confirmLabel="Replace key"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Address and key for OBS and other encoders. */
export function EncoderCard() {
  const { data, error, isFetching, refetch } = useGetEncoderQuery();
  const [isShown, setIsShown] = useState(false);
  const [isRenewing, setIsRenewing] = useState(false);
  const text = 'In OBS, choose the service WHIP, then enter this server and bearer token.';
  return (
    <SectionCard title="OBS or another encoder" text={text}>
      {data ? (
        <Stack gap={12}>
          <TextInput label="Server" readOnly value={data.url} />
          <TextInput
            label="Bearer token"
            readOnly
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            value={data.key}
            hint="Anyone who has it can stream as you."
          />
          <Row>
            <Button onClick={() => void copyText(data.url, 'Server copied')}>Copy server</Button>
            <Button onClick={() => void copyText(data.key, 'Token copied')}>Copy token</Button>
            <Button variant="quiet" onClick={() => setIsShown(!isShown)}>
              {isShown ? 'Hide token' : 'Show token'}
            </Button>
            <Button variant="quietDanger" onClick={() => setIsRenewing(true)}>
              Replace token
            </Button>
          </Row>
        </Stack>
      ) : error ? (
        <ErrorState
          level={3}
          compact
          text={problemMessage(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading the encoder key">
          <SkeletonText lines={3} />
        </Skeleton>
      )}
      {isRenewing ? <Renewing onClose={() => setIsRenewing(false)} /> : null}
    </SectionCard>
  );
}
