import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { LoadedView } from '#components/lists/loaded-view.tsx';
import { useEndSessionMutation, useListSessionsQuery } from '#state/api/accounts.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

// Most specific first: Edge and Opera also contain "Chrome", Chrome contains "Safari", and Android contains
// "Linux".
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux", as far as the user agent tells. */
export function deviceName(userAgent: string): string {
  const first = (known: readonly (readonly [sign: string, name: string])[]) =>
    known.find(([sign]) => userAgent.includes(sign))?.[1];
  const system = first(systems);
  return `${first(browsers) ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`;
}

/** The account's sessions, each with a button to end it. */
export function SessionsList() {
  const request = useListSessionsQuery();
  const [end] = useEndSessionMutation();
  const [ending, setEnding] = useState<string | null>(null);
  const stop = async (id: string) => {
    setEnding(id);
    const result = await end(id);
    if (result.error) toast.error(problemMessage(result.error));
    setEnding(null);
  };
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={3} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ data: sessions }) => (
        <Stack gap={12}>
          {sessions.map(({ _id, userAgent, lastSeenAt, current }) => (
            <Row key={_id} justify="between">
              <span>
                {deviceName(userAgent)} · <RelativeTime iso={lastSeenAt} />
              </span>
              {current ? (
                <Chip>This device</Chip>
              ) : (
                <Button onClick={() => void stop(_id)} busy={ending === _id}>
                  Log out {deviceName(userAgent)}
                </Button>
              )}
            </Row>
          ))}
        </Stack>
      )}
    </LoadedView>
  );
}
