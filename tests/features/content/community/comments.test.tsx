import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Comment } from '#contract/content/comments.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { aComment } from '../../../setup/factories/community.ts';

const at = '2026-11-20T10:00:00.000Z';
const owner = aCard({ _id: 'c1', name: 'Lena' });
const ada = { ...aCard(), _id: 'me', name: 'Ada', username: 'ada', isPerformer: false };
const listed = (data: Comment[], more: object = {}) => ({
  data,
  total: data.length,
  nextCursor: null,
  closed: null,
  ...more,
});
const talk = (drawn: Drawn, count = 1) =>
  draw(
    <Comments
      objectType="feed"
      objectId="p1"
      owner={owner}
      access={{ allowed: true, reason: 'free' }}
      count={count}
    />,
    drawn,
  );
const comment = (name: string) => screen.findByRole('listitem', { name: `Comment by ${name}` });

describe('comments', () => {
  it('a new one shows at once, and returns to the box with the reason if it is rejected', async () => {
    const answer = onItsWay<Comment>();
    const { hand } = await talk({
      answers: { 'GET /comments': () => listed([aComment()]), 'POST /comments': () => answer.promise },
    });
    await comment('Bo');
    await hand.type(screen.getByLabelText('Write a comment'), 'And the kiln?');
    await hand.click(screen.getByRole('button', { name: 'Comment' }));
    expect(screen.getByText('And the kiln?')).toBeTruthy();
    expect(screen.getByText('sending')).toBeTruthy();
    answer.reject(problem(403, { message: 'Comments are turned off for this post.' }));
    await waitFor(() => expect(screen.queryByText('sending')).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('And the kiln?');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('an unfinished one survives a reload, for its author and place, until it is posted or given up', async () => {
    sessionStorage.clear();
    const answers = {
      'GET /comments': () => listed([aComment()]),
      'POST /comments': () => aComment({ _id: 'n' }),
    };
    const box = () => screen.getByLabelText<HTMLTextAreaElement>('Write a comment');
    const first = await talk({ answers });
    await comment('Bo');
    await first.hand.type(box(), 'And the kiln');
    first.unmount();
    const other = await talk({ answers, user: { _id: 'somebody' } });
    await comment('Bo');
    expect(box().value).toBe('');
    other.unmount();
    const again = await talk({ answers });
    await comment('Bo');
    expect(box().value).toBe('And the kiln');
    await again.hand.type(box(), '?');
    await again.hand.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(box().value).toBe(''));
    expect(sessionStorage.length).toBe(0);
  });

  it('markup in a comment is plain text', async () => {
    const { container } = await talk({
      answers: {
        'GET /comments': () =>
          listed([aComment({ text: '<img src=x onerror=alert(1)><script>alert(2)</script>Hi' })]),
      },
    });
    await comment('Bo');
    expect(container.querySelector('script')).toBeNull();
    expect(container.querySelector('img[src="x"]')).toBeNull();
  });

  it('replies open below, oldest first, with a box to write one', async () => {
    const answers = [aComment({ _id: 'a1', parentId: 'k1', text: 'First answer' })];
    const { hand, deps } = await talk({
      answers: {
        'GET /comments': ({ query }) => listed(query.parentId ? answers : [aComment({ replies: 1 })]),
        'POST /comments': ({ body }) => aComment({ _id: 'a2', parentId: 'k1', author: ada, text: body.text }),
      },
    });
    await comment('Bo');
    await hand.click(screen.getByRole('button', { name: '1 reply' }));
    expect(await screen.findByText('First answer')).toBeTruthy();
    await hand.click(screen.getAllByRole('button', { name: 'Reply' })[0]!);
    await hand.type(await screen.findByLabelText('Reply to Bo'), 'Second answer');
    await hand.click(screen.getAllByRole('button', { name: 'Reply' }).at(-1)!);
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === 'POST /comments')?.[1]).toMatchObject({
        body: { parentId: 'k1', text: 'Second answer' },
      }),
    );
    expect(
      (await within(screen.getByRole('list', { name: 'Replies' })).findAllByRole('listitem')).map(
        (item) => within(item).getByText(/answer$/, { selector: 'div' }).textContent,
      ),
    ).toEqual(['First answer', 'Second answer']);
    expect(screen.getByRole('button', { name: 'Hide replies' })).toBeTruthy();
  });

  it('your own can be edited in place and deleted after confirmation', async () => {
    const { hand, deps } = await talk({
      user: { _id: 'me' },
      answers: {
        'GET /comments': () => listed([aComment({ author: ada })]),
        'PUT /comments/:id': ({ body }) => aComment({ author: ada, text: body.text, editedAt: at }),
        'DELETE /comments/:id': () => ({ success: true }),
      },
    });
    await comment('Ada');
    const menu = async (item: string) => {
      await hand.click(screen.getByRole('button', { name: 'More options for the comment by Ada' }));
      await hand.click(await screen.findByRole('menuitem', { name: item }));
    };
    await menu('Edit');
    const field = await screen.findByLabelText('Your comment');
    await hand.clear(field);
    await hand.type(field, 'Lovelier');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Lovelier')).toBeTruthy();
    await menu('Delete');
    expect(deps.api.routes()).not.toContain('DELETE /comments/:id');
    await hand.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete comment' }),
    );
    await waitFor(() => expect(screen.queryByText('Lovelier')).toBeNull());
    expect(screen.getByText('Comment deleted', { selector: '[role=status] *' })).toBeTruthy();
  });

  it("a rejected edit returns to the box with the reason, and isn't marked as edited", async () => {
    const answer = onItsWay<Comment>();
    const { hand } = await talk({
      user: { _id: 'me' },
      answers: {
        'GET /comments': () => listed([aComment({ author: ada })]),
        'PUT /comments/:id': () => answer.promise,
      },
    });
    await comment('Ada');
    await hand.click(screen.getByRole('button', { name: 'More options for the comment by Ada' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await hand.type(await screen.findByLabelText('Your comment'), ' indeed');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Lovely indeed')).toBeTruthy();
    expect(screen.queryByText('Comment updated')).toBeNull();
    answer.reject(problem(403, { message: 'Comments are turned off for this post.' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your comment')).value).toBe('Lovely indeed');
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Lovely')).toBeTruthy();
    expect(screen.queryByText('Comment updated')).toBeNull();
  });

  it('rejected text is placed above text typed since', async () => {
    const answer = onItsWay<Comment>();
    const { hand } = await talk({
      answers: { 'GET /comments': () => listed([aComment()]), 'POST /comments': () => answer.promise },
    });
    await comment('Bo');
    const field = screen.getByLabelText<HTMLTextAreaElement>('Write a comment');
    await hand.type(field, 'First');
    await hand.click(screen.getByRole('button', { name: 'Comment' }));
    await hand.type(field, 'Second');
    answer.reject(problem(500));
    await waitFor(() => expect(field.value).toBe('First\nSecond'));
  });

  it('of others appear when the person returns to the page after a while, and text being typed stays', async () => {
    let said = [aComment()];
    const { hand } = await talk({ answers: { 'GET /comments': () => listed(said) } });
    await comment('Bo');
    await hand.type(screen.getByLabelText('Write a comment'), 'I thi');
    said = [
      aComment({ _id: 'k2', author: { ...ada, _id: 'f3', name: 'Cy', username: 'cy' }, text: 'New here' }),
      ...said,
    ];
    const seen = vi.spyOn(document, 'visibilityState', 'get');
    const clock = vi.spyOn(Date, 'now');
    const moment = Date.now();
    const comeBack = (after: number) => {
      seen.mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      seen.mockReturnValue('visible');
      clock.mockReturnValue(moment + after);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    comeBack(120_000);
    expect(await screen.findByText('New here')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('I thi');
    vi.restoreAllMocks();
  });

  it('the creator can pin, delete and ban', async () => {
    const { hand, deps } = await talk({
      user: { _id: 'c1', isPerformer: true },
      answers: {
        'GET /comments': () => listed([aComment()]),
        'POST /comments/:id/ban': () => ({ ...ada, _id: 'f2', name: 'Bo', bannedAt: at }),
        'PUT /comments/:id/pin': () => aComment({ pinned: true }),
      },
    });
    await comment('Bo');
    await hand.click(screen.getByRole('button', { name: 'More options for the comment by Bo' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Pin to top',
      'Delete',
      'Ban from commenting',
      'Report this comment',
    ]);
    await hand.click(screen.getByRole('menuitem', { name: 'Ban from commenting' }));
    await hand.click(
      within(await screen.findByRole('dialog', { name: 'Ban Bo from commenting?' })).getByRole('button', {
        name: 'Ban from commenting',
      }),
    );
    await waitFor(() => expect(deps.api.routes()).toContain('POST /comments/:id/ban'));
    expect(screen.getByRole('button', { name: 'Banned commenters' })).toBeTruthy();
  });

  it("a reader can only report other people's, a visitor nothing", async () => {
    const { hand } = await talk({ answers: { 'GET /comments': () => listed([aComment()]) } });
    await comment('Bo');
    await hand.click(screen.getByRole('button', { name: 'More options for the comment by Bo' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Report this comment',
    ]);
  });

  it('say why nobody can comment', async () => {
    await talk({ answers: { 'GET /comments': () => listed([], { closed: 'off' }) } });
    expect(await screen.findByText('Comments are turned off.')).toBeTruthy();
    expect(screen.queryByLabelText('Write a comment')).toBeNull();
  });

  it('show visitors how to log in', async () => {
    await talk({ user: null, path: '/feeds/p1', answers: { 'GET /comments': () => listed([aComment()]) } });
    expect((await screen.findByRole('link', { name: 'Log in to comment' })).getAttribute('href')).toBe(
      `/auth/login?from=${encodeURIComponent('/feeds/p1#comments')}`,
    );
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^More options for the comment/ })).toBeNull();
  });

  it('a deleted one with replies keeps its place; a list that fails to load can be retried', async () => {
    let fails = true;
    const { hand } = await talk({
      answers: {
        'GET /comments': () => {
          if (fails) throw problem(500, { message: 'No luck.' });
          return listed([aComment({ isDeleted: true, author: null, text: '', replies: 2 })]);
        },
      },
    });
    expect(await screen.findByText('No luck.')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Comment deleted')).toBeTruthy();
    expect(screen.getByRole('button', { name: '2 replies' })).toBeTruthy();
  });

  it('on locked items are hidden', async () => {
    const { deps } = await draw(
      <Comments
        objectType="feed"
        objectId="p1"
        owner={owner}
        access={{ allowed: false, reason: 'locked' }}
        count={3}
      />,
    );
    expect(screen.queryByText(/Comments/)).toBeNull();
    expect(deps.api.routes()).not.toContain('GET /comments');
  });
});
