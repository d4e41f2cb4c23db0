import { useState } from 'react';
import type { OwnPhoto } from '#contract/content/photos.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { usePhotoActions } from './use-photo-actions.ts';

type Ask =
  | { readonly kind: 'delete' | 'move'; readonly photos: readonly OwnPhoto[] }
  | { readonly kind: 'edit'; readonly photo: OwnPhoto };

/** Selection, open dialog and menus of a list of photos. */
export function usePhotoManager(photos: readonly OwnPhoto[]) {
  const actions = usePhotoActions();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [ask, setAsk] = useState<Ask | null>(null);
  const none = () => setChosen(new Set());
  const getMenuItems = (photo: OwnPhoto): MenuItem[] => [
    { label: 'Edit', onSelect: () => setAsk({ kind: 'edit', photo }) },
    ...(photo.gallery && photo.state === 'published' && !photo.isCover
      ? [{ label: 'Make cover', onSelect: () => void actions.cover(photo) }]
      : []),
    photo.state === 'published'
      ? { label: 'Archive', onSelect: () => void actions.archive([photo]) }
      : photo.state === 'archived'
        ? { label: 'Restore', onSelect: () => void actions.restore([photo]) }
        : { label: 'Publish', onSelect: () => void actions.publish([photo]) },
    { label: 'Move', onSelect: () => setAsk({ kind: 'move', photos: [photo] }) },
    {
      label: 'Delete',
      danger: true,
      divided: true,
      onSelect: () => setAsk({ kind: 'delete', photos: [photo] }),
    },
  ];
  return {
    actions,
    ask,
    chosen,
    none,
    itemsOf: getMenuItems,
    selected: photos.filter(({ _id }) => chosen.has(_id)),
    choose: ({ _id }: OwnPhoto, on: boolean) =>
      setChosen((now) => {
        const next = new Set(now);
        if (on) next.add(_id);
        else next.delete(_id);
        return next;
      }),
    chooseAll: chosen.size < photos.length ? () => setChosen(new Set(photos.map(({ _id }) => _id))) : null,
    askDelete: (asked: readonly OwnPhoto[]) => setAsk({ kind: 'delete', photos: asked }),
    askMove: (asked: readonly OwnPhoto[]) => setAsk({ kind: 'move', photos: asked }),
    close: () => setAsk(null),
  };
}
export type PhotoManager = ReturnType<typeof usePhotoManager>;
