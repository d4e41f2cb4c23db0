import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  getMassMessagesMuted,
  muteMassMessages,
  unmuteMassMessages,
} from '#services/trade/broadcasts/mass-messages.ts';
import type { Api } from '#services/http/api.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** The menu item that mutes a creator's mass messages, or accepts them again; none if that can't be known. */
export async function muteItems(api: Api, { _id, name }: PerformerCard): Promise<MenuItem[]> {
  const known = await getMassMessagesMuted(api, { params: { id: _id } }).catch(() => null);
  if (!known) return [];
  const change = async () => {
    try {
      const { isMuted } = await (known.isMuted ? unmuteMassMessages : muteMassMessages)(api, {
        params: { id: _id },
      });
      toast.success(
        isMuted
          ? `You won’t receive mass messages from ${name}`
          : `You receive mass messages from ${name} again`,
      );
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
  };
  return [
    {
      label: known.isMuted ? 'Unmute mass messages' : 'Mute mass messages',
      icon: known.isMuted ? <Bell /> : <BellOff />,
      onSelect: () => void change(),
    },
  ];
}
