import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { EditPostView } from '#features/content/posts/edit-post-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';

const start = (answers: Drawn['answers'] = {}) =>
  draw(<EditPostView />, {
    user: { isPerformer: true },
    path: '/creator/feeds/p1?id=p1',
    answers: {
      'GET /performer/feeds/:id': () => anOwnPost({ type: 'text', files: [], text: 'As it is' }),
      'PUT /performer/feeds/:id': () => anOwnPost({ type: 'text', files: [] }),
      ...answers,
    },
  });
const box = () => screen.findByLabelText<HTMLTextAreaElement>('Text');
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:changes-p1'));

beforeEach(() => localStorage.clear());

describe('unsaved changes of a post', () => {
  /** Types, and leaves without saving. */
  async function leave() {
    const { hand, unmount } = await start();
    await hand.type(await box(), ', and more');
    expect(screen.getByText('Unsaved changes are kept on this device.')).toBeTruthy();
    unmount();
  }

  it('are offered on return, and restored with the time they were made', async () => {
    await leave();
    const { hand, deps, went } = await start();
    expect((await box()).value).toBe('As it is');
    expect(screen.getByText('This is the post as it was saved.')).toBeTruthy();
    expect(screen.getByText(/^You have unsaved changes from \d+:\d\d [AP]M$/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Restore' }));
    expect((await box()).value).toBe('As it is, and more');
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(went).toHaveLength(1));
    expect(deps.api.calls.find(([name]) => name === 'PUT /performer/feeds/:id')?.[1]).toMatchObject({
      body: { text: 'As it is, and more' },
    });
    expect(kept()).toEqual([]);
  });

  it('from an earlier version keep what it didn’t know as it is saved', async () => {
    await leave();
    const [key = ''] = kept();
    const { values, ...draft } = JSON.parse(localStorage.getItem(key)!) as { values: object };
    const {
      link: _link,
      removedLink: _removed,
      seriesId: _series,
      ...known
    } = values as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...draft, values: known }));
    const card = { url: '/x', title: 'A page', description: '', site: 'Post', cover: null };
    const post = anOwnPost({ type: 'text', files: [], text: 'As it is', linkCard: card });
    const { hand, deps, went } = await start({ 'GET /performer/feeds/:id': () => post });
    await hand.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await box()).value).toBe('As it is, and more');
    expect(screen.getByRole('link', { name: /A page/ })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(went).toHaveLength(1));
    const sent = deps.api.calls.find(([name]) => name === 'PUT /performer/feeds/:id')?.[1];
    const { body } = sent as { body: object };
    expect(body).toMatchObject({ text: 'As it is, and more' });
    for (const unknown of ['linkCard', 'seriesId']) expect(body).not.toHaveProperty(unknown);
  });

  it('are discarded', async () => {
    await leave();
    const { hand } = await start();
    await hand.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
    expect(kept()).toEqual([]);
    expect((await box()).value).toBe('As it is');
  });

  it('say when the post was saved since', async () => {
    await leave();
    await start({
      'GET /performer/feeds/:id': () =>
        anOwnPost({ type: 'text', files: [], text: 'Newer', updatedAt: '2026-11-21T10:00:00.000Z' }),
    });
    expect(await screen.findByText(/^The post has been saved since/)).toBeTruthy();
  });

  it('can still be restored after typing without having decided', async () => {
    await leave();
    const { hand } = await start();
    await hand.type(await box(), '!');
    await hand.click(screen.getByRole('button', { name: 'Restore' }));
    expect((await box()).value).toBe('As it is, and more');
  });

  it('stay when saving fails, and are none when they were undone', async () => {
    const { hand } = await start({
      'PUT /performer/feeds/:id': () => {
        throw problem(503, { message: 'Try again later.' });
      },
    });
    await hand.type(await box(), '!');
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Try again later.')).toBeTruthy();
    expect(kept()).toHaveLength(1);
    await hand.type(await box(), '{Backspace}');
    expect(kept()).toEqual([]);
    expect(screen.getByText('No unsaved changes.')).toBeTruthy();
  });
});
