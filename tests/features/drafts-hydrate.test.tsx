import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { draftKey, readDraft, writeDraft } from '#components/content/media-items/draft-values.ts';
import { NewGalleryView } from '#features/content/galleries/new-gallery-view.tsx';
import { NewProductView } from '#features/trade/shop/new-product-view.tsx';
import { NewVideoView } from '#features/content/videos/new-video-view.tsx';
import { NewAuctionView } from '#features/trade/auctions/new-auction-view.tsx';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { wrapped } from '../components/setup/draw.tsx';

/** Every page that creates something, with a draft that a browser may have saved for it. */
interface Begun {
  readonly name: string;
  readonly page: () => ReactElement;
  readonly drafts: Record<string, object>;
  /** What a field then contains; null if the form waits for the server first. */
  readonly text: string | null;
}
const pages: readonly Begun[] = [
  {
    name: 'a post',
    page: () => <NewPostView />,
    drafts: {
      post: {
        values: { text: 'Half a thought' },
        files: [{ fileId: 'f-1', name: 'kiln.png', bytes: 2048, alt: 'The kiln' }],
      },
    },
    text: 'Half a thought',
  },
  { name: 'a video', page: () => <NewVideoView />, drafts: { video: { title: 'Wheel' } }, text: 'Wheel' },
  { name: 'a film', page: () => <NewVideoView />, drafts: { 'video-film': { id: 'v-1' } }, text: null },
  { name: 'a gallery', page: () => <NewGalleryView />, drafts: { gallery: { title: 'Ash' } }, text: 'Ash' },
  { name: 'a product', page: () => <NewProductView />, drafts: { product: { title: 'Bowl' } }, text: 'Bowl' },
  { name: 'an auction', page: () => <NewAuctionView />, drafts: { auction: { title: 'Jar' } }, text: 'Jar' },
];

afterEach(() => localStorage.clear());

describe.each(pages)('$name with a draft on this device', ({ page, drafts, text }) => {
  it('hydrates from server HTML without a React warning, and the draft is still there', async () => {
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

// An auction's form is rendered in the browser only.
const drawnByServer = pages.filter(({ name }) => name !== 'a film' && name !== 'an auction');

describe.each(drawnByServer)('$name without a draft', ({ page }) => {
  it('keeps its fields through hydration, with what was typed or picked meanwhile', async () => {
    const { node } = await wrapped(page(), { user: { isPerformer: true } });
    const place = document.createElement('div');
    place.innerHTML = renderToString(node);
    const before = [...place.querySelectorAll('input, textarea')];
    expect(before.length).toBeGreaterThan(0);
    const root = await act(() => hydrateRoot(place, node));
    expect(before.filter((field) => !place.contains(field))).toEqual([]);
    act(() => root.unmount());
  });
});
