import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { taskStore } from '#components/money/wallet/purchase-tasks.ts';
import { RegisterView } from '#features/people/auth/register-view.tsx';
import { CreatorReferralsView, InviteFriendsView } from '#features/money/referrals/referrals-view.tsx';
import { saveReferralCode, readReferralCode } from '#lib/referral-code.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aReferral, aReferralEarning, anOwnReferralCode } from '../../../setup/factories/referrals.ts';

const adaId = '01a1f90b-66c1-7433-b14e-6f31fcc8dd4f';
const page =
  <T,>(...data: T[]) =>
  () => ({ data, total: data.length, nextCursor: null });
const none = { amount: 0, tokens: 0, count: 0 };
const stats = {
  people: { joined: 1, active: 1, ended: 0, voided: 0 },
  total: { amount: 70, tokens: 14, count: 1 },
  byReferral: [{ referralId: adaId, name: 'Ada', amount: 70, tokens: 14, count: 1 }],
  others: none,
  pending: 4,
  owed: 0,
};
const answers = (more: Replies = {}): Replies => ({
  'GET /referrals/user/code': () => anOwnReferralCode(),
  'GET /referrals/user/search': page(aReferral()),
  'GET /referral-earnings/stats': () => stats,
  'GET /referral-earnings/search': page(aReferralEarning()),
  ...more,
});
const callsOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => input as { body?: unknown; query?: unknown });

describe('inviting friends', () => {
  it("shows code and link, how it works with the site's own figures, and the earned tokens with their value", async () => {
    await draw(<InviteFriendsView />, { path: '/user/referrals', answers: answers() });
    expect((await screen.findByTestId('referral-code')).textContent).toBe('nora1234');
    expect(screen.getByText('https://limelight.test/?ref=nora1234')).toBeTruthy();
    expect(
      screen.getByText(
        /For 365 days you get 5% .* For every \$10\.00 our fee is \$2\.00, and you earn 2 tokens \(\$0\.10\)\./,
      ),
    ).toBeTruthy();
    const people = within(await screen.findByRole('table', { name: 'People you invited' }));
    expect([
      people.getByText('Ada'),
      people.getByText('@ad···'),
      people.getByText('Active'),
      people.getByText('14 tokens'),
    ]).toHaveLength(4);
    expect(people.getByText('($0.70)')).toBeTruthy();
    expect(screen.getByText('Added once it reaches a whole token.')).toBeTruthy();
  });

  it('copies the link and the code, and opens the dialog to share the link', async () => {
    const { hand } = await draw(<InviteFriendsView />, { path: '/user/referrals', answers: answers() });
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await hand.click(await screen.findByRole('button', { name: 'Copy link' }));
    await hand.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(written.mock.calls).toEqual([['https://limelight.test/?ref=nora1234'], ['nora1234']]);
    await hand.click(screen.getByRole('button', { name: 'Share link' }));
    expect(taskStore.read()).toEqual({
      kind: 'share',
      title: 'Join me on Stage',
      path: 'https://limelight.test/?ref=nora1234',
    });
  });

  it('without referrals says what to do', async () => {
    await draw(<InviteFriendsView />, {
      path: '/user/referrals',
      answers: answers({
        'GET /referrals/user/search': page(),
        'GET /referral-earnings/search': page(),
        'GET /referral-earnings/stats': () => ({ ...stats, byReferral: [], total: none, pending: 0 }),
      }),
    });
    expect(await screen.findByText('No referrals yet')).toBeTruthy();
    expect(screen.getByText('Your share of payments from people you invited appears here.')).toBeTruthy();
  });

  it('that fails to load says so and can be retried', async () => {
    let broken = true;
    const { hand } = await draw(<InviteFriendsView />, {
      path: '/user/referrals',
      answers: answers({
        'GET /referrals/user/code': () => {
          if (broken) throw problem(500, { message: 'The server is resting.' });
          return anOwnReferralCode();
        },
      }),
    });
    expect(await screen.findByText('The server is resting.')).toBeTruthy();
    broken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('nora1234')).toBeTruthy();
  });

  it('a figure opens its rows, and the URL says which', async () => {
    const { hand, deps, went } = await draw(<InviteFriendsView />, {
      path: '/user/referrals',
      answers: answers(),
    });
    await hand.click(await screen.findByRole('button', { name: 'Show earnings from Ada' }));
    expect(went.at(-1)).toBe(`/user/referrals?referral=${adaId}`);
    await waitFor(() =>
      expect(callsOf(deps.api.calls, 'GET /referral-earnings/search').at(-1)?.query).toMatchObject({
        referral: adaId,
      }),
    );
    await hand.click(screen.getByRole('button', { name: /Show all/ }));
    expect(went.at(-1)).toBe('/user/referrals');
    await hand.click(screen.getByRole('button', { name: '28 days' }));
    expect(went.at(-1)).toBe('/user/referrals?period=28');
    await waitFor(() =>
      expect(callsOf(deps.api.calls, 'GET /referral-earnings/stats').at(-1)?.query).toHaveProperty('from'),
    );
  });

  it("says why somebody doesn't count, and filters people by name and state", async () => {
    const reason = 'This account pays with the same card as yours, so it doesn’t count as a referral.';
    const { hand, deps } = await draw(<InviteFriendsView />, {
      path: '/user/referrals',
      answers: answers({ 'GET /referrals/user/search': page(aReferral({ state: 'voided', reason })) }),
    });
    expect(await screen.findByText(reason)).toBeTruthy();
    await hand.click(
      within(screen.getByRole('group', { name: 'Status' })).getByRole('button', { name: 'Ended' }),
    );
    await hand.type(screen.getByLabelText('Search by first name'), 'ad');
    await waitFor(() =>
      expect(callsOf(deps.api.calls, 'GET /referrals/user/search').at(-1)?.query).toEqual({
        state: 'ended',
        q: 'ad',
      }),
    );
  });
});

