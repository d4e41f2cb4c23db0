import Router from 'next/router';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { getPost } from '#services/content/posts/posts.ts';
import { createConversation } from '#services/talk/messages/messages.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { followRequested } from '#state/session/follow.ts';
import type { AppStore } from '#state/store.ts';
import { toast } from '#ui/overlays/toast.ts';
import { arrive } from '../../base/lists/announcement.ts';
import { soldPost } from '../../content/media-items/access-options.ts';
import type { Act } from './intent.ts';
import { type OpenTask, openTask } from '../../money/wallet/purchase-tasks.ts';
import type { SoldItem } from '../../money/wallet/unlock-dialog.tsx';
import { subscribeTo } from '../../money/wallet/use-purchases.ts';

/** What earlier versions saved of a purchase. */
type EarlierTask =
  | { readonly kind: 'unlock'; readonly post: Parameters<typeof soldPost>[0] }
  | { readonly kind: 'unlock-item'; readonly item: SoldItem };

function upgradeTask(task: OpenTask | EarlierTask): OpenTask {
  if (task.kind === 'unlock-item') return { kind: 'unlock', item: task.item };
  return 'post' in task ? { kind: 'unlock', item: soldPost(task.post) } : task;
}

/** The person a task pays or blocks. Null for reports, which are about content. */
function affectedPersonId(task: OpenTask): string | null {
  if (task.kind === 'unlock') return task.item.performer._id;
  if (task.kind === 'tip') return task.performer._id;
  return task.kind === 'block' ? task.person._id : null;
}

function whoIn(act: Act): string | null {
  if (act.do === 'follow' || act.do === 'write') return act.id;
  if (act.do === 'subscribe') return act.performer._id;
  return act.do === 'open' ? affectedPersonId(act.task) : null;
}

async function write(store: AppStore, id: string): Promise<void> {
  try {
    const conversation = await createConversation(store.deps.api, {
      body: { source: 'performer', sourceId: id },
    });
    await Router.push(routes.conversation(conversation._id));
  } catch (problem) {
    toast.error(problemMessage(problem));
  }
}

async function react(store: AppStore, { reaction }: Extract<Act, { do: 'react' }>): Promise<void> {
  const { reactTo, spreadReaction } = await import('#state/community/react.ts');
  const reply = await reactTo(store, reaction, true);
  if (!reply || reply === 'waiting') return;
  await spreadReaction(store, reaction.action, reply);
  if (reaction.action !== 'bookmark') return;
  const { offerCollection } = await import('../../content/community/collect.tsx');
  const { objectType, objectId } = reaction;
  offerCollection({ objectType, objectId }, true);
}

/** The post is fetched again because its price and access may differ for the logged-in user. */
async function open(store: AppStore, task: OpenTask): Promise<void> {
  if (task.kind !== 'unlock' || task.item.kind !== 'post') return openTask(task);
  try {
    const post = await getPost(store.deps.api, { params: { id: task.item._id } });
    if (post.access.allowed) toast.success('You already have access.');
    else openTask({ kind: 'unlock', item: soldPost(post) });
  } catch (problem) {
    toast.error(problemMessage(problem));
  }
}

type Doing = { readonly [D in Act['do']]: (store: AppStore, act: Extract<Act, { do: D }>) => unknown };
const doing: Doing = {
  follow: (store, { id, name }) => {
    store.dispatch(followRequested(id));
    // The button that was pressed may be far down the page. Follows kept by an earlier version have no name.
    if (name) toast.success(`You’re following ${name}.`);
  },
  react,
  subscribe: (store, { performer, type }) => subscribeTo(store, performer, type),
  open: (store, { task }) => open(store, task),
  write: (store, { id }) => write(store, id),
  vote: async (store, { feedId: postId, optionIds }) =>
    (await import('#state/community/vote.ts')).vote(store, postId, [...optionIds]),
  resume: (_, { key, text }) => arrive(key, text ?? null),
};

/**
 * Performs what a visitor started before logging in. Does nothing if they turn out to be the person it was
 * about.
 */
export async function resumeIntent(store: AppStore, saved: Act): Promise<void> {
  const act = saved.do === 'open' ? { ...saved, task: upgradeTask(saved.task) } : saved;
  if (whoIn(act) === selectAuthUser(store.getState())?._id) return;
  const perform = doing[act.do] as (store: AppStore, act: Act) => unknown;
  await perform(store, act);
}
