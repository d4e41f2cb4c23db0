import { useState } from 'react';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { planLabels } from '#lib/plans/words.ts';
import type { FanPanel as Panel } from '#contract/trade/broadcasts/fan-panel.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatTokens } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { addFanListMember, removeFanListMember } from '#services/trade/broadcasts/fan-lists.ts';
import { getFanPanel, setFanNote } from '#services/trade/broadcasts/fan-panel.ts';
import { listScheduledMessages } from '#services/trade/broadcasts/scheduled-messages.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './fan-panel.module.css';
import { ScheduledMessages } from './scheduled-list.tsx';

const states = {
  incomplete: 'Not paid yet',
  active: 'Active',
  past_due: 'Payment overdue',
  cancelled: 'Canceled',
  expired: 'Ended',
} as const;

function Subscription({ subscription }: { subscription: Panel['subscription'] }) {
  if (!subscription) return <dd>Never subscribed</dd>;
  const { type, state, price, startedAt, periodEnd, renews } = subscription;
  const until = state === 'expired' ? 'Ended' : renews ? 'Renews' : 'Ends';
  return (
    <>
      <dd>
        {planLabels[type]}, {states[state].toLowerCase()}
      </dd>
      <dd>Since {formatDay(startedAt)}</dd>
      {periodEnd ? (
        <dd>
          {until} on {formatDay(periodEnd)}
          {renews && price > 0 ? (
            <>
              {' '}
              for <Money cents={price} />
            </>
          ) : null}
        </dd>
      ) : null}
    </>
  );
}

const Facts = ({ panel: { earned, followedAt, subscription } }: { panel: Panel }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Earned in total</dt>
      <dd>
        <Money cents={earned.total} />
      </dd>
    </div>
    <div>
      <dt>Earned this month</dt>
      <dd>
        <Money cents={earned.thisMonth} />
      </dd>
    </div>
    <div>
      <dt>Subscription</dt>
      <Subscription subscription={subscription} />
    </div>
    <div>
      <dt>Following</dt>
      <dd>{followedAt ? `Since ${formatDay(followedAt)}` : 'No'}</dd>
    </div>
  </dl>
);

type Purchase = Panel['purchases'][number];
const kinds: Readonly<Record<Purchase['kind'], string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  message: 'Message',
  stream: 'Stream',
};

/** Where the creator finds what was bought; null for what has no page. */
function purchasePath({ kind, itemId, seq }: Purchase, conversationId: string): string | null {
  if (kind === 'feed') return routes.feed(itemId);
  if (kind === 'video') return routes.video(itemId);
  if (kind === 'gallery') return routes.gallery(itemId);
  if (kind === 'product') return routes.product(itemId);
  return kind === 'message' && seq !== null ? `${routes.conversation(conversationId)}?at=${seq}` : null;
}

