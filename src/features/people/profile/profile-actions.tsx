import Bell from 'lucide-react/icons/bell';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Mail from 'lucide-react/icons/mail';
import Router from 'next/router';
import { Suspense, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/people/creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { whenUsed } from '#lib/when-used.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { useApi, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectIsFollowed } from '#state/session/follow.ts';
import { IconButton } from '#ui/content/button.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

const PostAlerts = lazyPart(
  async () => (await import('#components/content/community/post-alerts.tsx')).ProfilePostAlerts,
);

/** Whether the page has been used: what only then matters loads with it. */
function useIsUsed(): boolean {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  return isUsed;
}

/**
 * For followers and subscribers: whether they are notified of new posts. Loads with the first interaction with the
 * page; its place is kept until then.
 */
function Alerts({ performer }: { performer: Performer }) {
  const isFollowed = useAppSelector((state) => selectIsFollowed(state, performer._id, performer.isFollowed));
  const isReady = useIsUsed();
  if (!isFollowed && !performer.isSubscribed) return null;
  const waiting = (
    <IconButton label={`Notify me of new posts by ${performer.name}`} variant="secondary" disabled>
      <Bell size={20} />
    </IconButton>
  );
  return isReady ? (
    <Suspense fallback={waiting}>
      <PostAlerts creator={performer} />
    </Suspense>
  ) : (
    waiting
  );
}

const AskPrivateButton = lazyPart(
  async () => (await import('#components/talk/streams/ask-private-button.tsx')).AskPrivateButton,
);

/** For creators who take private streams. Whether they do is asked with the first interaction. */
function AskPrivate({ performer }: { performer: Performer }) {
  return useIsUsed() ? (
    <Suspense fallback={null}>
      <AskPrivateButton performer={performer} />
    </Suspense>
  ) : null;
}

/** Opens the conversation with a creator. */
function useWriteTo({ _id, name }: Performer) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const write = async () => {
    if (busy || !loginFirst({ why: `message ${name}`, act: { do: 'write', id: _id } })) return;
    setBusy(true);
    try {
      const { createConversation } = await import('#services/talk/messages/messages.ts');
      const conversation = await createConversation(api, { body: { source: 'performer', sourceId: _id } });
      await Router.push(routes.conversation(conversation._id));
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  return { busy, write };
}

function ForOthers({ performer }: { performer: Performer }) {
  const { tip } = usePurchases();
  const { busy, write } = useWriteTo(performer);
  const store = useAppStore();
  return (
    <>
      <Alerts performer={performer} />
      <AskPrivate performer={performer} />
      <IconButton label={`Tip ${performer.name}`} variant="secondary" onClick={() => tip(performer)}>
        <CircleDollarSign size={20} />
      </IconButton>
      <IconButton
        label={`Message ${performer.name}`}
        variant="secondary"
        aria-busy={busy || undefined}
        onClick={() => void write()}
      >
        <Mail size={20} />
      </IconButton>
      <Menu
        label={`More options for ${performer.name}`}
        items={async () =>
          (await import('#components/base/lists/item-menus.tsx')).profileItems(performer, store)
        }
      />
    </>
  );
}

/** Loaded on demand, because only the creator can see it. */
const OwnActions = lazyPart(async () => (await import('./own-actions.tsx')).OwnActions);

/** As wide as each of the buttons, so that they break into as many lines. */
const OwnActionsSkeleton = () => (
  <>
    <SkeletonBlock width={40} height={40} />
    <SkeletonBlock width={147} height={40} />
  </>
);

/** Actions on a profile besides following and subscribing. */
export const ProfileActions = ({ performer, own }: { performer: Performer; own: boolean }) =>
  own ? (
    <LazyClient skeleton={<OwnActionsSkeleton />}>
      <OwnActions performer={performer} />
    </LazyClient>
  ) : (
    <ForOthers performer={performer} />
  );
