import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { copyText } from '#components/content/community/share.ts';
import { getEncoder, renewEncoderKey } from '#services/talk/streams/own-streams.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

function Replacing({ onClose }: { onClose: () => void }) {
  const [renew, { isLoading }] = useWrite(renewEncoderKey);
  const confirm = async () => {
    const { error } = await renew({});
    if (error) toast.error(problemMessage(error));
    else toast.success('You have a new token');
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title="Replace the token?"
      text="The current token stops working. Enter the new one in your encoder before your next stream."
      confirmLabel="Replace token"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** The token as long as it can be seen, which is once. */
function Token({ value }: { value: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <TextInput
        label="Bearer token"
        readOnly
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={value}
        hint="Copy it now: it’s shown only once. Anyone who has it can stream as you."
      />
      <Row>
        <Button onClick={() => void copyText(value, 'Token copied')}>Copy token</Button>
        <Button variant="quiet" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide token' : 'Show token'}
        </Button>
      </Row>
    </>
  );
}

function TokenButton({ hasKey }: { hasKey: boolean }) {
  const [isReplacing, setIsReplacing] = useState(false);
  const [create, { isLoading }] = useWrite(renewEncoderKey);
  if (!hasKey)
    return (
      <Button
        variant="primary"
        busy={isLoading}
        onClick={() => void create({}).then(({ error }) => error && toast.error(problemMessage(error)))}
      >
        Create token
      </Button>
    );
  return (
    <>
      <Button variant="quietDanger" onClick={() => setIsReplacing(true)}>
        Replace token
      </Button>
      {isReplacing ? <Replacing onClose={() => setIsReplacing(false)} /> : null}
    </>
  );
}

/** Address and key for OBS and other encoders. */
export function EncoderCard() {
  const { data, error, isFetching, refetch } = useRead(getEncoder);
  const text = 'In OBS, choose the service WHIP, then enter this server and bearer token.';
  return (
    <SectionCard title="OBS or another encoder" text={text}>
      {data ? (
        <Stack gap={12}>
          <TextInput label="Server" readOnly value={data.url} />
          {data.key === null ? (
            <p>
              {data.hasKey
                ? 'Your token was shown when it was created. If you no longer have it, replace it.'
                : 'You don’t have a token yet. It ends when you change your password.'}
            </p>
          ) : (
            <Token value={data.key} />
          )}
          <Row>
            <Button onClick={() => void copyText(data.url, 'Server copied')}>Copy server</Button>
            <TokenButton hasKey={data.hasKey} />
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
        <Skeleton label="Loading the encoder token">
          <SkeletonText lines={3} />
        </Skeleton>
      )}
    </SectionCard>
  );
}
