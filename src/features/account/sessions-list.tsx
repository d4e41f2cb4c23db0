import { useState } from 'react';
import { problemMessage } from '#lib/problem';
import { useEndSessionMutation, useListSessionsQuery } from '#state/api-account';
import { Button } from '#ui/button';
import { Chip } from '#ui/chip';
import { RelativeTime } from '#ui/relative-time';
import { BoneText, Skeleton } from '#ui/skeleton';
import { Row, Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import { toast } from '#ui/toast';

/** "Firefox on Linux", as far as a browser tells. */
export function deviceName(userAgent: string): string {
  const browser = /Edg\//.test(userAgent) ? 'Edge' : (/Firefox|OPR|Chrome|Safari/.exec(userAgent)?.[0] ?? 'A browser');
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(userAgent)?.[0];
  return `${browser === 'OPR' ? 'Opera' : browser}${system ? ` on ${system === 'Mac OS' ? 'macOS' : system}` : ''}`;
}

/** Where the account is logged in; each other place can be logged out from here. */
export function SessionsList() {
  const { data, error, isFetching, refetch } = useListSessionsQuery();
  const [end] = useEndSessionMutation();
  const [ending, setEnding] = useState<string | null>(null);
  if (error && !data) return <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton><BoneText lines={3} /></Skeleton>;
  const stop = async (id: string) => {
    setEnding(id);
    const result = await end(id);
    if (result.error) toast.error(problemMessage(result.error));
    setEnding(null);
  };
  return (
    <Stack gap={12}>
      {data.data.map(({ _id, userAgent, lastSeenAt, current }) => (
        <Row key={_id} justify="between">
          <span>
            {deviceName(userAgent)} · <RelativeTime iso={lastSeenAt} />
          </span>
          {current ? <Chip>This one</Chip> : <Button onClick={() => void stop(_id)} busy={ending === _id}>Log out {deviceName(userAgent)}</Button>}
        </Row>
      ))}
    </Stack>
  );
}
