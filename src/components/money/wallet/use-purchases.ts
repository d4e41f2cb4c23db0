import { useMemo } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { SubscriptionType } from '#contract/trade/subscriptions.ts';
import { texts } from '#lib/problem.ts';
import { followRequested } from '#state/session/follow.ts';
import { useAppStore } from '#state/hooks.ts';
import { type ModalPerformer, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import type { AppStore } from '#state/store.ts';
import { toast } from '#ui/overlays/toast.ts';
import { loginFirst } from '../../people/auth/login-first.ts';
import { type OpenTask, openTask } from './purchase-tasks.ts';
import type { SoldItem } from './unlock-dialog.tsx';
import type { AccessOption } from '../../content/media-items/access-options.ts';

type Named = Pick<PerformerCard, '_id' | 'name'>;

const openFor = (why: string, task: OpenTask): void => {
  if (loginFirst({ why, act: { do: 'open', task } })) openTask(task);
};

/** Opens the subscription dialog. Cards have no prices; those load together with the dialog's code. */
export async function subscribeTo(
  store: AppStore,
  performer: Named | ModalPerformer,
  wanted?: SubscriptionType,
): Promise<void> {
  if (
    !loginFirst({
      why: `subscribe to ${performer.name}`,
      act: { do: 'subscribe', performer: { _id: performer._id, name: performer.name }, type: wanted },
    })
  )
    return;
  try {
    const priced =
      'monthlyPrice' in performer
        ? performer
        : await (await import('../../people/creators/load-creator.ts')).loadCreator(store, performer._id);
    const subscriptionType = wanted ?? (priced.isFreeSubscription ? 'free' : 'monthly');
    store.dispatch(subscriptionModalUpdated({ showModal: true, performer: priced, subscriptionType }));
  } catch {
    toast.error(texts.somethingWrong);
  }
}

export interface Purchases {
  /** Starts one of the ways to unlock an item. */
  readonly choose: (need: AccessOption['need'], item: SoldItem) => void;
  readonly subscribe: (performer: PerformerCard | ModalPerformer, type?: SubscriptionType) => void;
  readonly tip: (performer: PerformerCard, postId?: string) => void;
  readonly tipStream: (performer: PerformerCard, streamId: string) => void;
}

/** Everything a viewer can pay for on this page. Visitors are sent to log in first and then return. */
export function usePurchases(): Purchases {
  const store = useAppStore();
  return useMemo(() => {
    const subscribe: Purchases['subscribe'] = (performer, type) => void subscribeTo(store, performer, type);
    const follow = ({ _id, name }: PerformerCard): void => {
      if (loginFirst({ why: `follow ${name}`, act: { do: 'follow', id: _id, name } }))
        store.dispatch(followRequested(_id));
    };
    return {
      subscribe,
      choose: (need, item) => {
        const { performer } = item;
        // The dialog opens with the plan whose price was pressed.
        if (need === 'subscribe') subscribe(performer, 'monthly');
        else if (need === 'subscribe-free') subscribe(performer, 'free');
        else if (need === 'follow') follow(performer);
        else openFor(`unlock this from ${performer.name}`, { kind: 'unlock', item });
      },
      tip: (performer, postId) =>
        openFor(`tip ${performer.name}`, {
          kind: 'tip',
          performer,
          ...(postId !== undefined && { postId: postId }),
        }),
      tipStream: (performer, streamId) =>
        openFor(`tip ${performer.name}`, { kind: 'tip', performer, streamId }),
    };
  }, [store]);
}
