import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Decision, OwnReport } from '#contract/across/decisions.ts';
import { DecisionView } from '#features/across/decisions/decision-view.tsx';
import { DecisionsView } from '#features/across/decisions/decisions-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const at = '2026-11-20T10:00:00.000Z';
const aDecision = (values: Partial<Decision> = {}): Decision => ({
  _id: '0197c6a0-0000-7000-8000-000000000001',
  action: 'hide',
  state: 'in-force',
  targetType: 'feed',
  about: 'Win a thousand coins',
  href: '/feeds/1',
  ground: 'terms',
  rule: 'Rule 7',
  facts: 'It promises prizes.',
  reported: true,
  automated: false,
  until: null,
  decidedAt: at,
  endedAt: null,
  appealBy: '2027-05-20T10:00:00.000Z',
  appeal: null,
  ...values,
});
const aReport: OwnReport = {
  _id: '0197c6a0-0000-7000-8000-000000000002',
  targetType: 'comment',
  category: 'violation',
  comment: '',
  state: 'closed',
  outcome: 'acted',
  createdAt: at,
  updatedAt: at,
};

it('a decision says what, why and by which rule; it is appealed with the token of the email', async () => {
  let decision = aDecision();
  const { hand, deps } = await draw(<DecisionView />, {
    path: `/user/decisions/1?id=${decision._id}&token=${'a'.repeat(40)}`,
    answers: {
      'GET /decisions/:id': () => decision,
      'POST /decisions/:id/appeal': ({ body }) => {
        decision = aDecision({
          appealBy: null,
          appeal: { state: 'pending', text: body.text, answer: '', createdAt: at, decidedAt: null },
        });
        return decision;
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Your post is hidden' })).toBeTruthy();
  for (const text of ['It promises prizes.', 'Rule 7', 'By a person, after a report'])
    expect(screen.getByText(text)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(deps.api.routes()).not.toContain('POST /decisions/:id/appeal');
  await hand.type(screen.getByLabelText(/Why is the decision wrong/), 'They are chocolate.');
  await hand.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('Your appeal is under review')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull());
  expect(deps.api.calls.find(([route]) => route === 'POST /decisions/:id/appeal')?.[1]).toMatchObject({
    body: { text: 'They are chocolate.', token: 'a'.repeat(40) },
  });
});

it('the decision about another person isn’t found', async () => {
  await draw(<DecisionView />, {
    path: '/user/decisions/1?id=1',
    answers: {
      'GET /decisions/:id': () => {
        throw problem(404);
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Decision not found' })).toBeTruthy();
});

it('decisions and own reports are listed, or it says that there are none', async () => {
  const { unmount } = await draw(<DecisionsView />, {
    answers: {
      'GET /decisions': () => ({ data: [aDecision()], total: 1, nextCursor: null }),
      'GET /reports': () => ({ data: [aReport], total: 1, nextCursor: null }),
    },
  });
  expect((await screen.findByRole('link', { name: 'Your post is hidden' })).getAttribute('href')).toContain(
    '/user/decisions/',
  );
  expect(await screen.findByText('Action taken')).toBeTruthy();
  unmount();
  await draw(<DecisionsView />, {
    answers: {
      'GET /decisions': () => ({ data: [], total: 0, nextCursor: null }),
      'GET /reports': () => ({ data: [], total: 0, nextCursor: null }),
    },
  });
  expect(await screen.findByText('No decisions')).toBeTruthy();
});
