import type { Tag } from './api-tags.ts';
import { connectionRestored } from './connection.ts';
import { followSucceeded, unfollowSucceeded } from './follow.ts';
import { live } from './live-events.ts';
import { profileUpdated } from './user.ts';

/** Whatever an event could have told during a cut. */
const liveRecords: readonly Tag[] = ['Creator', 'Timeline', 'Following', 'Followers', 'Wallet', 'Subscriptions', 'Subscribers', 'Earnings', 'OwnFeeds'];
/** What money coming or going shows in. */
const moneyRecords: readonly Tag[] = ['Wallet', 'Earnings'];

const access = (performerId: string): readonly Tag[] => [{ type: 'Creator', id: performerId }, 'Timeline', 'Following', 'Subscriptions'];

/** What an action makes stale: the same in the tab where it was done and, by the events, in every other. */
export function staleAfter(action: unknown): readonly Tag[] {
  if (live['access/changed'].match(action)) return access(action.payload.performerId);
  if (followSucceeded.match(action) || unfollowSucceeded.match(action)) return access(action.payload);
  if (live['balance/updated'].match(action) || live['notification/created'].match(action)) return moneyRecords;
  if (live['file/state'].match(action)) return ['OwnFeeds'];
  if (profileUpdated.match(action)) return ['OwnPerformer', 'Creator'];
  if (connectionRestored.match(action)) return action.payload.first ? [] : liveRecords;
  return [];
}
