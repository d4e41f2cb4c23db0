import { useEffect, useRef, useState } from 'react';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { problemMessage } from '#lib/problem.ts';
import { orderGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Debounce delay for saving the order, in milliseconds, because a dragged photo passes many positions. */
const restMs = 700;

/** Sorts photos by the given ids; those that aren't listed keep their order at the end. */
export function inOrder(photos: readonly OwnPhoto[], wanted: readonly string[] | null): readonly OwnPhoto[] {
  if (!wanted) return photos;
  const places = new Map(wanted.map((id, at) => [id, at]));
  return photos.toSorted((a, b) => (places.get(a._id) ?? Infinity) - (places.get(b._id) ?? Infinity) || 0);
}

/** The ids with uploaded photos moved to the end, in the order they were picked. */
export const withPicked = (present: readonly string[], picked: readonly string[]): string[] => [
  ...present.filter((id) => !picked.includes(id)),
  ...picked.filter((id) => present.includes(id)),
];

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);

/**
 * The order of a gallery's photos while it is edited: updated optimistically, saved once moves pause, and
 * rolled back with an error message if the server rejects it.
 */
export function useGalleryOrder(galleryId: string, known: readonly OwnPhoto[]) {
  const [save] = useWrite(orderGallery);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const photos = inOrder(known, wanted);
  const send = async (photoIds: string[]) => {
    const { error } = await save({ params: { id: galleryId }, body: { photoIds } });
    if (!error) return;
    setWanted(null);
    toast.error(problemMessage(error));
  };
  const put = (ids: string[], rest = restMs) => {
    setWanted(ids);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(ids), rest);
  };
  const idsNow = photos.map(({ _id }) => _id);
  const expected = useRef<readonly string[]>([]);
  useEffect(() => {
    const picked = expected.current;
    if (picked.length < 2 || !picked.every((id) => idsNow.includes(id))) return;
    expected.current = [];
    const next = withPicked(idsNow, picked);
    if (!isSame(next, idsNow)) put(next, 0);
  });
  return {
    photos,
    move: ({ _id }: OwnPhoto, to: number) => {
      const rest = idsNow.filter((id) => id !== _id);
      if (to >= 0 && to <= rest.length) put(rest.toSpliced(to, 0, _id));
    },
    /**
     * Arranges photos that were picked together in the order they were picked, whichever arrived first, once
     * the list has all of them.
     */
    arrange: (picked: readonly string[]) => {
      expected.current = picked;
    },
  };
}
