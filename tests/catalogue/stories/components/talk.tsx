import { StreamCards, StreamCardsSkeleton } from '#components/talk/streams/stream-card.tsx';
import { Bubble, type BubbleProps } from '#features/talk/messages/bubble.tsx';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aMessage } from '../../../setup/factories/messages.ts';
import { aScheduledStream, aStream } from '../../../setup/factories/streams.ts';

const other = aCard();
const aLine = (seq: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  ...aMessage(seq, changes),
  status: 'sent',
  ...changes,
});
const shared: Omit<BubbleProps, 'message'> = {
  ownId: 'me',
  other,
  canWrite: true,
  readSeq: 2,
  showsState: true,
};

export const Messages = () => (
  <ul>
    <Bubble {...shared} message={aLine(1, { text: 'Is the kiln open?' })} />
    <Bubble
      {...shared}
      message={aLine(2, {
        senderId: 'me',
        text: 'Tomorrow at nine. Bring your cups.',
        readAt: '2026-11-20T10:00:00.000Z',
      })}
    />
    <Bubble {...shared} message={aLine(3, { senderId: 'me', text: 'Sent and not read yet' })} />
    <Bubble {...shared} message={aLine(7, { senderId: 'me', text: 'Not sent', status: 'failed' })} />
    <Bubble {...shared} message={aLine(4, { text: 'x'.repeat(80), editedAt: '2026-11-20T10:00:00.000Z' })} />
    <Bubble {...shared} message={aLine(5, { isDeleted: true, text: '' })} />
    <Bubble
      {...shared}
      message={aLine(6, { text: 'مرحبا', reactions: [{ accountId: 'me', emoji: 'heart' }] })}
    />
  </ul>
);
export const Streams = () => (
  <StreamCards
    streams={[
      aStream({ serverTime: '2026-11-20T10:00:00.000Z' }),
      aScheduledStream({ title: 'A title that is too long for a single line of a card' }),
      aStream({
        _id: 's3',
        audience: 'subscribers',
        price: 50,
        access: {
          allowed: false,
          reason: 'locked',
          routes: [{ need: 'purchase', price: 50, unit: 'token' }],
        },
      }),
    ]}
  />
);
export const StreamsLoading = () => <StreamCardsSkeleton count={2} />;
