import { expect, it } from 'vitest';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { listEditorActions } from '#components/content/studio/editor-actions.ts';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { galleryKind } from '#features/content/galleries/gallery-kind.tsx';
import { postKind } from '#features/content/posts/post-kind.tsx';
import { videoKind } from '#features/content/videos/video-kind.tsx';
import { auctionKind } from '#features/trade/auctions/auction-kind.tsx';
import { productKind } from '#features/trade/shop/product-kind.tsx';

const kinds = {
  post: postKind,
  video: videoKind,
  gallery: galleryKind,
  product: productKind,
  auction: auctionKind,
} as unknown as Readonly<Record<string, StudioKind<BulkItem>>>;
const labels = (kind: string, state: string, later = false) =>
  listEditorActions(
    kinds[kind]!,
    state === 'new' ? null : { _id: 'a', state, createdAt: '2026-11-20T10:00:00.000Z' },
    later,
  ).map(({ label }) => label);

it.each([
  ['new', ['Publish', 'Save as draft'], ['Schedule', 'Save as draft']],
  ['draft', ['Publish', 'Save draft'], ['Schedule', 'Save draft']],
  ['scheduled', ['Publish now', 'Move to drafts'], ['Save changes', 'Move to drafts']],
  ['processing', ['Save changes', 'Move to drafts'], ['Save changes', 'Move to drafts']],
  ['published', ['Save changes'], ['Save changes']],
  ['archived', ['Save and restore', 'Save changes'], ['Save and restore', 'Save changes']],
  ['removed', [], []],
])('posts, videos and galleries that are %s have the same actions', (state, now, later) => {
  for (const kind of ['post', 'video', 'gallery'])
    expect([labels(kind, state), labels(kind, state, true)]).toEqual([now, later]);
});

it('a post that failed or expired can be published again', () => {
  expect(labels('post', 'failed')).toEqual(['Publish again', 'Move to drafts']);
  expect(labels('post', 'expired')).toEqual(['Publish again', 'Save changes']);
  expect(labels('video', 'failed')).toEqual(['Save changes', 'Move to drafts']);
});

it('a product is put on sale, and otherwise like the others', () => {
  expect(labels('product', 'new')).toEqual(['Put on sale', 'Save as draft']);
  expect(labels('product', 'draft')).toEqual(['Put on sale', 'Save draft']);
  expect(labels('product', 'archived')).toEqual(['Save and restore', 'Save changes']);
});

it('an auction starts or is scheduled, and has no drafts', () => {
  expect([labels('auction', 'new'), labels('auction', 'new', true)]).toEqual([
    ['Start auction'],
    ['Schedule auction'],
  ]);
  expect([labels('auction', 'scheduled', true), labels('auction', 'live')]).toEqual([
    ['Save changes'],
    ['Save changes'],
  ]);
});
