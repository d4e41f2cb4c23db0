import type { Reacted, ReactionBody } from '#contract/content/reactions.ts';
import { selectAuthUser } from '../session/auth.ts';
import type { AppStore } from '../store.ts';

interface News {
  readonly userId: string;
  readonly action: ReactionBody['action'];
  readonly reacted: Reacted;
}
const channelName = 'reactions';
const isPossible = () => typeof BroadcastChannel !== 'undefined';
const accountIn = ({ getState }: Pick<AppStore, 'getState'>): string | undefined =>
  selectAuthUser(getState())?._id;

let channel: BroadcastChannel | undefined;

/** Tells this account's other tabs what the server has answered to a like or bookmark. */
export function postToTabs(store: Pick<AppStore, 'getState'>, news: Pick<News, 'action' | 'reacted'>): void {
  const userId = accountIn(store);
  if (!isPossible() || userId === undefined) return;
  channel ??= new BroadcastChannel(channelName);
  channel.postMessage({ ...news, userId } satisfies News);
}

/** Shows what the account likes and bookmarks in its other tabs. Returns a function that stops it. */
export function hearTabs(store: AppStore): () => void {
  if (!isPossible()) return () => undefined;
  const heard = new BroadcastChannel(channelName);
  heard.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.userId !== accountIn(store)) return;
    void import('./react.ts').then(({ spreadReaction }) => spreadReaction(store, data.action, data.reacted));
  };
  return () => heard.close();
}