describe('a creator’s referrals', () => {
  it('are in money, and say when it can be paid out', async () => {
    await draw(<CreatorReferralsView />, {
      path: '/creator/referrals',
      user: { isPerformer: true },
      answers: answers({
        'GET /referrals/user/code': () => anOwnReferralCode({ unit: 'money' }),
        'GET /referral-earnings/stats': () => ({ ...stats, pending: 0 }),
      }),
    });
    expect(await screen.findByText(/and you earn \$0\.10\./)).toBeTruthy();
    expect(screen.getByText(/It can be paid out after 7 days, like sales\./)).toBeTruthy();
    expect(
      within(await screen.findByRole('table', { name: 'Referral earnings' })).getByText('$0.70'),
    ).toBeTruthy();
    expect(screen.queryByText(/14 tokens/)).toBeNull();
  });

  it('can be exported: every page of the rows', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => (saved.push(blob as Blob), 'blob:x');
    URL.revokeObjectURL = () => {};
    const { hand } = await draw(<CreatorReferralsView />, {
      path: '/creator/referrals',
      user: { isPerformer: true },
      answers: answers({
        'GET /referrals/user/code': () => anOwnReferralCode({ unit: 'money' }),
        'GET /referral-earnings/search': (input) =>
          (input as { query: { cursor?: string } }).query.cursor
            ? {
                data: [aReferralEarning({ _id: 'e2', amount: -20, description: '=2+2' })],
                total: 2,
                nextCursor: null,
              }
            : { data: [aReferralEarning()], total: 2, nextCursor: 'next' },
      }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect((await saved[0]!.text()).trimEnd().split('\r\n').slice(1)).toEqual([
      '2026-03-05T09:00:00.000Z,Referral: Ada,0.7',
      "2026-03-05T09:00:00.000Z,'=2+2,-0.2",
    ]);
  });
});

describe('entering a referral code in the first days', () => {
  const open = anOwnReferralCode({ claimUntil: '2026-03-10T09:00:00.000Z' });
  const claim = 'POST /referrals/user/claim';

  it('keeps the input if it is rejected, and confirms if it is accepted', async () => {
    let code = open;
    const { hand, deps } = await draw(<InviteFriendsView />, {
      path: '/user/referrals',
      answers: answers({
        'GET /referrals/user/code': () => code,
        [claim]: () => {
          if (code === open && callsOf(deps.api.calls, claim).length < 2)
            throw problem(409, {
              code: 'conflict',
              message: 'This person joined after you, so they can’t have invited you.',
            });
          return (code = anOwnReferralCode({ invitedBy: 'Mara' }));
        },
      }),
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Invitation code');
    await hand.click(screen.getByRole('button', { name: 'Apply code' }));
    expect(screen.getAllByText('Enter a code. It has only letters and digits.').length).toBeGreaterThan(0);
    await hand.type(field, 'mara777');
    await hand.click(screen.getByRole('button', { name: 'Apply code' }));
    expect(
      await screen.findByText('This person joined after you, so they can’t have invited you.'),
    ).toBeTruthy();
    expect(field.value).toBe('mara777');
    await hand.click(screen.getByRole('button', { name: 'Apply code' }));
    expect(await screen.findByText('You were invited by Mara.')).toBeTruthy();
    expect(callsOf(deps.api.calls, claim).at(-1)?.body).toEqual({ code: 'mara777' });
    expect(screen.queryByLabelText('Invitation code')).toBeNull();
  });

  it("isn't offered any later", async () => {
    await draw(<InviteFriendsView />, { path: '/user/referrals', answers: answers() });
    await screen.findByText('nora1234');
    expect(screen.queryByLabelText('Invitation code')).toBeNull();
  });
});

describe('signing up with a referral', () => {
  const register = 'POST /auth/users/register';
  const look = 'GET /referrals/codes/:code';
  const field = () => screen.getByLabelText<HTMLInputElement>(/Invitation code/);
  const nora = () => ({ code: 'nora1234', name: 'Nora', avatar: '/icons/no-avatar.svg', isPerformer: false });
  async function join(hand: Awaited<ReturnType<typeof draw>>['hand']) {
    for (const [label, text] of [
      ['Name', 'Mia'],
      ['Username', 'mia'],
      ['Email', 'mia@example.com'],
      ['Password', 'long enough'],
    ] as const)
      await hand.type(screen.getByLabelText(label), text);
    await hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
  }
  const joined = () => ({
    token: null,
    requireEmailVerification: true,
    pendingApproval: false,
    device: null,
  });

  it('names the inviter, sends the code and forgets it afterwards', async () => {
    saveReferralCode('https://limelight.test/?ref=nora1234', 30);
    const { hand, deps } = await draw(<RegisterView />, {
      user: null,
      path: '/auth/register',
      answers: { [look]: nora, [register]: joined },
    });
    expect(await screen.findByText('Invited by Nora.')).toBeTruthy();
    expect(field().value).toBe('nora1234');
    await join(hand);
    await screen.findByText(/We sent a link/);
    expect(callsOf(deps.api.calls, register)[0]?.body).toMatchObject({
      username: 'mia',
      referralCode: 'nora1234',
    });
    expect(readReferralCode()).toBeNull();
  });

  it('a typed code takes precedence; if cleared, no code is sent', async () => {
    saveReferralCode('https://limelight.test/?ref=nora1234', 30);
    const { hand, deps } = await draw(<RegisterView />, {
      user: null,
      path: '/auth/register',
      answers: { [look]: nora, [register]: joined },
    });
    await screen.findByText('Invited by Nora.');
    await hand.clear(field());
    await join(hand);
    await screen.findByText(/We sent a link/);
    expect(callsOf(deps.api.calls, register)[0]?.body).not.toHaveProperty('referralCode');
  });

  it("an unknown link is dropped silently; a wrong typed code is reported, and the server's error appears at the field", async () => {
    saveReferralCode('https://limelight.test/?ref=gone1234', 30);
    const { hand } = await draw(<RegisterView />, {
      user: null,
      path: '/auth/register',
      answers: {
        [look]: () => {
          throw problem(404, { code: 'not_found', message: 'x' });
        },
        [register]: () => {
          throw problem(422, {
            code: 'invalid_input',
            message: 'We don’t know this invitation code.',
            errors: [
              {
                field: 'referralCode',
                message: 'That code doesn’t work. Check the spelling, or leave it out.',
              },
            ],
          });
        },
      },
    });
    await waitFor(() => expect(field().value).toBe(''));
    expect(readReferralCode()).toBeNull();
    await hand.type(field(), 'typo1234');
    expect(await screen.findByText('That code doesn’t work. Check the spelling.')).toBeTruthy();
    await join(hand);
    expect(
      await screen.findByText('That code doesn’t work. Check the spelling, or leave it out.'),
    ).toBeTruthy();
    expect(field().value).toBe('typo1234');
  });

  it("also accepts the code in the page's own URL", async () => {
    await draw(<RegisterView />, {
      user: null,
      path: '/auth/register?ref=nora1234',
      answers: { [look]: nora },
    });
    expect(await screen.findByText('Invited by Nora.')).toBeTruthy();
  });
});
