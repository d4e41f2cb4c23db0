import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeskPerson, FoundThing, PersonEvent } from '#contract/across/operator/people.ts';
import type { PayoutCase } from '#contract/across/operator/payouts.ts';
import { endAfter, personWords, suspensionWords } from '#features/across/operator/people/person-actions.ts';
import { eventText } from '#features/across/operator/people/person-labels.ts';
import { PersonView } from '#features/across/operator/people/person-view.tsx';
import { PayoutView } from '#features/across/operator/payouts/payout-view.tsx';
import { SearchView } from '#features/across/operator/search/search-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const at = '2026-11-20T10:00:00.000Z';
const ref = { _id: 'c1', username: 'cleo', name: 'Cleo Clay' };

const aPayout = (changes: Partial<PayoutCase> = {}): PayoutCase => ({
  _id: 'p1',
  performer: ref,
  amount: 60_000,
  currency: 'USD',
  state: 'pending',
  method: { type: 'bank', bank: 'Alpenbank', last4: '3000' },
  lockedUntil: null,
  note: '',
  reason: null,
  reference: null,
  createdAt: at,
  proposal: null,
  needsTwo: false,
  isOwn: false,
  steps: ['approve', 'reject'],
  timeline: [{ event: 'pending', by: 'creator', note: '', at }],
  ...changes,
});
const aPerson = (changes: Partial<DeskPerson> = {}): DeskPerson => ({
  ...ref,
  email: 'cleo@example.com',
  isPerformer: false,
  state: 'open',
  emailVerifiedAt: at,
  country: null,
  createdAt: at,
  lastSeenAt: null,
  suspension: null,
  verified: null,
  hasSecondFactor: false,
  isOperator: false,
  isSelf: false,
  bansNeedTwo: false,
  banProposal: null,
  figures: { wallet: { balance: 0, held: 0 }, earnings: null, works: null, openPayoutId: null },
  ...changes,
});
const proposal = { by: { _id: 'o1', username: 'olga', name: 'Olga' }, reason: 'Checked', at, isOwn: false };