function Purchases({ all, conversationId }: { all: readonly Purchase[]; conversationId: string }) {
  if (all.length === 0) return <p className={styles.aside}>Nothing yet</p>;
  return (
    <ul className={styles.list}>
      {all.map((one) => {
        const place = purchasePath(one, conversationId);
        const name = `${kinds[one.kind]}${one.title ? `: ${one.title}` : ''}`;
        return (
          <li key={one._id}>
            {place ? <Link href={place}>{name}</Link> : name}
            <span className={styles.aside}>
              {formatTokens(one.price)}, {formatDay(one.createdAt)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The note as it is stored, the one being written, and what became of saving it. */
function useNote(conversationId: string, stored: string) {
  const [save, { isLoading, error, isSuccess, reset }] = useWrite(setFanNote);
  const [typed, setTyped] = useState<string | null>(null);
  // The note that the typed one began from.
  const [before, setBefore] = useState(stored);
  const isConflict = problemCode(error) === 'conflict';
  const change = (next: string) => {
    if (typed === null) setBefore(stored);
    setTyped(next);
    if (isSuccess || error) reset();
  };
  const submit = async (over = before) => {
    const note = (typed ?? stored).trim();
    const { data } = await save({ params: { id: conversationId }, body: { note, before: over } });
    if (data) setTyped(null);
  };
  return {
    text: typed ?? stored,
    isChanged: typed !== null,
    change,
    submit,
    isLoading,
    error,
    isConflict,
    isSuccess,
    discard: () => {
      setTyped(null);
      reset();
    },
  };
}

const noteState = ({ isLoading, isChanged, isSuccess, error }: ReturnType<typeof useNote>): string => {
  if (isLoading) return 'Saving…';
  if (error) return 'Not saved';
  if (isChanged) return 'Not saved yet';
  return isSuccess ? 'Saved' : '';
};

function Note({ conversationId, stored }: { conversationId: string; stored: string }) {
  const note = useNote(conversationId, stored);
  return (
    <Stack gap={8}>
      <TextArea
        label="Private note"
        hint="Only you can see it."
        rows={4}
        counted
        maxLength={limits.text.note}
        value={note.text}
        onChange={(event) => note.change(event.target.value)}
      />
      {note.error ? (
        <Notice tone="danger" announce>
          {problemMessage(note.error)}
          {note.isConflict ? <span className={styles.other}>Saved version: “{stored}”</span> : null}
        </Notice>
      ) : null}
      <Row>
        {note.isConflict ? (
          <>
            <Button onClick={() => void note.submit(stored)}>Save mine instead</Button>
            <Button variant="quiet" onClick={note.discard}>
              Keep the saved one
            </Button>
          </>
        ) : (
          <Button busy={note.isLoading} disabled={!note.isChanged} onClick={() => void note.submit()}>
            Save note
          </Button>
        )}
        <span role="status" className={styles.aside}>
          {noteState(note)}
        </span>
      </Row>
    </Stack>
  );
}

function Lists({ panel: { lists, accountId } }: { panel: Panel }) {
  const [add] = useWrite(addFanListMember);
  const [remove] = useWrite(removeFanListMember);
  if (lists.length === 0)
    return (
      <p className={styles.aside}>
        Create lists under <Link href={routes.broadcast}>mass messages</Link>.
      </p>
    );
  const toggle = async (id: string, isMember: boolean) => {
    const { error } = await (isMember ? remove : add)({ params: { id, accountId } });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <Stack gap={8}>
      {lists.map(({ _id, name, isMember }) => (
        <Checkbox key={_id} label={name} checked={isMember} onChange={() => void toggle(_id, isMember)} />
      ))}
    </Stack>
  );
}

function Waiting({ conversationId }: { conversationId: string }) {
  const { data } = useRead(listScheduledMessages, { query: { conversationId, limit: 100 } });
  const all = data?.data ?? [];
  return all.length === 0 ? null : (
    <section>
      <h3 className={styles.heading}>Scheduled messages</h3>
      <ScheduledMessages all={all} />
    </section>
  );
}

const skeleton = (
  <Skeleton label="Loading fan details">
    <SkeletonText lines={8} />
  </Skeleton>
);

/** What a creator knows about the fan they talk to, and their notes. */
export function FanPanel({ conversationId }: { conversationId: string }) {
  const request = useRead(getFanPanel, { params: { id: conversationId } });
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(panel) => (
        <Stack gap={24}>
          <Facts panel={panel} />
          <section>
            <h3 className={styles.heading}>Last purchases</h3>
            <Purchases all={panel.purchases} conversationId={conversationId} />
          </section>
          <Note key={conversationId} conversationId={conversationId} stored={panel.note} />
          <section>
            <h3 className={styles.heading}>Lists</h3>
            <Lists panel={panel} />
          </section>
          <Waiting conversationId={conversationId} />
          <ButtonLink href={`${routes.earnings}?fan=${panel.accountId}`} variant="quiet">
            All payments
          </ButtonLink>
        </Stack>
      )}
    </LoadedView>
  );
}
