import type { ReplyOf } from '#contract/core/registry.ts';
import { countryName } from '#lib/country-names.ts';
import { deviceName } from '#lib/device/device-name.ts';
import { problemMessage } from '#lib/problem.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { endOtherSessions, endSession, listSessions } from '#services/people/auth/auth.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';

type Session = ReplyOf<'GET /auth/sessions'>['data'][number];

function SessionRow({ session }: { session: Session }) {
  const [end, { isLoading }] = useWrite(endSession);
  const { _id, userAgent, country, lastSeenAt, current } = session;
  const device = deviceName(userAgent);
  const stop = async () => {
    const { error } = await end({ params: { id: _id } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`Logged out ${device}`);
  };
  return (
    <Row justify="between">
      <div>
        {device}
        <div className={styles.quiet}>
          {countryName(country)} · last used <RelativeTime iso={lastSeenAt} inSentence />
        </div>
      </div>
      {current ? (
        <Chip>This device</Chip>
      ) : (
        <Button onClick={() => void stop()} busy={isLoading}>
          Log out {device}
        </Button>
      )}
    </Row>
  );
}

function EndOthers() {
  const [end, { isLoading }] = useWrite(endOtherSessions);
  const stop = async () => {
    const { error } = await end({});
    if (error) toast.error(problemMessage(error));
    else toast.success('All other devices are logged out');
  };
  return (
    <Row>
      <Button onClick={() => void stop()} busy={isLoading}>
        Log out all other devices
      </Button>
    </Row>
  );
}

/** The account's sessions, each with a button to end it, and one for all but this one. */
export function SessionsList() {
  const request = useRead(listSessions);
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={3} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ data: sessions }) => (
        <Stack gap={12}>
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
          {sessions.some(({ current }) => !current) ? <EndOthers /> : null}
        </Stack>
      )}
    </LoadedView>
  );
}
