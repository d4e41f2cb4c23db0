import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectedAccounts } from '#features/people/accounts/connected-accounts.tsx';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { RegisterView } from '#features/people/auth/register-view.tsx';
import { SocialCallbackView } from '#features/people/auth/social-callback-view.tsx';
import {
  readSocialLogin,
  removeSocialLogin,
  storeSocialLogin,
} from '#components/people/auth/social-cookies.ts';
import { toastStore } from '#ui/overlays/toast.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const google = 'POST /auth/google/login';
const twitter = 'POST /auth/twitter/login';
const callback = 'POST /auth/twitter/callback';
const both = { socialLogins: ['google', 'twitter'] as ('google' | 'twitter')[] };
const away = { url: 'http://localhost:3000/#provider', oauthToken: 'state-1', oauthTokenSecret: 'sealed-1' };
const session = { token: 'tok-2', expiresAt: '2027-11-20T10:00:00.000Z', device: 'a.device.kept' };
const bodyOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  (calls.find(([name]) => name === route)?.[1] as { body?: unknown } | undefined)?.body;

afterEach(() => {
  removeSocialLogin();
  location.hash = '';
  sessionStorage.clear();
});

describe('the buttons', () => {
  it('aren’t there without a provider', async () => {
    await draw(<LoginView />, { user: null });
    expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
  });

  it('send the browser to the provider and keep what is needed for the way back', async () => {
    const { hand, deps } = await draw(<LoginView />, {
      user: null,
      settings: both,
      path: '/auth/login?from=%2Fauctions',
      answers: { [google]: () => away },
    });
    await hand.click(screen.getByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(location.hash).toBe('#provider'));
    expect(bodyOf(deps.api.calls, google)).toEqual({ role: 'user', connect: false });
    expect(readSocialLogin()).toEqual({
      oauthToken: 'state-1',
      oauthTokenSecret: 'sealed-1',
      role: 'user',
      callbackUrl: '/auctions',
    });
  });

  it('join as what was chosen; a refusal is shown and can be retried', async () => {
    const { hand, deps } = await draw(<RegisterView />, {
      user: null,
      settings: both,
      path: '/auth/register?as=creator',
      answers: {
        [twitter]: () => {
          throw problem(503, { message: 'We can’t reach X right now.' });
        },
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Continue with X' }));
    await screen.findByText('We can’t reach X right now.');
    expect(bodyOf(deps.api.calls, twitter)).toMatchObject({ role: 'performer' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with X' }).disabled).toBe(false);
  });
});

describe('coming back', () => {
  beforeEach(() =>
    storeSocialLogin({ oauthToken: 'state-1', oauthTokenSecret: 'sealed-1', callbackUrl: '/auctions' }, 1),
  );
  const path = (more: string) => `/auth/callback/twitter?provider=twitter&${more}`;
  const arrive = (more: string, answer: () => unknown, user: null | object = null) =>
    draw(<SocialCallbackView />, {
      user,
      path: path(more),
      answers: { [callback]: answer as never, 'GET /users/me': () => aUser() },
    });

  it('logs in once, continues where it began, and forgets the cookies', async () => {
    const { deps } = await arrive('code=c-1&state=state-1&iss=https%3A%2F%2Fx.com', () => ({
      session,
      isNew: false,
    }));
    await waitFor(() => expect(deps.visited).toEqual(['/auctions']));
    expect(deps.api.calls.filter(([route]) => route === callback)).toEqual([
      [
        callback,
        {
          body: {
            code: 'c-1',
            iss: 'https://x.com',
            oauthToken: 'state-1',
            oauthTokenSecret: 'sealed-1',
          },
        },
      ],
    ]);
    expect(Object.values(readSocialLogin()).filter(Boolean)).toEqual([]);
  });

  it.each([
    ['user', '/welcome'],
    ['performer', '/home'],
  ] as const)('a new %s who came for nothing else begins at %s', async (role, place) => {
    removeSocialLogin();
    storeSocialLogin({ oauthToken: 'state-1', oauthTokenSecret: 'sealed-1', callbackUrl: '', role }, 1);
    const { deps } = await arrive('code=c-1&state=state-1', () => ({ session, isNew: true }));
    await waitFor(() => expect(deps.visited).toEqual([place]));
  });

  it.each([
    ['error=access_denied&state=state-1', 'You canceled at X. Nothing was changed.'],
    ['error=server_error&state=state-1', 'X didn’t confirm your login. Try again.'],
    ['state=state-1', 'X didn’t confirm your login. Try again.'],
    ['code=c-1&state=another', 'This login took too long or began in another browser. Start again.'],
  ])('%s is explained, without asking the server', async (query, sentence) => {
    const { deps } = await arrive(query, () => ({ session, isNew: false }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(deps.api.routes()).not.toContain(callback);
    expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy();
  });

  it('an account that exists is said, with the way to it', async () => {
    const sentence = 'There is an account with your email address already.';
    await arrive('code=c-1&state=state-1', () => {
      throw problem(409, { code: 'account_exists', message: sentence });
    });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('asks for the code of an account with two-factor authentication', async () => {
    const { hand, deps } = await arrive('code=c-1&state=state-1', () => {
      throw problem(403, { code: 'second_factor_required', message: 'Code', challenge: 'ch-1' });
    });
    await screen.findByRole('heading', { name: 'Enter your code' });
    deps.api.answer({ 'POST /auth/login/code': () => session });
    await hand.type(screen.getByLabelText('Code'), '123456');
    await hand.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(deps.visited).not.toEqual([]));
  });

  it('connecting leads back to the account', async () => {
    const { went } = await arrive('code=c-1&state=state-1', () => ({ session: null, isNew: false }), {});
    await waitFor(() => expect(went).toEqual(['/auctions']));
  });

  it('an unknown provider is no page', async () => {
    await draw(<SocialCallbackView />, { user: null, path: '/auth/callback/myspace?provider=myspace' });
    expect(screen.getByText('This page doesn’t exist')).toBeTruthy();
  });
});

describe('connected accounts', () => {
  const connected = {
    data: [{ provider: 'google' as const, name: 'ann@example.com', createdAt: '2026-11-20T10:00:00.000Z' }],
    hasPassword: false,
  };
  it('lists them, connects another, and disconnects after a question', async () => {
    const refused = 'This is your only way to log in.';
    const { hand, deps } = await draw(<ConnectedAccounts />, {
      settings: both,
      path: '/user/account',
      answers: {
        'GET /auth/social': () => connected,
        [twitter]: () => away,
        'DELETE /auth/social/:provider': () => {
          throw problem(409, { message: refused });
        },
      },
    });
    expect(await screen.findByText('ann@example.com')).toBeTruthy();
    expect(screen.getByText(/You have no password yet/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Disconnect Google' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Google?' });
    await hand.click(await within(dialog).findByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(toastStore.read().map(({ text }) => text)).toContain(refused));
    await hand.click(screen.getByRole('button', { name: 'Connect X' }));
    await waitFor(() => expect(location.hash).toBe('#provider'));
    expect(bodyOf(deps.api.calls, twitter)).toEqual({ role: 'user', connect: true });
    expect(readSocialLogin().callbackUrl).toBe('/user/account');
  });

  it('a failed load can be retried; without a provider there is no section', async () => {
    const { unmount } = await draw(<ConnectedAccounts />, {
      settings: both,
      answers: {
        'GET /auth/social': () => {
          throw problem(500, { message: 'Not now.' });
        },
      },
    });
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    unmount();
    await draw(<ConnectedAccounts />, {});
    expect(screen.queryByText('Connected accounts')).toBeNull();
    vi.restoreAllMocks();
  });
});
