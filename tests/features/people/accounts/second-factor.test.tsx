import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { SecondFactor } from '#features/people/accounts/second-factor/second-factor.tsx';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { ArrivingView } from '#features/people/auth/arriving-view.tsx';
import { StepUpHost } from '#shell/access/step-up-host.tsx';
import { withProof } from '#services/http/proof.ts';
// Loaded on demand in the product; imported here so that tests don't wait for them.
import '#components/people/auth/step-up-dialog.tsx';
import '#features/people/accounts/second-factor/renew-dialog.tsx';
import '#features/people/accounts/second-factor/setup-dialog.tsx';
import '#features/people/auth/code-form.tsx';
import '#ui/overlays/confirm-dialog.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { draw } from '../../../components/setup/draw.tsx';

const codes = ['abcd-efgh-ijkm-npqr', 'stuv-wxyz-2345-6789'];
const off = { enabledAt: null, recoveryCodesLeft: 0 };
const on = { enabledAt: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 2 };
const bodiesOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { body?: unknown }).body);

beforeAll(() => {
  URL.createObjectURL = () => 'blob:codes';
  URL.revokeObjectURL = () => undefined;
});

it('setting up: QR code and key, a wrong code stays, the right one shows the recovery codes once', async () => {
  let isOn = false;
  const { hand, deps } = await draw(<SecondFactor />, {
    answers: {
      'GET /auth/second-factor': () => (isOn ? { ...on, recoveryCodesLeft: 10 } : off),
      'POST /auth/second-factor': () => ({
        secret: 'ABCDEFGHIJKLMNOP',
        uri: 'otpauth://totp/Limelight:mia?secret=ABCDEFGHIJKLMNOP&issuer=Limelight',
      }),
      'POST /auth/second-factor/confirm': (input) => {
        if ((input as { body: { code: string } }).body.code !== '123456')
          throw problem(422, {
            code: 'invalid_input',
            message: 'That code is incorrect or was already used.',
            errors: [{ field: 'code', message: 'That code is incorrect or was already used.' }],
          });
        isOn = true;
        return { recoveryCodes: codes };
      },
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Set up' }));
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  const field = screen.getByLabelText('Code from the app');
  await hand.type(field, '12');
  await hand.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(screen.getByText('Enter the 6 digits.')).toBeTruthy();
  await hand.type(field, '3450');
  await hand.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('That code is incorrect or was already used.')).toBeTruthy();
  await hand.clear(field);
  await hand.type(field, '123456');
  await hand.click(screen.getByRole('button', { name: 'Turn on' }));
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await hand.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText(/10 recovery codes left/)).toBeTruthy();
  expect(screen.queryByText(codes[0]!)).toBeNull();
  expect(JSON.stringify(deps.api.calls)).not.toContain('secret');
});

it('when few codes are left it says so; new ones are shown, and turning off asks first', async () => {
  const { hand, deps } = await draw(<SecondFactor />, {
    answers: {
      'GET /auth/second-factor': () => on,
      'POST /auth/second-factor/recovery-codes': () => ({ recoveryCodes: codes }),
      'DELETE /auth/second-factor': () => ({ success: true }),
    },
  });
  expect(await screen.findByText(/Create new recovery codes so that/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'New recovery codes' }));
  await hand.click(await screen.findByRole('button', { name: 'Create codes' }));
  expect(await screen.findByText(codes[1]!)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  await hand.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-factor authentication?' });
  expect(deps.api.routes()).not.toContain('DELETE /auth/second-factor');
  await hand.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(deps.api.routes()).toContain('DELETE /auth/second-factor'));
});

