import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Event, Job } from '#contract/across/operator/background.ts';
import type { CreatorCase } from '#contract/across/operator/creators.ts';
import type { DeskComment } from '#contract/across/operator/words.ts';
import { EventsView } from '#features/across/operator/background/events-view.tsx';
import { JobsView } from '#features/across/operator/background/jobs-view.tsx';
import { CreatorView } from '#features/across/operator/creators/creator-view.tsx';
import { CommentsView } from '#features/across/operator/words/comments-view.tsx';
import { WordsView } from '#features/across/operator/words/words-view.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const at = '2026-11-20T10:00:00.000Z';
const aJob: Job = {
  _id: 'j1',
  kind: 'mail-send',
  state: 'failed',
  attempts: 9,
  error: 'no mail server',
  runAt: at,
  createdAt: at,
};
const anEvent = (values: Partial<Event> = {}): Event => ({
  _id: 'e1',
  type: 'refund',
  state: 'failed',
  attempts: 3,
  error: null,
  receivedAt: at,
  ...values,
});

describe('a list at the desk', () => {
  it('is filtered in the address, and does what is asked about a row with a reason', async () => {
    const { hand, went, deps } = await draw(<JobsView />, {
      path: '/operator/jobs',
      answers: {
        'GET /operator/jobs/search': () => ({ data: [aJob], total: 1 }),
        'POST /operator/jobs/:id/retry': () => ({ success: true }),
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Run now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run job now' }));
    await hand.click(dialog.getByRole('button', { name: 'Run now' }));
    expect(deps.api.routes()).not.toContain('POST /operator/jobs/:id/retry');
    await hand.type(dialog.getByLabelText('Reason'), 'It is back.');
    await hand.click(dialog.getByRole('button', { name: 'Run now' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        'POST /operator/jobs/:id/retry',
        expect.objectContaining({ params: { id: 'j1' }, body: { reason: 'It is back.' } }),
      ]),
    );
    await hand.click(screen.getByRole('button', { name: 'Failed' }));
    expect(went.at(-1)).toBe('/operator/jobs?state=failed');
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toMatchObject([expect.any(String), { query: { state: 'failed' } }]),
    );
    await hand.click(screen.getByRole('button', { name: 'All unfinished' }));
    expect(went.at(-1)).toBe('/operator/jobs');
  });

  it('offers nothing about a row that needs nothing, and says when it is empty or failed', async () => {
    const open = (answer: NonNullable<Drawn['answers']>['GET /operator/events/search']) =>
      draw(<EventsView />, {
        path: '/operator/events?state=applied',
        answers: { 'GET /operator/events/search': answer! },
      });
    const list = await open(() => ({ data: [anEvent({ state: 'applied' })], total: 1 }));
    expect(await screen.findByText('refund')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Apply now' })).toBeNull();
    list.unmount();
    const empty = await open(() => ({ data: [], total: 0 }));
    expect(await screen.findByText('No events yet')).toBeTruthy();
    empty.unmount();
    await open(() => {
      throw problem(500, { message: 'Not now.' });
    });
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });
});

describe('held comments', () => {
  const comment: DeskComment = {
    _id: 'k1',
    text: 'Easy money here',
    author: { _id: 'f1', username: 'ann', name: 'Ann' },
    owner: { _id: 'c1', username: 'maya', name: 'Maya' },
    objectType: 'feed',
    href: '/feeds/p1',
    heldAt: at,
  };

  it.each([
    ['Approve', 'POST /operator/comments/:id/approve'],
    ['Delete', 'POST /operator/comments/:id/delete'],
  ] as const)('%s asks for a reason and names the author', async (name, route) => {
    const { hand, deps } = await draw(<CommentsView />, {
      path: '/operator/comments',
      answers: {
        'GET /operator/comments': () => ({ data: [comment], total: 1, nextCursor: null }),
        [route]: () => ({ success: true }),
      },
    });
    expect((await screen.findByRole('link', { name: 'Post' })).getAttribute('href')).toBe('/feeds/p1');
    await hand.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: `${name} the comment by @ann?` }));
    await hand.type(dialog.getByLabelText('Reason'), 'Looked at it.');
    await hand.click(dialog.getByRole('button', { name: `${name} comment` }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        route,
        expect.objectContaining({ params: { id: 'k1' }, body: { reason: 'Looked at it.' } }),
      ]),
    );
  });
});

describe('the site’s words', () => {
  const open = (words: string[], more: Drawn['answers'] = {}) =>
    draw(
      <>
        <WordsView />
        <Toaster />
      </>,
      { path: '/operator/words', answers: { 'GET /operator/words': () => ({ words }), ...more } },
    );

  it('are added one on each line, with a reason', async () => {
    const { hand, deps } = await open([], {
      'POST /operator/words': ({ body }) => ({ words: [...body.words] }),
    });
    expect(await screen.findByText('No words yet')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Add words' }));
    expect(screen.getAllByText('Enter a word or phrase.').length).toBeGreaterThan(0);
    await hand.type(screen.getByLabelText('Words or phrases'), 'easy money{Enter}  spamword {Enter}');
    await hand.type(screen.getByLabelText('Reason'), 'A wave of spam.');
    await hand.click(screen.getByRole('button', { name: 'Add words' }));
    await waitFor(() =>
      expect(deps.api.calls).toContainEqual([
        'POST /operator/words',
        expect.objectContaining({
          body: { words: ['easy money', 'spamword'], reason: 'A wave of spam.' },
        }),
      ]),
    );
    expect(await screen.findByText('2 words added')).toBeTruthy();
  });

  it('are found by a part, and removed with a reason; why that failed stands in the dialog', async () => {
    const { hand } = await open(['easy money', 'spamword'], {
      'POST /operator/words/remove': () => {
        throw problem(404, { message: '“spamword” isn’t in the list.' });
      },
    });
    await hand.type(await screen.findByLabelText('Find a word'), 'spam');
    await waitFor(() => expect(screen.queryByText('easy money')).toBeNull());
    await hand.click(screen.getByRole('button', { name: 'Remove “spamword”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove “spamword”?' }));
    await hand.type(dialog.getByLabelText('Reason'), 'It held too much.');
    await hand.click(dialog.getByRole('button', { name: 'Remove word' }));
    expect(await dialog.findByText('“spamword” isn’t in the list.')).toBeTruthy();
  });
});

it('an approval takes a note for operators and a message for the creator, neither of them needed', async () => {
  const creator: CreatorCase = {
    _id: 'c1',
    username: 'maya',
    name: 'Maya',
    email: null,
    bio: '',
    country: null,
    verified: 'pending',
    reason: null,
    createdAt: at,
    submittedAt: at,
    expiresAt: null,
    documents: 1,
    releases: 0,
  };
  const { hand, deps } = await draw(<CreatorView />, {
    path: '/operator/creators/c1?id=c1',
    answers: {
      'GET /operator/creators/:id': () => creator,
      'POST /operator/creators/:id/approve': () => ({ success: true }),
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Approve' }));
  await hand.type(screen.getByLabelText(/^Note/), 'Checked.');
  await hand.click(screen.getByRole('button', { name: 'Approve creator' }));
  await waitFor(() =>
    expect(deps.api.calls).toContainEqual([
      'POST /operator/creators/:id/approve',
      expect.objectContaining({ body: expect.objectContaining({ note: 'Checked.', message: '' }) }),
    ]),
  );
});
