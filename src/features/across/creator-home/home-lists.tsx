import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { TimeAhead } from '#components/trade/payouts/payout-time.tsx';
import { planAdjectives } from '#lib/plans/words.ts';
import type { CreatorHome } from '#services/money/earnings.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Table } from '#ui/layout/table.tsx';
import styles from './creator-home.module.css';

export const NewestSubscribers = ({ people }: { people: CreatorHome['newestSubscribers'] }) => (
  <SectionCard title="Newest subscribers" actions={<Link href={routes.subscribers}>All subscribers</Link>}>
    {people.length === 0 ? (
      <p>People who subscribe to you appear here.</p>
    ) : (
      <ul className={styles.list}>
        {people.map(({ user, type, startedAt }) => (
          <li key={user._id} className={styles.line}>
            <div className={styles.words}>
              <Person
                person={user}
                size={40}
                aside={
                  <>
                    <span>{planAdjectives[type]}</span>
                    <RelativeTime iso={startedAt} />
                  </>
                }
              />
            </div>
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);

export const BestPosts = ({
  posts,
  days,
}: {
  posts: CreatorHome['bestPosts'];
  days: CreatorHome['figures']['last'];
}) => (
  <SectionCard title="Top posts" actions={<Link href={routes.creatorPosts}>All posts</Link>}>
    {posts.length === 0 ? (
      <p>Posts with earnings or likes in the last 28 days appear here.</p>
    ) : (
      <Table
        caption="Top posts of the last 28 days"
        rows={posts}
        getKey={({ _id }) => _id}
        columns={[
          {
            key: 'post',
            title: 'Post',
            main: true,
            cell: ({ _id, title, publishedAt }) => (
              <Link href={routes.feed(_id)}>{title ?? `Post of ${formatDay(publishedAt)}`}</Link>
            ),
          },
          { key: 'likes', title: 'Likes', end: true, cell: ({ likes }) => formatNumber(likes) },
          {
            key: 'earned',
            title: 'You earned',
            end: true,
            cell: ({ _id, earned }) => (
              <Link
                className={styles.figure}
                href={{
                  pathname: routes.earnings,
                  query: { from: days.from, to: days.to, item: `feed:${_id}` },
                }}
              >
                <Money cents={earned} />
              </Link>
            ),
          },
        ]}
      />
    )}
  </SectionCard>
);

const kinds: Readonly<Record<CreatorHome['scheduled'][number]['kind'], string>> = {
  post: 'Post',
  message: 'Message',
  mass_message: 'Mass message',
  stream: 'Stream',
};

export const Scheduled = ({ planned }: { planned: CreatorHome['scheduled'] }) => (
  <SectionCard title="Scheduled" actions={<Link href={routes.postCalendar}>Calendar</Link>}>
    {planned.length === 0 ? (
      <p>Posts, messages and streams that you schedule appear here.</p>
    ) : (
      <ul className={styles.list}>
        {planned.map(({ kind, _id, title, at, href }) => (
          <li key={_id} className={styles.line}>
            <span className={styles.words}>
              <Link href={href}>{title === null ? kinds[kind] : `${kinds[kind]}: ${title}`}</Link>
              <span className={styles.hint}>
                <TimeAhead iso={at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);

type Payout = CreatorHome['nextPayout'];

const inProgress: Readonly<Partial<Record<NonNullable<Payout['request']>['state'], string>>> = {
  pending: 'Waiting for review.',
  approved: 'Approved.',
  processing: 'In transit.',
};

function PayoutWords({ payout: { canRequest, from, minimum, blocks } }: { payout: Payout }) {
  if (canRequest) return <p>Available now.</p>;
  return (
    <Stack gap={4}>
      {blocks.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {from ? (
        <p>
          The minimum of <Money cents={minimum} /> will be available on <TimeAhead iso={from} />.
        </p>
      ) : null}
    </Stack>
  );
}

/** The payout in progress, or what is available, and from when a payout can be asked for. */
export function NextPayout({ payout }: { payout: Payout }) {
  const { request, available, canRequest } = payout;
  return (
    <SectionCard title="Next payout" actions={<Link href={routes.creatorPayouts}>All payouts</Link>}>
      {request ? (
        <Stack gap={8}>
          <Link href={routes.payout(request._id)} className={styles.figure}>
            <Money cents={request.amount} className={styles.amount} />
          </Link>
          <p>
            Requested on {formatDay(request.createdAt)}. {inProgress[request.state]}
          </p>
        </Stack>
      ) : (
        <Stack gap={8}>
          <Link href={routes.creatorPayouts} className={styles.figure}>
            <Money cents={available} className={styles.amount} />
          </Link>
          <PayoutWords payout={payout} />
          {canRequest ? (
            <div>
              <ButtonLink href={routes.newPayout}>Request payout</ButtonLink>
            </div>
          ) : null}
        </Stack>
      )}
    </SectionCard>
  );
}
