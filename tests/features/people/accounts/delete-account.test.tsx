import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DeleteAccount } from '#features/people/accounts/leaving/delete-account.tsx';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { toast } from '#ui/overlays/toast.ts';
// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#features/people/accounts/leaving/delete-account-dialog.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { aDeletion } from '../../../setup/factories/leaving.ts';
import { draw } from '../../../components/setup/draw.tsx';

const dueAt = '2026-12-09T10:00:00.000Z';

async function opened(answers: Replies) {
  const drawn = await draw(<DeleteAccount />, {
    answers: { 'POST /auth/logout': () => ({ success: true as const }), ...answers },
  });
  await drawn.hand.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  const sent = () =>
    drawn.deps.api.calls.filter(([route]) => route === 'POST /auth/deletion').map(([, input]) => input);
  const confirm = () => drawn.hand.click(dialog.getByRole('button', { name: 'Delete account' }));
  return { ...drawn, dialog, sent, confirm };
}

it('what has to be settled is listed with where it is settled, and there is no button', async () => {
  const message = 'A payout to you is under way.';
  await draw(<DeleteAccount />, {
    answers: {
      'GET /auth/deletion': () =>
        aDeletion({ obligations: [{ code: 'payout', message, href: '/creator/payouts' }] }),
    },
  });
  const link = await screen.findByRole('link', { name: message });
  expect(link.getAttribute('href')).toBe('/creator/payouts');
  expect(screen.queryByRole('button')).toBeNull();
});

it('it says what goes, stays and puts it off, takes the username, and logs out', async () => {
  const told = vi.spyOn(toast, 'success');
  const { dialog, sent, confirm, hand, deps } = await opened({
    'GET /auth/deletion': () => aDeletion({ waits: ['A bank hasn’t decided.'] }),
    'POST /auth/deletion': () => ({ dueAt }),
  });
  for (const text of ['Your profile.', 'Texts you sent in messages.', 'A bank hasn’t decided.'])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.queryByRole('checkbox')).toBeNull();
  const name = dialog.getByLabelText('Type mia to confirm');
  await hand.type(name, 'max');
  await confirm();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
  await hand.clear(name);
  await hand.type(name, '@Mia');
  await confirm();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ body: { confirmation: '@Mia', losses: { tokens: 0, earnings: 0 } } });
  await waitFor(() => expect(deps.cookies.readToken()).toBeNull());
  expect(told).toHaveBeenCalledWith(
    'Your account will be deleted on Dec 9, 2026. Log in before then to keep it.',
  );
});

it('what is lost has to be given up, with its amounts', async () => {
  const losses = { tokens: 120, earnings: 350 };
  const { dialog, sent, confirm, hand } = await opened({
    'GET /auth/deletion': () => aDeletion({ losses }),
    'POST /auth/deletion': () => ({ dueAt }),
  });
  await hand.type(dialog.getByLabelText('Type mia to confirm'), 'mia');
  await confirm();
  expect(dialog.getAllByText('Confirm that you’ll lose this.').length).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
  await hand.click(
    dialog.getByRole('checkbox', {
      name: /^I understand that I’ll lose 120 tokens and \$3\.50 of earnings\./,
    }),
  );
  await confirm();
  await waitFor(() => expect(sent()).toMatchObject([{ body: { losses } }]));
});

it('a refusal stays in the dialog, and nobody is logged out', async () => {
  const { dialog, confirm, hand, deps } = await opened({
    'GET /auth/deletion': () => aDeletion(),
    'POST /auth/deletion': () => {
      throw problem(409, { code: 'conflict', message: 'Settle this first: You’re live.' });
    },
  });
  await hand.type(dialog.getByLabelText('Type mia to confirm'), 'mia');
  await confirm();
  expect(await dialog.findByText('Settle this first: You’re live.')).toBeTruthy();
  expect(deps.cookies.readToken()).not.toBeNull();
});

it('a login that keeps the account says so', async () => {
  const { hand, deps } = await draw(<LoginView />, {
    user: null,
    answers: {
      'POST /auth/login': () => ({
        token: 'tok-2',
        expiresAt: '2027-11-20T10:00:00.000Z',
        device: 'd',
        deletionCancelled: true,
      }),
      'GET /users/me': () => aUser(),
    },
  });
  await hand.type(screen.getByLabelText('Username or email'), 'mia');
  await hand.type(screen.getByLabelText('Password', { selector: 'input' }), 'correct horse');
  await hand.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(deps.cookies.readToken()).toBe('tok-2'));
  await waitFor(() =>
    expect(deps.said).toContainEqual(['success', 'Welcome back. Your account won’t be deleted.']),
  );
});
