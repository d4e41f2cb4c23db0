import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { LinkCardField } from '#features/content/posts/link-card-field.tsx';
import {
  type PostValues,
  toPostUpdate,
  emptyPost,
  toNewPost,
  toPostValues,
} from '#features/content/posts/post-values.ts';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { anOwnPost } from '../../../setup/factories/posts.ts';

const route = 'POST /performer/feeds/link-card';
const cardOf = (url: string, more: Partial<LinkCard> = {}): LinkCard => ({
  url,
  title: `Page ${url}`,
  description: '',
  site: 'Kiln',
  cover: null,
  ...more,
});
const noFiles = { fileIds: [], thumbnailId: null, teaserId: null, alts: {} };

let values: PostValues;
const tell = (now: PostValues) => void (values = now);
function Editor({ initial }: { initial: Partial<PostValues> }) {
  const [now, setNow] = useState({ ...emptyPost, ...initial });
  useEffect(() => tell(now), [now]);
  return (
    <>
      <textarea
        aria-label="Text"
        value={now.text}
        onChange={({ target }) => setNow({ ...now, text: target.value })}
      />
      <LinkCardField values={now} set={(change) => setNow({ ...now, ...change })} />
    </>
  );
}
const start = (initial: Partial<PostValues> = {}) => {
  const failures = new Map<string, unknown>();
  return draw(<Editor initial={initial} />, {
    user: { isPerformer: true },
    answers: {
      [route]: ({ body }: { body: { url: string } }) => {
        if (failures.has(body.url)) throw failures.get(body.url);
        return { card: cardOf(body.url), token: `token of ${body.url}` };
      },
    },
  }).then((drawn) => ({ ...drawn, failures }));
};
const asked = ({ deps }: Awaited<ReturnType<typeof start>>) =>
  deps.api.calls.filter(([name]) => name === route).length;

describe('the card of a link', () => {
  it('is looked up once for the first link, and sent by its token', async () => {
    const drawn = await start();
    await drawn.hand.type(screen.getByLabelText('Text'), 'See https://a.io/1 and https://b.io/2 now');
    expect((await screen.findByRole('link')).textContent).toContain('Page https://a.io/1');
    await drawn.hand.type(screen.getByLabelText('Text'), ' and then some');
    expect(toNewPost(values, noFiles, 'published').linkCard).toBe('token of https://a.io/1');
    expect(toNewPost(values, { ...noFiles, fileIds: ['f1'] }, 'published').linkCard).toBeNull();
    expect(drawn.deps.api.calls.at(-1)?.[1]).toMatchObject({ body: { url: 'https://a.io/1' } });
  });

  it('follows the link when it changes, and goes with it', async () => {
    const { hand } = await start({ text: 'https://a.io/1' });
    await screen.findByRole('link', { name: /a\.io/ });
    await hand.clear(screen.getByLabelText('Text'));
    await waitFor(() => expect(values.link).toBeNull());
    expect(screen.queryByRole('link')).toBeNull();
    await hand.type(screen.getByLabelText('Text'), 'https://b.io/2');
    await screen.findByRole('link', { name: /b\.io/ });
    expect(values.link?.token).toBe('token of https://b.io/2');
  });

  it('stays away once removed, until it is asked for', async () => {
    const { hand } = await start({ text: 'https://a.io/1' });
    await hand.click(await screen.findByRole('button', { name: 'Remove link card' }));
    expect([values.link, screen.queryByRole('link')]).toEqual([null, null]);
    expect(toNewPost(values, noFiles, 'published').linkCard).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Add link card' }));
    expect(await screen.findByRole('link', { name: /a\.io/ })).toBeTruthy();
  });

  it('that can’t be had says why, and is tried again', async () => {
    const drawn = await start();
    const text = 'No preview for this link.';
    drawn.failures.set('https://a.io/1', problem(422, { message: text }));
    await drawn.hand.type(screen.getByLabelText('Text'), 'https://a.io/1');
    expect((await screen.findByText(text)).closest('[role="status"]')).not.toBeNull();
    drawn.failures.clear();
    await drawn.hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /a\.io/ })).toBeTruthy();
    expect(asked(drawn)).toBe(2);
  });
});

describe('the card of a post that is edited', () => {
  const text = 'Read https://a.io/1';
  const withCard = anOwnPost({ type: 'text', text, linkCard: cardOf('https://a.io/1') });
  const without = anOwnPost({ type: 'text', text });
  const change = (post: typeof withCard, more: Partial<PostValues>) =>
    toPostUpdate(post, { ...toPostValues(post), ...more }, { files: noFiles, state: undefined });

  it('isn’t sent unless it changes', () => {
    expect(change(withCard, { text: 'Other' })).not.toHaveProperty('linkCard');
    expect(change(without, { text: 'Other' })).not.toHaveProperty('linkCard');
    expect(change(withCard, { link: null })).toMatchObject({ linkCard: null });
    const link = { url: 'https://b.io/2', card: cardOf('https://b.io/2'), token: 'b' };
    expect(change(without, { link })).toMatchObject({ linkCard: 'b' });
    expect(change({ ...withCard, type: 'photo' }, { link: null })).not.toHaveProperty('linkCard');
  });

  it('isn’t looked up for one that its author left out', async () => {
    const drawn = await start(toPostValues(without));
    expect(await screen.findByRole('button', { name: 'Add link card' })).toBeTruthy();
    expect(asked(drawn)).toBe(0);
  });

  it('whose link isn’t in the text can be removed', async () => {
    const { hand } = await start(toPostValues({ ...withCard, text: 'No link' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove link card' }));
    expect([values.link, screen.queryByRole('link')]).toEqual([null, null]);
  });
});
