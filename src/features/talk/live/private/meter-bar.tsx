import { useState } from 'react';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { formatDuration } from '#lib/format.ts';
import { Tokens } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { PrivatePart } from './private-stream-view.tsx';
import { type ShownMeter, useMeter } from './use-meter.ts';
import styles from './private.module.css';

const TopUpDialog = lazyPart(
  async () => (await import('#components/money/wallet/top-up-dialog.tsx')).TopUpDialog,
);

const endsSoon: Readonly<Record<PrivatePart, string>> = {
  creator: 'Less than a minute is left. The stream ends then, unless the fan tops up.',
  fan: 'Less than a minute is left. Top up to keep going.',
  spectator: 'Less than a minute is left. Top up to keep watching.',
};

/** Topping up doesn't leave the page, which would end the call. */
function Warning({ meter, part }: { meter: ShownMeter; part: PrivatePart }) {
  const [isToppingUp, setIsToppingUp] = useState(false);
  return (
    <>
      {meter.secondsLeft < 60 ? (
        <Notice
          tone="warning"
          announce
          action={part === 'creator' ? null : <Button onClick={() => setIsToppingUp(true)}>Top up</Button>}
        >
          {endsSoon[part]}
        </Notice>
      ) : null}
      {isToppingUp ? (
        <LazyClient skeleton={null}>
          <TopUpDialog onClose={() => setIsToppingUp(false)} />
        </LazyClient>
      ) : null}
    </>
  );
}

/** What both sides see of the meter: time, tokens, and how long the tokens on hold last. */
export function MeterBar({ stream, part }: { stream: PrivateStream; part: PrivatePart }) {
  const meter = useMeter(stream);
  if (!meter) return null;
  const isBeginning = part === 'spectator' ? meter.seconds === 0 : stream.state === 'accepted';
  return (
    <>
      <dl className={styles.meter}>
        <div>
          <dt>Time</dt>
          <dd>{formatDuration(meter.seconds)}</dd>
        </div>
        <div>
          <dt>{part === 'creator' ? 'Paid' : 'Cost'}</dt>
          <dd>
            <Tokens tokens={meter.tokens} />
          </dd>
        </div>
        <div>
          <dt>Prepaid time left</dt>
          <dd>{formatDuration(meter.secondsLeft)}</dd>
        </div>
        {stream.spectators > 0 ? (
          <div>
            <dt>Watching</dt>
            <dd>{stream.spectators}</dd>
          </div>
        ) : null}
      </dl>
      {meter.isRunning || isBeginning ? null : (
        <Notice announce>
          {part === 'creator'
            ? 'The meter is paused until your picture or sound reaches the fan.'
            : 'The meter is paused until picture or sound of the creator is back.'}
        </Notice>
      )}
      <Warning meter={meter} part={part} />
    </>
  );
}
