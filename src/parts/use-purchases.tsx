import { useMemo } from 'react';
import type { PerformerCard } from '#contract/common';
import type { Feed } from '#contract/feeds';
import type { SubscriptionType } from '#contract/subscriptions';
import { texts } from '#lib/problem';
import { followRequested } from '#state/follow';
import { useAppStore } from '#state/hooks';
import { type ModalPerformer, subscriptionModalUpdated } from '#state/subscription-modal';
import type { AppStore } from '#state/store';
import { toast } from '#ui/toast';
import { loginFirst } from './login-first.tsx';
import { type SoldWork, openTask } from './open-dialog.tsx';
import type { WayIn } from './ways-in.tsx';

/** Opens the subscription modal. A card names no prices: those come with the dialog's own code. */
async function subscribeTo(
  store: AppStore,
  performer: PerformerCard | ModalPerformer,
  wanted?: SubscriptionType,
): Promise<void> {
  if (!loginFirst()) return;
  try {
    const priced =
      'monthlyPrice' in performer
        ? performer
        : await (await import('./load-performer.tsx')).loadPerformer(store, performer._id);
    const subscriptionType = wanted ?? (priced.isFreeSubscription ? 'free' : 'monthly');
    store.dispatch(subscriptionModalUpdated({ showModal: true, performer: priced, subscriptionType }));
  } catch {
    toast.error(texts.somethingWrong);
  }
}

export interface Purchases {
  /** Takes one of the ways into a post. */
  readonly choose: (need: WayIn['need'], feed: Feed) => void;
  /** Takes one of the ways into a video, a gallery or a message. */
  readonly chooseWork: (need: WayIn['need'], work: SoldWork) => void;
  readonly subscribe: (performer: PerformerCard | ModalPerformer, type?: SubscriptionType) => void;
  readonly tip: (performer: PerformerCard, feedId?: string) => void;
}

/** What a person can pay for here. Each asks for a login first where there is none, and leads back. */
export function usePurchases(): Purchases {
  const store = useAppStore();
  return useMemo(() => {
    const subscribe: Purchases['subscribe'] = (performer, type) => void subscribeTo(store, performer, type);
    const choose = (need: WayIn['need'], performer: PerformerCard, unlock: () => void): void => {
      if (need === 'subscribe' || need === 'subscribe-free') subscribe(performer);
      else if (!loginFirst()) return;
      else if (need === 'follow') store.dispatch(followRequested(performer._id));
      else unlock();
    };
    return {
      subscribe,
      tip: (performer, feedId) => {
        if (loginFirst()) openTask({ kind: 'tip', performer, feedId });
      },
      choose: (need, feed) => choose(need, feed.performer, () => openTask({ kind: 'unlock', feed })),
      chooseWork: (need, work) => choose(need, work.performer, () => openTask({ kind: 'unlock-work', work })),
    };
  }, [store]);
}
