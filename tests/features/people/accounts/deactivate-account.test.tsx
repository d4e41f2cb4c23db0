import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DeactivateAccount } from '#features/people/accounts/leaving/deactivate-account.tsx';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { sessionRefused } from '#state/session/auth.ts';
import { toast } from '#ui/overlays/toast.ts';
// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#ui/overlays/confirm-dialog.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { draw } from '../../../components/setup/draw.tsx';

it('what others wait for is listed with where it is settled, and there is no button', async () => {
  await draw(<DeactivateAccount isPerformer />, {
    answers: {
      'GET /auth/deactivation': () => ({
        obligations: [
          { code: 'orders' as const, message: 'You have 2 orders to ship or deny.', href: '/creator/orders' },
        ],
      }),
    },
  });
  const link = await screen.findByRole('link', { name: 'You have 2 orders to ship or deny.' });
  expect(link.getAttribute('href')).toBe('/creator/orders');
  expect(screen.queryByRole('button')).toBeNull();
});

it('deactivating asks first, then logs out', async () => {
  const told = vi.spyOn(toast, 'success');
  const { hand, deps } = await draw(<DeactivateAccount isPerformer={false} />, {
    answers: {
      'GET /auth/deactivation': () => ({ obligations: [] }),
      'POST /auth/deactivation': () => ({ success: true as const }),
      'POST /auth/logout': () => ({ success: true as const }),
    },
  });
  const count = () => deps.api.calls.filter(([route]) => route === 'POST /auth/deactivation').length;
  await hand.click(await screen.findByRole('button', { name: 'Deactivate account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(count()).toBe(0);
  await hand.click(screen.getByRole('button', { name: 'Deactivate account' }));
  await hand.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate account' }),
  );
  await waitFor(() => expect(count()).toBe(1));
  await waitFor(() => expect(deps.cookies.readToken()).toBeNull());
  expect(told).toHaveBeenCalledWith('Your account is deactivated. Log in to come back.');
});

it('a refusal is told and keeps the person logged in', async () => {
  const told = vi.spyOn(toast, 'error');
  const { hand, deps } = await draw(<DeactivateAccount isPerformer />, {
    answers: {
      'GET /auth/deactivation': () => ({ obligations: [] }),
      'POST /auth/deactivation': () => {
        throw problem(409, { code: 'conflict', message: 'Settle this first: You’re live.' });
      },
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Deactivate account' }));
  await hand.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate account' }),
  );
  await waitFor(() => expect(told).toHaveBeenCalledWith('Settle this first: You’re live.'));
  expect(deps.cookies.readToken()).not.toBeNull();
});

it('logging in to a deactivated account asks, and saying yes logs in', async () => {
  const { hand, deps } = await draw(<LoginView />, {
    user: null,
    answers: {
      'POST /auth/login': () => {
        throw problem(403, {
          code: 'account_deactivated',
          message: 'This account is deactivated. Do you want to come back?',
          challenge: 'c'.repeat(43),
        });
      },
      'POST /auth/login/reactivate': () => ({
        token: 'tok-2',
        expiresAt: '2027-11-20T10:00:00.000Z',
        device: 'd',
      }),
      'GET /users/me': () => aUser(),
    },
  });
  const logIn = async () => {
    await hand.clear(screen.getByLabelText('Username or email'));
    await hand.type(screen.getByLabelText('Username or email'), 'mia');
    await hand.type(screen.getByLabelText('Password', { selector: 'input' }), 'correct horse');
    await hand.click(screen.getByRole('button', { name: 'Log in' }));
  };
  await logIn();
  await screen.findByRole('heading', { name: 'Welcome back' });
  await hand.click(screen.getByRole('button', { name: 'Not now' }));
  expect(deps.api.calls.map(([route]) => route)).not.toContain('POST /auth/login/reactivate');
  await logIn();
  const yes = await screen.findByRole('button', { name: 'Reactivate account' });
  expect(document.activeElement).toBe(yes);
  await hand.click(yes);
  await waitFor(() => expect(deps.cookies.readToken()).toBe('tok-2'));
  const [, sent] = deps.api.calls.find(([route]) => route === 'POST /auth/login/reactivate') ?? [];
  expect(sent).toMatchObject({ body: { challenge: 'c'.repeat(43) } });
});

it('a session that ends before the reply arrives still leads to the login page', async () => {
  const told = vi.spyOn(toast, 'success');
  let reply: (done: { success: true }) => void = () => {};
  const { hand, store, deps } = await draw(<DeactivateAccount isPerformer />, {
    answers: {
      'GET /auth/deactivation': () => ({ obligations: [] }),
      'POST /auth/deactivation': () => new Promise((resolve) => (reply = resolve)),
      'POST /auth/logout': () => ({ success: true as const }),
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Deactivate account' }));
  await hand.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate account' }),
  );
  act(() => void store.dispatch(sessionRefused()));
  told.mockClear();
  await act(async () => reply({ success: true }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('Your account is deactivated. Log in to come back.'));
  await waitFor(() => expect(deps.visited).toContain('/auth/login'));
});
