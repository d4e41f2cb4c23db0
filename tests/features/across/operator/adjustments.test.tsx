import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Adjustment } from '#contract/across/operator/adjustments.ts';
import type { DeskPerson } from '#contract/across/operator/people.ts';
import { AdjustmentView } from '#features/across/operator/adjustments/adjustment-view.tsx';
import { AdjustmentsView } from '#features/across/operator/adjustments/adjustments-view.tsx';
import { PersonAdjustments } from '#features/across/operator/adjustments/person-adjustments.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const at = '2026-11-20T10:00:00.000Z';
const ref = { _id: 'c1', username: 'cleo', name: 'Cleo Clay' };
const anAdjustment = (changes: Partial<Adjustment> = {}): Adjustment => ({
  _id: 'a1',
  person: ref,
  purse: 'earnings',
  amount: -1_250,
  currency: 'USD',
  reason: 'Paid twice.',
  about: { kind: 'payout', _id: 'p1', label: 'Payout B-1' },
  state: 'proposed',
  proposedBy: 'olga',
  decidedBy: null,
  decision: null,
  isAlone: false,
  isOwn: false,
  isSelf: false,
  createdAt: at,
  decidedAt: null,
  ...changes,
});
const page = (data: Adjustment[]) => ({ data, total: data.length, nextCursor: null });

const open = (adjustment: Adjustment, more = {}) =>
  draw(<AdjustmentView />, {
    path: '/operator/adjustments/a1?id=a1',
    answers: { 'GET /operator/adjustments/:id': () => adjustment, ...more },
  });

it('another operator approves with a reason, and sees why it can’t be', async () => {
  const sent: unknown[] = [];
  const { hand } = await open(anAdjustment(), {
    'POST /operator/adjustments/:id/approve': ({ body }: { body: unknown }) => {
      sent.push(body);
      throw problem(409, { message: 'The wallet has 10 tokens.' });
    },
  });
  expect(await screen.findByRole('heading', { name: 'Adjustment of −$12.50' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Payout B-1' }).getAttribute('href')).toBe('/operator/payouts/p1');
  await hand.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(screen.getByRole('dialog'));
  await hand.click(dialog.getByRole('button', { name: 'Approve adjustment' }));
  expect((await dialog.findAllByText('Enter a reason.')).length).toBeGreaterThan(0);
  await hand.type(dialog.getByLabelText('Reason'), 'Checked');
  await hand.click(dialog.getByRole('button', { name: 'Approve adjustment' }));
  expect(await dialog.findByText('The wallet has 10 tokens.')).toBeTruthy();
  expect(sent).toEqual([{ reason: 'Checked' }]);
});

it('whoever proposed it can only withdraw it, and nobody decides about themselves', async () => {
  const first = await open(anAdjustment({ isOwn: true }));
  expect(await screen.findByText('You proposed this')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  first.unmount();
  await open(anAdjustment({ isSelf: true }));
  expect(await screen.findByText('This is about your own account')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull();
});

it('one that was decided says by whom and why, and that there was nobody else', async () => {
  await open(
    anAdjustment({ state: 'approved', decidedBy: 'olga', decision: 'Checked', decidedAt: at, isAlone: true }),
  );
  expect(await screen.findByText('Approved by the operator who proposed it')).toBeTruthy();
  expect(screen.getByText('Checked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull();
});

it('the list shows those that wait, with the amount as it would be booked', async () => {
  await draw(<AdjustmentsView />, {
    path: '/operator/adjustments',
    answers: {
      'GET /operator/adjustments': () => page([anAdjustment({ purse: 'wallet', amount: 50, about: null })]),
    },
  });
  expect((await screen.findByRole('link', { name: '+50 tokens' })).getAttribute('href')).toBe(
    '/operator/adjustments/a1',
  );
});

it('one is proposed on a person’s page, in the unit of the balance; bad input keeps what was typed', async () => {
  const sent: unknown[] = [];
  const person = {
    ...ref,
    isSelf: false,
    figures: {
      wallet: { balance: 30, held: 0 },
      earnings: { available: 5_000, onHold: 0, setAside: 0 },
    },
  } as DeskPerson;
  const { hand } = await draw(<PersonAdjustments person={person} />, {
    path: '/operator/people/c1',
    answers: {
      'GET /operator/adjustments': () => page([]),
      'POST /operator/adjustments': ({ body }: { body: unknown }) => (sent.push(body), anAdjustment()),
    },
  });
  expect(await screen.findByText('No adjustments')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Propose adjustment' }));
  const dialog = within(screen.getByRole('dialog'));
  const submit = () => hand.click(dialog.getByRole('button', { name: 'Propose adjustment' }));
  expect(dialog.getByText('The wallet has 30 tokens.')).toBeTruthy();
  await hand.type(dialog.getByLabelText(/^Tokens/), '12.50');
  await submit();
  expect((await dialog.findAllByText('Enter a whole number of tokens.')).length).toBeGreaterThan(0);
  await hand.selectOptions(dialog.getByLabelText('Balance'), 'earnings');
  expect(dialog.getByText('$50.00 is available.')).toBeTruthy();
  await hand.selectOptions(dialog.getByLabelText('What to do'), 'take');
  await hand.type(dialog.getByLabelText('Reason'), 'Paid twice.');
  await hand.type(dialog.getByLabelText('Order, payout or payment'), ' K7Q3F-92XMA ');
  await submit();
  await waitFor(() =>
    expect(sent).toEqual([
      {
        accountId: 'c1',
        purse: 'earnings',
        direction: 'take',
        amount: 1_250,
        reason: 'Paid twice.',
        reference: 'K7Q3F-92XMA',
      },
    ]),
  );
});
