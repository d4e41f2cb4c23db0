import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { isCreatorMuted, muteCreator, unmuteCreator } from '#services/across/blocks.ts';
import { sendWrite } from '#state/query/ask.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import type { AppStore } from '#state/store.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

type Creator = Pick<PerformerCard, '_id' | 'name'>;

/** Mutes a creator or lifts the mute, and offers to undo it. */
export async function setMuted(store: AppStore, { _id: id, name }: Creator, isMuted: boolean): Promise<void> {
  const input = { params: { id } };
  const { error } = await (isMuted
    ? sendWrite(store, muteCreator, input)
    : sendWrite(store, unmuteCreator, input));
  if (error) {
    toast.error(problemMessage(error));
    return;
  }
  if (isMuted)
    toast.success(`${name} is muted. Their posts won’t show up anymore.`, {
      action: { label: 'Undo', run: () => void setMuted(store, { _id: id, name }, false) },
    });
  else toast.success(`${name} is no longer muted`);
}

const item = (store: AppStore, creator: Creator, isMuted: boolean): MenuItem => ({
  label: isMuted ? `Unmute ${creator.name}` : `Mute ${creator.name}`,
  icon: isMuted ? <Volume2 /> : <VolumeX />,
  onSelect: () => void setMuted(store, creator, !isMuted),
});

const isMember = (store: AppStore): boolean => selectLoggedIn(store.getState());

/** How long a menu waits to know whether a creator is muted, in milliseconds. */
const patienceMs = 1_000;

async function isMuted(store: AppStore, { _id }: Creator): Promise<boolean> {
  const unknown = { isMuted: false };
  const late = new Promise<typeof unknown>((resolve) => {
    setTimeout(() => resolve(unknown), patienceMs);
  });
  const answer = isCreatorMuted(store.deps.api, { params: { id: _id } }).catch(() => unknown);
  return (await Promise.race([answer, late])).isMuted;
}

/**
 * The item of a menu that mutes a creator or lifts the mute. Where that can't be known soon, it mutes: once more
 * changes nothing. None for visitors, who have nowhere to keep it.
 */
export const muteItem = async (store: AppStore, creator: Creator): Promise<MenuItem[]> =>
  isMember(store) ? [item(store, creator, await isMuted(store, creator))] : [];
