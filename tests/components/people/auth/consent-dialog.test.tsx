import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AgreedPage } from '#contract/people/auth/consents.ts';
import { live } from '#state/live/live-events.ts';
import { ConsentHost } from '#shell/access/consent-host.tsx';
import type { PageFlags } from '#shell/pages/page-flags.ts';
import { act } from 'react';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';

const terms: AgreedPage = { kind: 'terms', version: '2', changes: 'Kindness is compulsory.', isDue: true };
const privacy: AgreedPage = { kind: 'privacy', version: '1', changes: '', isDue: false };

const visit = (
  path: string,
  {
    flags = { authenticate: true },
    consentDue = true,
    answers = {},
  }: { flags?: PageFlags; consentDue?: boolean; answers?: Replies } = {},
) =>
  draw(<ConsentHost flags={flags} path={path} />, {
    path,
    user: { consentDue },
    answers: { 'GET /auth/consents': () => ({ data: [terms, privacy] }), ...answers },
  });

it('says what changed, links to it, and closes when it is accepted', async () => {
  const { hand, deps } = await visit('/home', {
    answers: { 'POST /auth/consents': () => ({ success: true }) },
  });
  expect(await screen.findByRole('dialog', { name: 'Our terms of service have changed' })).toBeTruthy();
  expect(await screen.findByText('Kindness is compulsory.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the terms of service' }).getAttribute('href')).toBe(
    '/posts/terms',
  );
  expect(screen.getByRole('link', { name: 'your account settings' }).getAttribute('href')).toBe(
    '/user/account?tab=security',
  );
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await hand.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = deps.api.calls.filter(([route]) => route === 'POST /auth/consents');
  expect(sent.map(([, input]) => (input as { body: unknown }).body)).toEqual([{ terms: '2' }]);
});

it('closes when another tab accepted', async () => {
  const { store } = await visit('/home');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  act(() => void store.dispatch(live['consents/accepted']({ isDue: false })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the newest version when it changed again meanwhile', async () => {
  let version = '2';
  const { hand } = await visit('/home', {
    answers: {
      'GET /auth/consents': () => ({ data: [{ ...terms, version, changes: `Version ${version}.` }] }),
      'POST /auth/consents': ({ body }) => {
        version = '3';
        if (body?.terms === '2')
          throw problem(409, { code: 'version_changed', message: 'This has changed again.' });
        return { success: true };
      },
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('This has changed again.')).toBeTruthy();
  expect(await screen.findByText('Version 3.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers to log out, and another try when it didn’t load', async () => {
  let fails = true;
  const { hand, deps } = await visit('/home', {
    answers: {
      'GET /auth/consents': () => {
        if (fails) throw problem(500);
        return { data: [terms] };
      },
      'POST /auth/logout': () => ({ success: true }),
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  fails = false;
  await hand.click(again);
  await hand.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(deps.api.routes()).toContain('POST /auth/logout'));
});

it.each([
  ['a page that anyone may read', '/posts/terms', { noredirect: true }],
  ['a public page for people with and without a session', '/mara', {}],
  ['the account, where one takes one’s data and leaves', '/user/account', { authenticate: true }],
  ['an order that has to be settled first', '/creator/orders/7', { onlyPerformer: true }],
])('is never in the way of %s', async (_what, path, flags: PageFlags) => {
  await visit(path, { flags });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks nothing of those who have accepted', async () => {
  const { deps } = await visit('/home', { consentDue: false });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(deps.api.routes()).not.toContain('GET /auth/consents');
});
