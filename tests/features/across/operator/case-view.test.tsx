import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CaseDecision, ModerationCase } from '#contract/across/operator/moderation.ts';
import { CaseView } from '#features/across/operator/cases/case-view.tsx';
import { CasesView } from '#features/across/operator/cases/cases-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';

const at = '2026-11-20T10:00:00.000Z';
const id = '0197c6a0-0000-7000-8000-000000000001';
const aCase = (values: Partial<ModerationCase> = {}): ModerationCase => ({
  _id: id,
  targetType: 'feed',
  targetId: id,
  category: 'spam',
  state: 'open',
  person: { _id: id, username: 'anna', name: 'Anna' },
  reports: 1,
  createdAt: at,
  href: '/feeds/1',
  isOwn: false,
  actions: ['dismiss', 'warn', 'hide', 'suspend', 'ban'],
  bansNeedTwo: true,
  seen: 0,
  evidence: [
    {
      _id: id,
      reporter: 'fan',
      source: 'person',
      reporterEmail: null,
      openedBy: null,
      category: 'spam',
      comment: 'Look at this',
      snapshot: { text: 'Win a thousand coins' },
      files: [],
      history: { acted: 2, dismissed: 1, open: 0 },
      createdAt: at,
    },
  ],
  decisions: [],
  earlier: [],
  payments: [],
  buyers: 0,
  copies: [],
  ...values,
});
const aDecision = (values: Partial<CaseDecision> = {}): CaseDecision => ({
  _id: id,
  action: 'hide',
  state: 'in-force',
  targetType: 'feed',
  about: 'Win a thousand coins',
  ground: 'terms',
  rule: 'Rule 7',
  facts: 'It promises prizes.',
  until: null,
  decidedBy: 'olga',
  confirmedBy: null,
  isOwn: false,
  appeal: null,
  createdAt: at,
  ...values,
});

it('a case shows the evidence, and a prepared reason fills in the statement', async () => {
  let found = aCase();
  const { hand, deps } = await draw(<CaseView />, {
    path: `/operator/cases/1?id=${id}`,
    answers: {
      'GET /operator/cases/:id': () => found,
      'POST /operator/cases/:id/decisions': () => {
        found = aCase({ state: 'closed', seen: 1, decisions: [aDecision()] });
        return found;
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Post of @anna' })).toBeTruthy();
  expect(screen.getByText('Win a thousand coins')).toBeTruthy();
  await hand.selectOptions(screen.getByLabelText('Action'), 'hide');
  await hand.selectOptions(screen.getByLabelText('Common reasons'), 'spam');
  await hand.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Hidden')).toBeTruthy();
  expect(deps.api.calls.find(([route]) => route === 'POST /operator/cases/:id/decisions')?.[1]).toMatchObject(
    { body: { action: 'hide', ground: 'terms', seen: 0, until: null } },
  );
  expect(screen.getByRole('button', { name: 'Lift decision' })).toBeTruthy();
});

it('a case that an operator opened says that no one reported it', async () => {
  await draw(<CaseView />, {
    path: `/operator/cases/1?id=${id}`,
    answers: { 'GET /operator/cases/:id': () => aCase({ reports: 0, evidence: [] }) },
  });
  expect(await screen.findByText('No one reported this. An operator opened the case.')).toBeTruthy();
});

it('an appeal is answered by another operator alone', async () => {
  const appeal = {
    state: 'pending',
    text: 'They are chocolate.',
    answer: '',
    decidedBy: null,
    createdAt: at,
  } as const;
  const { unmount } = await draw(<CaseView />, {
    path: `/operator/cases/1?id=${id}`,
    answers: {
      'GET /operator/cases/:id': () => aCase({ state: 'appealed', decisions: [aDecision({ appeal })] }),
    },
  });
  expect(await screen.findByRole('button', { name: 'Reverse decision' })).toBeTruthy();
  unmount();
  await draw(<CaseView />, {
    path: `/operator/cases/1?id=${id}`,
    answers: {
      'GET /operator/cases/:id': () =>
        aCase({ state: 'appealed', decisions: [aDecision({ appeal, isOwn: true })] }),
    },
  });
  expect(await screen.findByText('Another operator has to decide it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reverse decision' })).toBeNull();
});

it('the queue lists cases with their number of reports', async () => {
  await draw(<CasesView />, {
    answers: { 'GET /operator/cases': () => ({ data: [aCase()], total: 1, nextCursor: null }) },
  });
  // The table loads on its own.
  expect(await screen.findByRole('link', { name: 'Post of @anna' }, { timeout: 15_000 })).toBeTruthy();
});
