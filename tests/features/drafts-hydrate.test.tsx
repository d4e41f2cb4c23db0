import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { draftKey, readDraft, writeDraft } from '#components/media-items/draft-values.ts';
import { NewGalleryView } from '#features/galleries/new-gallery-view.tsx';
import { NewProductView } from '#features/shop/new-product-view.tsx';
import { NewVideoView } from '#features/videos/new-video-view.tsx';
import { NewAuctionView } from '#features/auctions/new-auction-view.tsx';
import { NewPostView } from '#features/posts/new-post-view.tsx';
import { wrapped } from '../components/setup/draw.tsx';

/** Every page that begins something new, with a draft that a browser may have of it. */
const pages: readonly (readonly [string, () => ReactElement, Record<string, object>, text: string | null])[] =
  [
    [
      'a post',
      () => <NewPostView />,
      {
        post: {
          values: { text: 'Half a thought' },
          files: [{ fileId: 'f-1', name: 'kiln.png', bytes: 2048, alt: 'The kiln' }],
        },
      },
      'Half a thought',
    ],
    ['a video', () => <NewVideoView />, { video: { title: 'At the wheel' } }, 'At the wheel'],
    // Its form waits for the film's draft on the server.
    ['a film', () => <NewVideoView />, { 'video-film': { id: 'v-1' } }, null],
    ['a gallery', () => <NewGalleryView />, { gallery: { title: 'Ash glazes' } }, 'Ash glazes'],
    ['a product', () => <NewProductView />, { product: { name: 'Bowl' } }, 'Bowl'],
    ['an auction', () => <NewAuctionView />, { auction: { title: 'The first bowl' } }, 'The first bowl'],
  ];

afterEach(() => localStorage.clear());

describe.each(pages)('%s that was begun on this device', (_name, page, drafts, text) => {
  it('is drawn on a page of the server without a word of protest from React, and is still there', async () => {
    const { node, accountId } = await wrapped(page(), { user: { isPerformer: true } });
    const place = document.createElement('div');
    place.innerHTML = renderToString(node);
    for (const [kind, draft] of Object.entries(drafts)) writeDraft(draftKey(kind, accountId), draft);
    const problems: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(place, node, { onRecoverableError: (error) => problems.push(error) }),
    );
    expect(problems).toEqual([]);
    for (const [kind, draft] of Object.entries(drafts))
      expect(readDraft(draftKey(kind, accountId))).toMatchObject(draft);
    if (text !== null)
      expect(
        [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
          ({ value }) => value,
        ),
      ).toContain(text);
    act(() => root.unmount());
  });
});
