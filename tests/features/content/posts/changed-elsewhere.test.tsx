import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { EditPostView } from '#features/content/posts/edit-post-view.tsx';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';
import { draw } from '../../../components/setup/draw.tsx';

/** A server with one post, on which another tab writes. */
async function open() {
  let post = anOwnPost({ type: 'text', files: [], text: 'As it was', updatedAt: '2026-03-02T09:00:00.000Z' });
  const elsewhere = (change: Partial<OwnPost>) =>
    (post = { ...post, ...change, updatedAt: '2026-03-02T09:05:00.000Z' });
  const written: string[] = [];
  const drawn = await draw(<EditPostView />, {
    user: { isPerformer: true },
    path: '/creator/feeds/p1?id=p1',
    answers: {
      'GET /performer/feeds/:id': () => post,
      'PUT /performer/feeds/:id': (sent) => {
        const { version } = sent as { version?: string };
        const text = sent.body?.text ?? '';
        if (version !== post.updatedAt)
          throw problem(409, { code: 'version_changed', message: 'This was changed elsewhere.' });
        written.push(text);
        return { ...post, text };
      },
    },
  });
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  await drawn.hand.type(box, ', and mine');
  const save = () => drawn.hand.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...drawn, elsewhere, written, box, save };
}
beforeEach(() => localStorage.clear());

describe('a post that was changed in another tab', () => {
  it('isn’t overwritten silently: both versions are there, and one’s own replaces it if one says so', async () => {
    const { hand, elsewhere, written, box, save } = await open();
    elsewhere({ text: 'Theirs' });
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'This post was changed elsewhere' }));
    expect(dialog.getByText('Theirs')).toBeTruthy();
    expect([written, box.value]).toEqual([[], 'As it was, and mine']);
    await hand.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(written).toEqual(['As it was, and mine']));
  });

  it('is saved without a question if it is what one sent, such as after an answer that was lost', async () => {
    const { elsewhere, written, save } = await open();
    elsewhere({ text: 'As it was, and mine' });
    await save();
    await waitFor(() => expect(written).toEqual(['As it was, and mine']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is saved without a question if only its state moved', async () => {
    const { elsewhere, written, save } = await open();
    elsewhere({ state: 'published' });
    await save();
    await waitFor(() => expect(written).toEqual(['As it was, and mine']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
