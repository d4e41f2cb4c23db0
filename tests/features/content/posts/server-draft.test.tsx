import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { EditPostView } from '#features/content/posts/edit-post-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { anOwnPost, aPost } from '../../../setup/factories/posts.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';

const creator = { user: { isPerformer: true } } as const;
const at = '2026-11-20T10:00:00.000Z';
const aDraft = (more: object = {}) =>
  anOwnPost({
    _id: 'd1',
    type: 'text',
    state: 'draft',
    publishedAt: null,
    files: [],
    updatedAt: at,
    ...more,
  });
const later = { timeout: 12_000 };

beforeEach(() => localStorage.clear());

describe('a draft on the server', () => {
  const start = (answers: Drawn['answers']) => draw(<NewPostView />, { ...creator, answers });
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Text');

  it('is saved while it is written, and becomes the post', { timeout: 30_000 }, async () => {
    const { hand, deps, went } = await start({
      'POST /performer/feeds': () => aDraft({ text: 'Half' }),
      'PUT /performer/feeds/:id': () => anOwnPost({ _id: 'd1' }),
    });
    await hand.type(box(), 'Half');
    await waitFor(() => expect(screen.getByText('Saved to your drafts.')).toBeTruthy(), later);
    expect(deps.api.calls.find(([name]) => name === 'POST /performer/feeds')?.[1]).toMatchObject({
      body: { text: 'Half', state: 'draft' },
    });
    await hand.type(box(), ' a thought');
    await hand.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(went).toEqual(['/feeds/d1']));
    expect(deps.api.routes().filter((name) => name === 'POST /performer/feeds')).toHaveLength(1);
    expect(deps.api.calls.findLast(([name]) => name === 'PUT /performer/feeds/:id')?.[1]).toMatchObject({
      params: { id: 'd1' },
      body: { text: 'Half a thought', state: 'published' },
    });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:post'))).toEqual([]);
  });

  it('says when it can’t be saved, and keeps the text on the device', { timeout: 30_000 }, async () => {
    const { hand } = await start({
      'POST /performer/feeds': () => {
        throw problem(503, { message: 'Try again later.' });
      },
    });
    await hand.type(box(), 'Half');
    await waitFor(
      () => expect(screen.getByText('Kept on this device. Trying to save again…')).toBeTruthy(),
      later,
    );
    expect(Object.values<string>(localStorage).join(' ')).toContain('Half');
  });

  it('is saved when the device is back online, without a change', { timeout: 30_000 }, async () => {
    let fails = true;
    const { hand, deps } = await start({
      'POST /performer/feeds': () => {
        if (fails) throw problem(503, { message: 'Try again later.' });
        return aDraft({ text: 'Half' });
      },
    });
    await hand.type(box(), 'Half');
    await waitFor(() => expect(screen.getByText(/Trying to save again/)).toBeTruthy(), later);
    fails = false;
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByText('Saved to your drafts.')).toBeTruthy());
    expect(deps.api.routes().filter((name) => name === 'POST /performer/feeds')).toHaveLength(2);
  });

  it('whose reply got lost isn’t made twice', { timeout: 30_000 }, async () => {
    const { hand, deps } = await start({
      'POST /performer/feeds': () => {
        throw problem(0, { code: 'network', message: 'We couldn’t reach the server.' });
      },
      'GET /performer/feeds': () => ({ data: [aDraft({ text: 'Half' })], total: 1, nextCursor: null }),
      'PUT /performer/feeds/:id': () => aDraft({ text: 'Half' }),
    });
    await hand.type(box(), 'Half');
    await waitFor(() => expect(screen.getByText(/Trying to save again/)).toBeTruthy(), later);
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByText('Saved to your drafts.')).toBeTruthy());
    expect(deps.api.routes().filter((name) => name === 'POST /performer/feeds')).toHaveLength(1);
    expect(deps.api.routes()).toContain('PUT /performer/feeds/:id');
  });

  it('that the server refuses isn’t sent again unchanged', { timeout: 30_000 }, async () => {
    const { hand, deps } = await start({
      'POST /performer/feeds': () => {
        throw problem(422, { message: 'No.' });
      },
    });
    await hand.type(box(), 'Half');
    await waitFor(
      () => expect(screen.getByText('Couldn’t be saved. Kept on this device.')).toBeTruthy(),
      later,
    );
    dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(deps.api.routes().filter((name) => name === 'POST /performer/feeds')).toHaveLength(1);
  });

  it('that was changed on another device is gone on with there', async () => {
    const accountId = (await draw(<NewPostView />, creator)).accountId;
    localStorage.setItem(
      `draft:post:${accountId}`,
      JSON.stringify({ values: { text: 'Old' }, saved: { id: 'd1', updatedAt: '2026-11-19T10:00:00.000Z' } }),
    );
    const { went } = await start({ 'GET /performer/feeds/:id': () => aDraft({ text: 'New' }) });
    await waitFor(() => expect(went).toEqual(['/creator/feeds/d1']));
    expect(localStorage.getItem(`draft:post:${accountId}`)).toBeNull();
  });
});

it('a saved post is previewed as other people see it', async () => {
  const { hand } = await draw(<EditPostView />, {
    ...creator,
    path: '/creator/feeds/d1?id=d1',
    answers: {
      'GET /performer/feeds/:id': () => aDraft({ text: '**Hello**' }),
      'GET /performer/feeds/:id/preview': ({ query }: { query: { as: string } }) =>
        query.as === 'closed'
          ? { access: { allowed: false, reason: 'country', routes: [] }, post: null }
          : {
              access: { allowed: true, reason: 'free', routes: [] },
              post: aPost({ text: '**Hello**', performer: aCard({ name: 'Lena' }) }),
            },
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Preview as…' }));
  expect((await screen.findByText('Hello')).tagName).toBe('STRONG');
  await hand.selectOptions(screen.getByLabelText('Preview as'), 'closed');
  expect(await screen.findByText('Nothing to see')).toBeTruthy();
});