describe('a payout at the desk', () => {
  const open = (payout: PayoutCase, more = {}) =>
    draw(<PayoutView />, {
      path: '/operator/payouts/p1?id=p1',
      answers: { 'GET /operator/payouts/:id': () => payout, ...more },
    });

  it('is approved with a reason, and not without one', async () => {
    const { hand, deps } = await open(aPayout(), {
      'POST /operator/payouts/:id/approve': () =>
        aPayout({ state: 'approved', steps: ['process', 'reject'] }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Approve' }));
    await hand.click(screen.getByRole('button', { name: 'Approve payout' }));
    expect((await screen.findAllByText('Enter a reason.')).length).toBeGreaterThan(0);
    await hand.selectOptions(screen.getByLabelText('Common reasons'), 'Regular payout, nothing unusual.');
    await hand.click(screen.getByRole('button', { name: 'Approve payout' }));
    expect(deps.api.calls.filter(([route]) => route === 'POST /operator/payouts/:id/approve')).toMatchObject([
      [expect.any(String), { body: { reason: 'Regular payout, nothing unusual.' } }],
    ]);
  });

  it('above the amount is proposed, confirmed by another operator, and only awaited by the first', async () => {
    const first = await open(aPayout({ needsTwo: true }));
    expect(await screen.findByRole('button', { name: 'Propose approval' })).toBeTruthy();
    first.unmount();
    const second = await open(aPayout({ needsTwo: true, proposal }));
    expect(await screen.findByRole('button', { name: 'Confirm approval' })).toBeTruthy();
    expect(screen.getByText('Approval proposed by @olga')).toBeTruthy();
    second.unmount();
    await open(aPayout({ needsTwo: true, proposal: { ...proposal, isOwn: true } }));
    expect(await screen.findByText('Approval proposed by you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /approv/i })).toBeNull();
  });

  it('that was paid is marked as returned with the bank’s reference and a reason, and not without them', async () => {
    const returned = aPayout({ state: 'returned', steps: [] });
    const { hand, deps } = await open(aPayout({ state: 'paid', steps: ['return'] }), {
      'POST /operator/payouts/:id/return': () => returned,
    });
    await hand.click(await screen.findByRole('button', { name: 'Mark as returned' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.type(dialog.getByLabelText('Bank reference'), 'RET-9');
    await hand.click(dialog.getByRole('button', { name: 'Mark as returned' }));
    expect((await dialog.findAllByText('Enter a reason.')).length).toBeGreaterThan(0);
    await hand.selectOptions(dialog.getByLabelText('Common reasons'), 'The account is closed.');
    await hand.click(dialog.getByRole('button', { name: 'Mark as returned' }));
    expect(deps.api.calls.filter(([route]) => route === 'POST /operator/payouts/:id/return')).toMatchObject([
      [expect.any(String), { body: { reference: 'RET-9', reason: 'The account is closed.' } }],
    ]);
  });

  it('of one’s own offers no action', async () => {
    await open(aPayout({ isOwn: true }));
    expect(await screen.findByText('This is your own payout')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('says in the dialog why it couldn’t be approved', async () => {
    const { hand } = await open(aPayout(), {
      'POST /operator/payouts/:id/approve': () => {
        throw problem(409, { message: 'Refunds took $5.00 of the balance for this payout.' });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Approve' }));
    await hand.type(screen.getByLabelText('Reason'), 'Checked');
    await hand.click(screen.getByRole('button', { name: 'Approve payout' }));
    expect(await screen.findByText('Refunds took $5.00 of the balance for this payout.')).toBeTruthy();
  });
});

describe('a person at the desk', () => {
  const open = (person: DeskPerson) =>
    draw(<PersonView />, {
      path: '/operator/people/c1?id=c1',
      answers: {
        'GET /operator/people/:id': () => person,
        'GET /operator/people/:id/timeline': () => ({ data: [], total: 0, nextCursor: null }),
      },
    });

  it('who is banned can only be let in again', async () => {
    await open(aPerson({ state: 'suspended', suspension: { since: at, until: null, reason: 'Fraud' } }));
    expect(await screen.findByText('Banned')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Lift suspension' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Suspend|Ban)$/ })).toBeNull();
  });

  it('opens the statement that its address names', async () => {
    const asked: unknown[] = [];
    const none = { gross: 0, commission: 0, net: 0, count: 0 };
    const party = { name: 'Cleo Weber', address: ['Gasse 1'], taxNumber: '42' };
    const { hand } = await draw(<PersonView />, {
      path: '/operator/people/c1?id=c1&statement=2026-02',
      answers: {
        'GET /operator/people/:id': () => aPerson({ isPerformer: true }),
        'GET /operator/people/:id/timeline': () => ({ data: [], total: 0, nextCursor: null }),
        'POST /operator/people/:id/statement': ({ body }: { body: unknown }) => {
          asked.push(body);
          return {
            number: 'S-2026-02-K7Q3F-92XMA',
            from: at,
            to: at,
            isOpen: false,
            currency: 'USD',
            site: party,
            performer: party,
            opening: 500,
            sales: { gross: 1_000, commission: 200, net: 800, count: 2 },
            refunds: none,
            referrals: none,
            payouts: none,
            adjustments: none,
            closing: 1_300,
            bySource: [{ source: 'tip', gross: 1_000, commission: 200, net: 800, count: 2 }],
          };
        },
      },
    });
    expect(asked).toEqual([]);
    await hand.click(await screen.findByRole('button', { name: 'Show statement' }));
    expect(await screen.findByText('S-2026-02-K7Q3F-92XMA')).toBeTruthy();
    expect(asked).toEqual([{ month: '2026-02' }]);
    for (const text of ['Cleo Weber, Gasse 1, Tax number 42', 'Tips', '$10.00', '$13.00'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows what a creator has and made, and takes a note', async () => {
    const notes: unknown[] = [];
    const person = aPerson({
      isPerformer: true,
      figures: {
        wallet: { balance: 120, held: 20 },
        earnings: { available: 1_250, onHold: 300, setAside: 0 },
        works: { posts: 1, videos: 0, galleries: 2, products: 0, auctions: 0, streams: 0 },
        openPayoutId: 'p1',
      },
    });
    const { hand } = await draw(<PersonView />, {
      path: '/operator/people/c1?id=c1',
      answers: {
        'GET /operator/people/:id': () => person,
        'GET /operator/people/:id/timeline': () => ({ data: [], total: 0, nextCursor: null }),
        'POST /operator/people/:id/notes': ({ body }: { body: unknown }) => (notes.push(body), person),
      },
    });
    expect(await screen.findByText('$12.50')).toBeTruthy();
    expect(screen.getByText('1 post, 2 galleries')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open payout' }).getAttribute('href')).toBe(
      '/operator/payouts/p1',
    );
    await hand.click(screen.getByRole('button', { name: 'Add note' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(dialog.getAllByText('Enter a note.').length).toBeGreaterThan(0);
    await hand.type(dialog.getByLabelText('Note'), 'Called about a parcel');
    await hand.click(dialog.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(notes).toEqual([{ note: 'Called about a parcel' }]));
  });

  it('who is oneself offers nothing', async () => {
    await open(aPerson({ isSelf: true }));
    expect(await screen.findByText('This is you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  });

  it('a card payment that failed says what it was for and that it was declined', () => {
    const event: PersonEvent = {
      _id: 'e1',
      at,
      kind: 'attempt',
      what: 'top_up:declined',
      note: '',
      by: null,
      amount: 1_000,
      unit: 'money',
      about: null,
    };
    expect(eventText(event, 'USD')).toBe('Tokens by card, declined · $10.00');
    expect(eventText({ ...event, what: 'subscription:challenge' }, 'USD')).toBe(
      'Subscription by card, waiting for the bank’s confirmation · $10.00',
    );
  });

  it('a ban says whether it takes effect or is only proposed', () => {
    expect(suspensionWords(aPerson(), 'ban').confirmLabel).toBe('Ban account');
    expect(suspensionWords(aPerson({ bansNeedTwo: true }), 'ban').confirmLabel).toBe('Propose ban');
    expect(
      personWords(aPerson({ bansNeedTwo: true, banProposal: proposal }), 'confirm-ban').confirmLabel,
    ).toBe('Ban account');
  });

  it('a suspension asks for a whole statement of reasons and sends it', async () => {
    const sent: unknown[] = [];
    const { hand } = await draw(<PersonView />, {
      path: '/operator/people/c1?id=c1',
      answers: {
        'GET /operator/people/:id': () => aPerson(),
        'GET /operator/people/:id/timeline': () => ({ data: [], total: 0, nextCursor: null }),
        'POST /operator/people/:id/suspend': ({ body }: { body: unknown }) => (sent.push(body), aPerson()),
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Suspend' }));
    await hand.click(screen.getByRole('button', { name: 'Suspend account' }));
    expect(screen.getAllByText('Name the law or rule.').length).toBeGreaterThan(0);
    await hand.selectOptions(screen.getByLabelText('Common reasons'), 'hate');
    await hand.click(screen.getByRole('button', { name: 'Suspend account' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          ground: 'illegal',
          rule: 'Laws against incitement to hatred',
          reason: expect.stringContaining('hatred'),
        },
      ]),
    );
  });

  it('a suspension ends after the chosen days', () => {
    expect(endAfter('7', Date.parse(at))).toBe('2026-11-27T10:00:00.000Z');
  });

  it('the timeline says what happened in words', () => {
    const event = { _id: 'e', at, note: '', by: null, amount: null, unit: null, about: null } as const;
    expect(eventText({ ...event, kind: 'operator', what: 'account.suspended', by: 'olga' }, 'USD')).toBe(
      'Suspended by olga',
    );
    expect(eventText({ ...event, kind: 'paid', what: 'Tip', amount: -20, unit: 'token' }, 'USD')).toBe(
      'Tip · −20 tokens',
    );
    expect(
      eventText({ ...event, kind: 'payout', what: 'processing', amount: 500, unit: 'money' }, 'USD'),
    ).toBe('Payout in transit · $5.00');
  });
});

it('a search without results says so', async () => {
  await draw(<SearchView />, {
    path: '/operator/search?q=nobody',
    answers: { 'GET /operator/search': () => ({ people: [], payments: [], files: [], things: [] }) },
  });
  expect(await screen.findByText('No results for “nobody”')).toBeTruthy();
});

it('a search shows what else was found, and leads to its page, payment or case', async () => {
  const thing = { title: '', state: null, owner: ref, other: null, paymentId: null, createdAt: at };
  const things: FoundThing[] = [
    { ...thing, _id: 'f1', kind: 'post', title: 'A walk in the fog' },
    { ...thing, _id: 'o1', kind: 'order', title: 'K7Q3F-92XMA · Mug', paymentId: 't1' },
    { ...thing, _id: 'm1', kind: 'message' },
  ];
  await draw(<SearchView />, {
    path: '/operator/search?q=x',
    answers: { 'GET /operator/search': () => ({ people: [], payments: [], files: [], things }) },
  });
  const post = await screen.findByRole('link', { name: 'Post: A walk in the fog' });
  expect(post.getAttribute('href')).toBe('/feeds/f1');
  expect(screen.getByRole('link', { name: /^Order: K7Q3F/ }).getAttribute('href')).toBe(
    '/operator/orders/o1',
  );
  expect(screen.getByText('Message')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Message' })).toBeNull();
});
