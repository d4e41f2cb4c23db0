import type { accessNews } from './live/access-updates.ts';
import type { auth } from './session/auth.ts';
import type { connection } from './live/connection.ts';
import type { conversation } from './messages/conversation.ts';
import type { fileStates } from './live/file-states.ts';
import type { follow } from './session/follow.ts';
import type { message } from './messages/message.ts';
import type { privateStream } from './streams/private-stream.ts';
import type { serverClock } from './live/server-clock.ts';
import type { settings } from './session/settings.ts';
import type { Slice } from './slice.ts';
import type { streamMessage } from './streams/stream-message.ts';
import type { subscriptionModal } from './session/subscription-modal.ts';
import type { ui } from './session/ui.ts';
import type { unread } from './messages/unread.ts';
import type { user } from './session/user.ts';

type Part<T> = T extends Slice<infer N, infer S> ? { readonly [K in N]: S } : never;
/** There from the start. */
export type FirstState = Part<typeof auth> &
  Part<typeof user> &
  Part<typeof settings> &
  Part<typeof ui> &
  Part<typeof connection> &
  Part<typeof unread> &
  Part<typeof accessNews>;
/** There once something that uses them has loaded: a selector of theirs shows the beginning until then. */
type LateState = Part<typeof conversation> &
  Part<typeof message> &
  Part<typeof streamMessage> &
  Part<typeof privateStream> &
  Part<typeof follow> &
  Part<typeof subscriptionModal> &
  Part<typeof fileStates> &
  Part<typeof serverClock>;

export type RootState = FirstState & Partial<LateState>;
