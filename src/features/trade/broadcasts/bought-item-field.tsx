import { useState } from 'react';
import { getOwnVideo, listOwnVideos } from '#services/content/videos.ts';
import { getOwnGallery, listOwnGalleries } from '#services/content/galleries.ts';
import { getOwnPost, listOwnPosts } from '#services/content/posts/posts.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { getOwnProduct, listOwnProducts } from '#services/trade/products.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';
import { useSettled } from '#ui/hooks/use-settled.ts';
import { uniqueRows } from '#ui/layout/paged-rows.tsx';

type Labelled = { readonly _id: string; readonly title?: string; readonly text?: string };

const kinds = { video: 'Video', gallery: 'Gallery', product: 'Product', feed: 'Post' } as const;
type Kind = keyof typeof kinds;

const toOption = (kind: Kind, { _id, title, text }: Labelled): SelectOption => ({
  value: `${kind}:${_id}`,
  label: `${kinds[kind]}: ${title ?? shortPost(text ?? '', 60)}`,
});

/** The creator's newest items for sale whose title or text matches. */
function useSoldItems(q: string): { options: SelectOption[]; isKnown: boolean } {
  const filter = { limit: 20, ...(q ? { q } : {}) };
  const lists = {
    video: useList(listOwnVideos, { query: filter }),
    gallery: useList(listOwnGalleries, { query: filter }),
    product: useList(listOwnProducts, { query: filter }),
    feed: useList(listOwnPosts, { query: filter }),
  };
  const sold = (kind: Kind) =>
    uniqueRows<Labelled & { readonly price: number }>(lists[kind])
      .filter(({ price }) => price > 0)
      .map((item) => toOption(kind, item));
  return {
    options: (Object.keys(kinds) as Kind[]).flatMap(sold),
    isKnown: Object.values(lists).every(({ isFetching }) => !isFetching),
  };
}

/** The option of the chosen item, which needn't be among those found. */
function useChosen(value: string): SelectOption | null {
  const [kind, id = ''] = value.split(':');
  const inputFor = (wanted: Kind) => (kind === wanted ? { params: { id } } : null);
  const items: Readonly<Record<Kind, Labelled | undefined>> = {
    video: useRead(getOwnVideo, inputFor('video')).data,
    gallery: useRead(getOwnGallery, inputFor('gallery')).data,
    product: useRead(getOwnProduct, inputFor('product')).data,
    feed: useRead(getOwnPost, inputFor('feed')).data,
  };
  if (!value) return null;
  const item = items[kind as Kind];
  return item ? toOption(kind as Kind, item) : { value, label: kinds[kind as Kind] };
}

export interface BoughtItemFieldProps {
  readonly label: string;
  /** `kind:id` of an item, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Picks an item that fans can buy, searching all of the creator's. */
export function BoughtItemField({ label, value, onChange }: BoughtItemFieldProps) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const { options, isKnown } = useSoldItems(q);
  const chosen = useChosen(value);
  const others = options.filter((option) => option.value !== value);
  return (
    <SelectField
      label={label}
      optional
      options={[
        ...(value && !q ? [{ value: '', label: 'None' }] : []),
        ...(chosen ? [chosen] : []),
        ...others,
      ]}
      placeholder="Search what you sell"
      nothing={isKnown ? 'No matching item' : 'Searching…'}
      value={value}
      onSearch={setTyped}
      onChange={(next) => {
        setTyped('');
        onChange(next);
      }}
    />
  );
}
