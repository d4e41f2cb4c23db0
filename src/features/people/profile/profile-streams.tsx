import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { ReminderButton } from '#components/talk/streams/reminder-button.tsx';
import { isOnAir, viewersText } from '#components/talk/streams/stream-texts.ts';
import { StreamCountdown, StreamState } from '#components/talk/streams/stream-time.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './profile.module.css';

const StreamRow = ({ stream }: { stream: Stream }) => (
  <Row justify="between" gap={12}>
    <div className={styles.stream}>
      <StreamState state={stream.state} />
      <strong className={styles.streamTitle}>
        <Link href={routes.stream(stream._id)}>{stream.title}</Link>
      </strong>
      {isOnAir(stream) ? <span>{viewersText(stream.viewers)}</span> : <StreamCountdown stream={stream} />}
    </div>
    {isOnAir(stream) ? (
      <ButtonLink variant="primary" href={routes.stream(stream._id)}>
        Watch
      </ButtonLink>
    ) : (
      <ReminderButton stream={stream} />
    )}
  </Row>
);

/** The creator's live stream and the scheduled ones; nothing without any. */
export const ProfileStreams = ({ streams }: { streams: readonly Stream[] }) =>
  streams.length === 0 ? null : (
    <Card as="section" padding="tight" aria-label="Live streams">
      <Stack gap={12}>
        {streams.map((stream) => (
          <StreamRow key={stream._id} stream={stream} />
        ))}
      </Stack>
    </Card>
  );
