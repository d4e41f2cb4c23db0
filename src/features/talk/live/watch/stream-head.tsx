import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Share from 'lucide-react/icons/share';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { formatDuration } from '#lib/format.ts';
import { againstPerson, reportItem } from '#components/people/accounts/person-menu.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { share } from '#components/content/community/share.ts';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { formatTerms, isOnAir, viewersText } from '#components/talk/streams/stream-texts.ts';
import { StreamState } from '#components/talk/streams/stream-time.tsx';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from './stream.module.css';

/** For how long the stream has been running, by the server's clock. */
function Elapsed({ stream: { startedAt, serverTime } }: { stream: Stream }) {
  const time = useServerNow(serverTime, startedAt !== null);
  if (startedAt === null) return null;
  const seconds = Math.max(0, Math.floor((time - Date.parse(startedAt)) / 1000));
  return (
    <span role="timer" aria-live="off" aria-label="Running time">
      {formatDuration(seconds)}
    </span>
  );
}

interface StreamHeadProps {
  readonly stream: Stream;
  readonly own: boolean;
  /** The server ended the viewer’s access. */
  readonly isRemoved: boolean;
}

function Actions({ stream, own, isRemoved }: StreamHeadProps) {
  const { performer, title, _id } = stream;
  const { tipStream } = usePurchases();
  return (
    <Row>
      {own ? (
        <ButtonLink href={routes.creatorLive}>Manage stream</ButtonLink>
      ) : isOnAir(stream) && !isRemoved ? (
        <Button
          icon={<CircleDollarSign size={18} aria-hidden="true" />}
          onClick={() => tipStream(performer, _id)}
        >
          Tip
        </Button>
      ) : null}
      <Button icon={<Share size={18} aria-hidden="true" />} onClick={() => share(routes.stream(_id), title)}>
        Share
      </Button>
      {own ? null : (
        <Menu
          label={`More about ${performer.name}`}
          items={[
            reportItem({ type: 'stream', id: _id, name: 'this stream' }),
            ...againstPerson(performer, routes.live),
          ]}
          trigger={(trigger) => (
            <IconButton {...trigger} label={`More about ${performer.name}`}>
              <Ellipsis size={20} />
            </IconButton>
          )}
        />
      )}
    </Row>
  );
}

/** Creator, state, viewers and time, and what can be done about it. */
export function StreamHead(props: StreamHeadProps) {
  const { stream } = props;
  const rate = useRate();
  return (
    <>
      <div className={styles.facts}>
        <StreamState state={stream.state} />
        {isOnAir(stream) ? (
          <>
            <span>{viewersText(stream.viewers)}</span>
            <Elapsed stream={stream} />
          </>
        ) : null}
        {formatTerms(stream, rate).map((term) => (
          <Chip key={term}>{term}</Chip>
        ))}
      </div>
      <Row justify="between" gap={16}>
        <div className={styles.by}>
          <Person person={stream.performer} />
        </div>
        <Actions {...props} />
      </Row>
    </>
  );
}
