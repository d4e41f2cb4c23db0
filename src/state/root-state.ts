import type { auth } from './auth.ts';
import type { connection } from './connection.ts';
import type { conversation } from './conversation.ts';
import type { fileStates } from './file-states.ts';
import type { follow } from './follow.ts';
import type { message } from './message.ts';
import type { privateStream } from './private-stream.ts';
import type { serverClock } from './server-clock.ts';
import type { settings } from './settings.ts';
import type { Slice } from './slice.ts';
import type { streamMessage } from './stream-message.ts';
import type { subscriptionModal } from './subscription-modal.ts';
import type { ui } from './ui.ts';
import type { unread } from './unread.ts';
import type { user } from './user.ts';

type Part<T> = T extends Slice<infer N, infer S> ? { readonly [K in N]: S } : never;
/** There from the start. */
export type FirstState = Part<typeof auth> &
  Part<typeof user> &
  Part<typeof settings> &
  Part<typeof ui> &
  Part<typeof connection> &
  Part<typeof unread>;
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
