import { limits } from '#config/limits.ts';
import { creatorStatements } from '#config/creator-statements.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ForgotView } from '#features/people/auth/forgot-view.tsx';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { RegisterView } from '#features/people/auth/register-view.tsx';
import { ResetView } from '#features/people/auth/reset-view.tsx';
import { VerifyView } from '#features/people/auth/verify-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { draw } from '../../../components/setup/draw.tsx';

const bodyOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  (calls.find(([name]) => name === route)?.[1] as { body?: unknown } | undefined)?.body;
const visitor = { user: null } as const;
const login = 'POST /auth/login';
const session = { token: 'tok-2', expiresAt: '2027-11-20T10:00:00.000Z', device: 'a.device.kept' };

describe('logging in', () => {
  const fill = async (hand: Awaited<ReturnType<typeof draw>>['hand']) => {
    await hand.type(screen.getByLabelText('Username or email'), ' mia ');
    await hand.type(screen.getByLabelText('Password'), 'long enough');
  };
  const press = () => screen.getByRole('button', { name: 'Log in' });

  it('requires both fields, with a message at each; the first one gets focus', async () => {
    const { hand, deps } = await draw(<LoginView />, visitor);
    await hand.click(press());
    expect(document.activeElement).toBe(screen.getByLabelText('Username or email'));
    for (const [label, sentence] of [
      ['Username or email', 'Enter your username or email.'],
      ['Password', 'Enter your password.'],
    ] as const) {
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
      expect(screen.getByText(sentence).id).toBe(
        screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ')[0],
      );
    }
    expect(deps.api.routes()).not.toContain(login);
  });

  it('sends the trimmed name, and whether to remember', async () => {
    const { hand, deps } = await draw(<LoginView />, {
      ...visitor,
      answers: { [login]: () => session, 'GET /users/me': () => aUser() },
    });
    await fill(hand);
    await hand.click(screen.getByLabelText('Remember me'));
    await hand.click(press());
    await waitFor(() =>
      expect(bodyOf(deps.api.calls, login)).toEqual({
        credentials: 'mia',
        password: 'long enough',
        remember: false,
      }),
    );
  });

  it("rejected: the server's message, and the input stays", async () => {
    const { hand } = await draw(<LoginView />, {
      ...visitor,
      answers: {
        [login]: () => {
          throw problem(401, { message: 'Incorrect credentials!' });
        },
      },
    });
    await fill(hand);
    await hand.click(press());
    expect(await screen.findByRole('group', { name: 'Incorrect credentials!' })).toBe(document.activeElement);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('long enough');
  });

  it('never puts a password into the URL, even if the browser submits the form itself', async () => {
    const { container } = await draw(<LoginView />, visitor);
    expect(container.querySelector('form')?.method).toBe('post');
  });

  it('with an unconfirmed address offers to send the email again', async () => {
    const { hand, deps } = await draw(<LoginView />, {
      ...visitor,
      answers: {
        [login]: () => {
          throw problem(403, { code: 'email_not_verified', message: 'Confirm your email address first.' });
        },
        'POST /auth/email-verification': () => ({ verified: false, waiting: false }),
      },
    });
    await hand.type(screen.getByLabelText('Username or email'), 'mia@example.com');
    await hand.type(screen.getByLabelText('Password'), 'long enough');
    await hand.click(press());
    await hand.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(
      await screen.findByText('If that address belongs to an account, we’ve sent it a new email.'),
    ).toBeTruthy();
    expect(bodyOf(deps.api.calls, 'POST /auth/email-verification')).toEqual({ email: 'mia@example.com' });
  });

  it('in a demo one press fills the form in; elsewhere no account is shown', async () => {
    const { hand, unmount } = await draw(<LoginView />, {
      ...visitor,
      settings: { demo: { user: 'demo-fan', performer: 'demo-creator', password: 'limelight' } },
    });
    await hand.click(screen.getByRole('button', { name: 'demo-creator' }));
    expect(
      ['Username or email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value),
    ).toEqual(['demo-creator', 'limelight']);
    unmount();
    await draw(<LoginView />, visitor);
    expect(screen.queryByText('This is a demo')).toBeNull();
  });
});

describe('signing up', () => {
  const fan = 'POST /auth/users/register';
  const fill = async (hand: Awaited<ReturnType<typeof draw>>['hand']) => {
    await hand.type(screen.getByLabelText('Name'), 'Mia');
    await hand.type(screen.getByLabelText('Username'), 'mia');
    await hand.type(screen.getByLabelText('Email'), 'mia@example.com');
    await hand.type(screen.getByLabelText('Password'), 'long enough');
  };

  it('says what is wrong with each field before anything is sent', async () => {
    const { hand, deps } = await draw(<RegisterView />, visitor);
    await hand.type(screen.getByLabelText('Username'), 'no spaces here');
    await hand.type(screen.getByLabelText('Email'), 'mia@');
    await hand.type(screen.getByLabelText('Password'), 'short');
    await hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
    for (const sentence of [
      'Enter a name.',
      'Use 3 to 30 letters, digits, dots, dashes or underscores.',
      'Enter an email address.',
      'Use at least 8 characters.',
    ]) {
      expect(screen.getAllByText(sentence)).toHaveLength(1);
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(deps.api.routes()).not.toContain(fan);
  });

  it('as a fan: an error appears at its field, and a required email confirmation is mentioned', async () => {
    let taken = true;
    const { hand } = await draw(<RegisterView />, {
      ...visitor,
      answers: {
        [fan]: () => {
          if (taken)
            throw problem(409, {
              message: 'That username is taken.',
              errors: [{ field: 'username', message: 'That username is taken.' }],
            });
          return { token: null, requireEmailVerification: true, pendingApproval: false, device: null };
        },
      },
    });
    await fill(hand);
    await hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
    expect(await screen.findByText('That username is taken.')).toBeTruthy();
    taken = false;
    await hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
    expect(
      await screen.findByText('We sent a link to mia@example.com. Open it to finish signing up.'),
    ).toBeTruthy();
  });

  it('the return address is kept: in the request, and when switching to login; one on another site is ignored', async () => {
    const answers = {
      [fan]: () => ({ token: null, requireEmailVerification: true, pendingApproval: false, device: null }),
    };
    const first = await draw(<RegisterView />, {
      ...visitor,
      path: '/auth/register?from=%2Flena%3Ftrial%3Dabcd1234',
      answers,
    });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/auth/login?from=%2Flena%3Ftrial%3Dabcd1234',
    );
    await fill(first.hand);
    await first.hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
    await screen.findByText(/Open it to finish signing up/);
    expect(bodyOf(first.deps.api.calls, fan)).toMatchObject({ from: '/lena?trial=abcd1234' });
    first.unmount();
    const second = await draw(<RegisterView />, {
      ...visitor,
      path: '/auth/register?from=%2F%2Felsewhere.test',
      answers,
    });
    await fill(second.hand);
    await second.hand.click(screen.getByRole('button', { name: 'Join as a fan' }));
    await screen.findByText(/Open it to finish signing up/);
    // A fan who isn't on the way anywhere begins with the first steps.
    expect(bodyOf(second.deps.api.calls, fan)).toMatchObject({ from: '/welcome' });
  });

  it('as a creator sends a document, and shows its upload progress', async () => {
    const { hand, deps } = await draw(<RegisterView />, {
      ...visitor,
      path: '/auth/register?as=creator',
      answers: { 'GET /users/me': () => aUser({ isPerformer: true }) },
    });
    await fill(hand);
    const front = new File(['x'], 'front.jpg', { type: 'image/jpeg' });
    await hand.upload(screen.getByLabelText('Front of your identity document'), front);
    for (const statement of [creatorStatements.age, creatorStatements.consent])
      await hand.click(screen.getByRole('checkbox', { name: statement }));
    await hand.click(screen.getByRole('button', { name: 'Join as a creator' }));
    await waitFor(() =>
      expect(deps.api.uploads[0]).toMatchObject({
        route: 'POST /auth/performers/register',
        body: { username: 'mia', statements: creatorStatements.version },
        files: { idFront: front },
      }),
    );
    act(() => deps.api.uploads[0]!.progress(40));
    await waitFor(() =>
      expect(
        screen.getByRole('progressbar', { name: 'Uploading your documents' }).getAttribute('aria-valuenow'),
      ).toBe('40'),
    );
    deps.api.uploads[0]!.arrive({ token: 'tok-3', requireEmailVerification: false, pendingApproval: true });
    await waitFor(() => expect(deps.api.routes()).toContain('GET /users/me'));
    expect(deps.cookie.token).toBe('tok-3');
  });

  /** What is said at a control: the texts that describe it. */
  const saidAt = (control: HTMLElement) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  const front = () => screen.getByLabelText('Front of your identity document');
  const wrongAtCreator = () => [
    [front(), 'Add the front of an identity document.'] as const,
    [
      screen.getByRole('checkbox', { name: new RegExp(creatorStatements.age) }),
      'Confirm that you’re an adult and that the documents are yours.',
    ] as const,
    [
      screen.getByRole('checkbox', { name: new RegExp(creatorStatements.consent) }),
      'Confirm that everyone who appears is an adult and has agreed.',
    ] as const,
  ];

  it('as a creator shows everything that is missing at once, each at its field', async () => {
    const { hand, deps } = await draw(<RegisterView />, { ...visitor, path: '/auth/register?as=creator' });
    await hand.click(screen.getByRole('button', { name: 'Join as a creator' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await fill(hand);
    await hand.click(screen.getByRole('button', { name: 'Join as a creator' }));
    for (const [control, sentence] of wrongAtCreator()) {
      expect(control.getAttribute('aria-invalid')).toBe('true');
      expect(saidAt(control)).toContain(sentence);
      expect(screen.getAllByText(sentence)).toHaveLength(1);
    }
    expect(document.activeElement).toBe(front());
    expect(deps.api.uploads).toHaveLength(0);
    // Each error disappears with what it asks for, and all of them for a fan.
    await hand.click(wrongAtCreator()[1]![0]);
    expect(screen.queryByText(/Confirm that you’re an adult/)).toBeNull();
    expect(screen.getByText(/Confirm that everyone who appears/)).toBeTruthy();
    await hand.click(screen.getByRole('radio', { name: /I’m a fan/ }));
    await hand.click(screen.getByRole('radio', { name: /I’m a creator/ }));
    expect(screen.queryByText(/Confirm that everyone who appears/)).toBeNull();
  });

  it('as a creator refuses a document of a wrong kind or size before anything is sent', async () => {
    const { deps } = await draw(<RegisterView />, { ...visitor, path: '/auth/register?as=creator' });
    const hand = userEvent.setup({ applyAccept: false });
    const big = new File([new Uint8Array(limits.upload.documentBytes + 1)], 'id.pdf', {
      type: 'application/pdf',
    });
    const most = limits.upload.documentBytes / 1024 / 1024;
    for (const [file, reason] of [
      [
        new File(['x'], 'id.docx', { type: 'application/msword' }),
        'id.docx: this file type isn’t supported here.',
      ],
      [new File([], 'id.png', { type: 'image/png' }), 'id.png: this file is empty.'],
      [big, `id.pdf: that’s too large. The limit is ${most} MB.`],
    ] as const) {
      await hand.upload(front(), file);
      expect((await screen.findByRole('alert')).textContent).toBe(reason);
    }
    expect(deps.api.routes()).not.toContain('POST /auth/performers/register');
  });

  it('as a creator shows what the server says about a document at that document', async () => {
    const { hand, deps } = await draw(<RegisterView />, { ...visitor, path: '/auth/register?as=creator' });
    await fill(hand);
    await hand.upload(front(), new File(['x'], 'front.jpg', { type: 'image/jpeg' }));
    for (const statement of [creatorStatements.age, creatorStatements.consent])
      await hand.click(screen.getByRole('checkbox', { name: statement }));
    await hand.click(screen.getByRole('button', { name: 'Join as a creator' }));
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    deps.api.uploads[0]!.fail(
      problem(422, { message: 'Empty', errors: [{ field: 'idFront', message: 'The file is empty.' }] }),
    );
    await screen.findByText('The file is empty.');
    const again = screen.getByRole('button', { name: 'Choose another file' });
    expect(saidAt(again)).toEqual(['The file is empty.']);
    await waitFor(() => expect(document.activeElement).toBe(again));
    await hand.click(again);
    expect(screen.queryByText('The file is empty.')).toBeNull();
  });

  it('rejects files of other kinds, with a message', async () => {
    await draw(<RegisterView />, { ...visitor, path: '/auth/register?as=creator' });
    await userEvent
      .setup({ applyAccept: false })
      .upload(
        screen.getByLabelText('Front of your identity document'),
        new File(['x'], 'notes.txt', { type: 'text/plain' }),
      );
    expect((await screen.findByRole('alert')).textContent).toBe(
      'notes.txt: this file type isn’t supported here.',
    );
  });
});

describe('a forgotten password', () => {
  it('gets the same reply for every address', async () => {
    const { hand, deps } = await draw(<ForgotView />, {
      ...visitor,
      answers: { 'POST /auth/users/forgot': () => ({ success: true }) },
    });
    await hand.click(screen.getByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Enter an email address.')).toBeTruthy();
    await hand.type(screen.getByLabelText('Email'), ' who@example.com ');
    await hand.click(screen.getByRole('button', { name: 'Send link' }));
    expect((await screen.findByRole('status')).textContent).toContain(
      'If who@example.com belongs to an account',
    );
    expect(bodyOf(deps.api.calls, 'POST /auth/users/forgot')).toEqual({ email: 'who@example.com' });
  });

  it('is reset with the token from the link; an incomplete link says so', async () => {
    const { hand, deps, unmount } = await draw(<ResetView />, {
      ...visitor,
      path: `/auth/reset-password?token=${'a'.repeat(40)}`,
      answers: { 'POST /auth/users/reset': () => ({ success: true, device: 'a.device.kept' }) },
    });
    await hand.type(screen.getByLabelText('New password'), 'another one');
    await hand.click(screen.getByRole('button', { name: 'Save password' }));
    expect(
      await screen.findByText('You’ve been logged out everywhere. Log in with your new password.'),
    ).toBeTruthy();
    expect(bodyOf(deps.api.calls, 'POST /auth/users/reset')).toEqual({
      token: 'a'.repeat(40),
      password: 'another one',
    });
    unmount();
    await draw(<ResetView />, { ...visitor, path: '/auth/reset-password' });
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
  });
});

describe('confirming an address', () => {
  const route = 'POST /auth/email-verification';

  it('uses the token once', async () => {
    const { deps } = await draw(<VerifyView />, {
      ...visitor,
      path: `/auth/verify-email?token=${'a'.repeat(40)}`,
      answers: { [route]: () => ({ verified: true, waiting: false }) },
    });
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
    expect(deps.api.calls.filter(([name]) => name === route)).toEqual([
      [route, { body: { token: 'a'.repeat(40) } }],
    ]);
  });

  it.each([
    ['%2Flena%3Ftrial%3Dabcd1234', '/auth/login?from=%2Flena%3Ftrial%3Dabcd1234'],
    ['https%3A%2F%2Felsewhere.test', '/auth/login'],
    ['%2F%5Celsewhere.test', '/auth/login'],
  ])('with %s continues to %s', async (from, to) => {
    await draw(<VerifyView />, {
      ...visitor,
      path: `/auth/verify-email?token=${'a'.repeat(40)}&from=${from}`,
      answers: { [route]: () => ({ verified: true, waiting: false }) },
    });
    expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe(to);
  });

  it('a new email keeps the return address too', async () => {
    const { hand, deps } = await draw(<VerifyView />, {
      ...visitor,
      path: `/auth/verify-email?token=${'a'.repeat(40)}&from=%2Flena%3Ftrial%3Dabcd1234`,
      answers: {
        [route]: ({ body }) => {
          if ('token' in body) throw problem(422, { message: 'This link is too old.' });
          return { verified: false, waiting: false };
        },
      },
    });
    await hand.type(await screen.findByLabelText('Email'), 'mia@example.com');
    await hand.click(screen.getByRole('button', { name: 'Resend email' }));
    await screen.findByText(/we’ve sent it a new email/);
    expect(deps.api.calls.filter(([name]) => name === route).at(-1)?.[1]).toMatchObject({
      body: { email: 'mia@example.com', from: '/lena?trial=abcd1234' },
    });
  });

  it("an incomplete link isn't sent; it says what to do", async () => {
    const { deps } = await draw(<VerifyView />, {
      ...visitor,
      path: '/auth/verify-email?token=abc',
      answers: { [route]: () => ({ verified: true, waiting: false }) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Open the link in the email again.');
    expect(deps.api.routes()).not.toContain(route);
  });

  it('rejected: the reason, and a new email', async () => {
    await draw(<VerifyView />, {
      ...visitor,
      path: `/auth/verify-email?token=${'a'.repeat(40)}`,
      answers: {
        [route]: () => {
          throw problem(422, { message: 'This link has been used or is too old.' });
        },
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This link has been used or is too old.',
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend email' }).disabled).toBe(true);
  });
});
