import type { Payout, PayoutBlock, PayoutState, WhoActs } from '#contract/trade/payouts.ts';
import { TimeAhead } from '#components/trade/payouts/payout-time.tsx';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const states: Readonly<Record<PayoutState, { readonly tone: ChipTone; readonly words: string }>> = {
  pending: { tone: 'warning', words: 'Pending' },
  approved: { tone: 'primary', words: 'Approved' },
  processing: { tone: 'primary', words: 'In transit' },
  paid: { tone: 'success', words: 'Paid' },
  rejected: { tone: 'danger', words: 'Rejected' },
  cancelled: { tone: 'neutral', words: 'Canceled' },
  failed: { tone: 'danger', words: 'Failed' },
  returned: { tone: 'danger', words: 'Returned' },
};
export const payoutStates = Object.keys(states) as PayoutState[];
export const stateLabels = (state: PayoutState): string => states[state].words;

/** The state of a payout as a colored label. */
export const PayoutStateChip = ({ state }: { state: PayoutState }) => (
  <Chip tone={states[state].tone}>{states[state].words}</Chip>
);

const events: Readonly<Record<Payout['timeline'][number]['event'], string>> = {
  pending: 'Requested',
  changed: 'Changed',
  approved: 'Approved',
  processing: 'Sent',
  paid: 'Paid',
  rejected: 'Rejected',
  cancelled: 'Canceled',
  failed: 'Failed',
  returned: 'Returned',
};
const by: Readonly<Record<Payout['timeline'][number]['by'], string>> = {
  creator: 'by you',
  operator: 'by the site',
  gateway: 'by the payment provider',
};

export const eventText = (event: Payout['timeline'][number]): string =>
  event.event === 'returned' ? 'Returned by the bank' : `${events[event.event]} ${by[event.by]}`;

const who: Readonly<Record<WhoActs, string>> = {
  you: 'Waiting for you',
  site: 'Waiting for the site',
  gateway: 'Waiting for the payment provider',
  time: 'Automatic',
};
export const whoText = (acts: WhoActs): string => who[acts];

/** One obstacle to a payout: what it is, who has to act, and until when it lasts. */
const Block = ({ block }: { block: PayoutBlock }) => (
  <Notice tone={block.who === 'you' && block.stops === 'request' ? 'warning' : 'info'} title={block.message}>
    <p>
      {who[block.who]}
      {block.until ? (
        <>
          : <TimeAhead iso={block.until} />
        </>
      ) : null}
    </p>
  </Notice>
);

/** All obstacles to a payout. */
export const Blocks = ({ blocks }: { blocks: readonly PayoutBlock[] }) =>
  blocks.length === 0 ? null : (
    <Stack gap={8}>
      {blocks.map((block) => (
        <Block key={block.code} block={block} />
      ))}
    </Stack>
  );