it('a login that is asked for a code sends it with the challenge; an expired one starts over', async () => {
  let isExpired = false;
  const { hand, deps } = await draw(<LoginView />, {
    user: null,
    answers: {
      'POST /auth/login': () => {
        throw problem(403, {
          code: 'second_factor_required',
          message: 'Enter the code from your authenticator app.',
          challenge: 'the-challenge',
        });
      },
      'POST /auth/login/code': () => {
        if (isExpired) throw problem(422, { code: 'login_expired', message: 'That took too long.' });
        return { token: 'tok-2', expiresAt: '2027-11-20T10:00:00.000Z', device: 'a.device.kept' };
      },
      'GET /users/me': () => aUser(),
    },
  });
  const logIn = async () => {
    await hand.type(screen.getByLabelText('Username or email'), 'mia');
    await hand.type(screen.getByLabelText('Password'), 'long enough');
    await hand.click(screen.getByRole('button', { name: 'Log in' }));
    const code = await screen.findByLabelText('Code');
    expect(document.activeElement).toBe(code);
    await hand.type(code, '123 456');
    await hand.click(screen.getByRole('button', { name: 'Log in' }));
  };
  isExpired = true;
  await logIn();
  expect(await screen.findByText('That took too long.')).toBeTruthy();
  await hand.clear(screen.getByLabelText('Username or email'));
  await hand.clear(screen.getByLabelText('Password'));
  isExpired = false;
  await logIn();
  await waitFor(() => expect(deps.api.routes()).toContain('GET /users/me'));
  expect(bodiesOf(deps.api.calls, 'POST /auth/login/code')[1]).toEqual({
    challenge: 'the-challenge',
    code: '123 456',
  });
});

it('a proof is asked for once for calls refused together, by password or code, and can be refused', async () => {
  const { hand, deps } = await draw(<StepUpHost />, {
    answers: { 'POST /auth/step-up': () => ({ until: '2026-11-20T10:10:00.000Z' }) },
  });
  let sent = 0;
  const refusal = () =>
    problem(403, {
      code: 'step_up_required',
      message: 'Confirm that it’s you to continue.',
      ways: ['password', 'code'],
    });
  /** A call that succeeds the second time. */
  const ask = () => {
    let tries = 0;
    return withProof(async () => {
      sent += 1;
      tries += 1;
      if (tries === 1) throw refusal();
      return 'done';
    }).catch(({ code }: { code: string }) => code);
  };
  let answers: Promise<string[]> = Promise.resolve([]);
  await act(async () => void (answers = Promise.all([ask(), ask()])));
  await hand.type(await screen.findByLabelText('Your password'), 'long enough');
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  expect([await answers, sent]).toEqual([['done', 'done'], 4]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await act(async () => void (answers = Promise.resolve(ask().then((one) => [one]))));
  await hand.click(await screen.findByRole('button', { name: 'Use a code instead' }));
  await hand.type(screen.getByLabelText('Code'), '123456');
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await answers).toEqual(['done']);
  expect(bodiesOf(deps.api.calls, 'POST /auth/step-up')).toEqual([
    { password: 'long enough' },
    { code: '123456' },
  ]);

  await act(async () => void (answers = Promise.resolve(ask().then((one) => [one]))));
  await hand.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await answers).toEqual(['step_up_required']);
});

it('the link in the email turns it off only with a press', async () => {
  const { hand, deps } = await draw(<ArrivingView />, {
    user: null,
    path: `/auth/email-change?undo=second-factor&token=${'a'.repeat(40)}`,
    answers: { 'POST /auth/second-factor/undo': () => ({ success: true }) },
  });
  expect(deps.api.routes()).not.toContain('POST /auth/second-factor/undo');
  await hand.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication is off' })).toBeTruthy();
});

it('so does the link that reports a login, and an expired one says so', async () => {
  const { hand, deps } = await draw(<ArrivingView />, {
    user: null,
    path: `/auth/email-change?undo=login&token=${'a'.repeat(40)}`,
    answers: {
      'POST /auth/logins/disown': () => Promise.reject(problem(422, { message: 'This link has expired.' })),
    },
  });
  const press = () => hand.click(screen.getByRole('button', { name: 'This wasn’t me' }));
  expect(deps.api.routes()).not.toContain('POST /auth/logins/disown');
  await press();
  expect(await screen.findByText('This link has expired.')).toBeTruthy();
  deps.api.answer({ 'POST /auth/logins/disown': () => ({ success: true }) });
  await press();
  expect(await screen.findByRole('heading', { name: 'Everyone is logged out' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set new password' }).getAttribute('href')).toBe(
    '/auth/forgot-password',
  );
});
