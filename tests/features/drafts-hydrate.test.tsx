import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { draftKey, writeDraft } from '#components/media-items/draft-values.ts';
import { NewGalleryView } from '#features/galleries/new-gallery-view.tsx';
import { NewProductView } from '#features/shop/new-product-view.tsx';
import { NewVideoView } from '#features/videos/new-video-view.tsx';
import { NewAuctionView } from '#features/auctions/new-auction-view.tsx';
import { NewPostView } from '#features/posts/new-post-view.tsx';
import { wrapped } from '../components/setup/draw.tsx';

/** Every page that begins something new, with a draft that a browser may have of it. */
const pages: readonly (readonly [string, () => ReactElement, Record<string, object>])[] = [
  [
    'a post',
    () => <NewPostView />,
    {
      post: {
        values: { text: 'Half a thought' },
        files: [{ id: 'f-1', name: 'kiln.png', size: 2048, alt: 'The kiln', kind: 'image' }],
      },
    },
  ],
  ['a video', () => <NewVideoView />, { video: { title: 'At the wheel' }, 'video-film': { id: 'v-1' } }],
  ['a gallery', () => <NewGalleryView />, { gallery: { title: 'Ash glazes' } }],
  ['a product', () => <NewProductView />, { product: { name: 'Bowl' } }],
  ['an auction', () => <NewAuctionView />, { auction: { title: 'The first bowl' } }],
];

afterEach(() => localStorage.clear());

describe.each(pages)('%s that was begun on this device', (_name, page, drafts) => {
  it('is drawn on a page of the server without a word of protest from React', async () => {
    const { node, accountId } = await wrapped(page(), { user: { isPerformer: true } });
    const place = document.createElement('div');
    place.innerHTML = renderToString(node);
    for (const [kind, draft] of Object.entries(drafts)) writeDraft(draftKey(kind, accountId), draft);
    const problems: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(place, node, { onRecoverableError: (error) => problems.push(error) }),
    );
    expect(problems).toEqual([]);
    act(() => root.unmount());
  });
});
