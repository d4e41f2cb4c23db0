import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { closeTask } from '#components/money/wallet/purchase-tasks.ts';
import { useLogout } from '#shell/access/session.ts';
import { waitingKey } from '#state/messages/outbox/outbox.ts';
import { draw } from '../../setup/draw.tsx';

const logout = 'POST /auth/logout';
const question = () => screen.findByRole('dialog', { name: 'Log out without sending?' });

function LogOut() {
  const leave = useLogout();
  return <button onClick={leave}>Log out of the site</button>;
}

/** Presses "Log out"; `waiting`: the account whose messages wait on this device. */
async function press(waiting: string | null) {
  if (waiting !== null) localStorage.setItem(waitingKey(waiting), '1');
  const drawing = await draw(
    <>
      <LogOut />
      <PurchaseDialogs />
    </>,
    { answers: { [logout]: () => ({ success: true }) } },
  );
  await drawing.hand.click(screen.getByRole('button', { name: 'Log out of the site' }));
  return drawing;
}

afterEach(() => {
  act(closeTask);
  localStorage.clear();
});

it('a logout that would delete messages asks first; staying keeps the session', async () => {
  const { hand, deps } = await press('me');
  const dialog = within(await question());
  expect(dialog.getByText(/Logging out deletes them from this device/)).toBeTruthy();
  const stay = dialog.getByRole('button', { name: 'Stay logged in' });
  expect(document.activeElement).toBe(stay);
  await hand.click(stay);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([deps.api.routes().includes(logout), deps.visited]).toEqual([false, []]);
});

it('confirmed, it logs out once', async () => {
  const { hand, deps } = await press('me');
  await hand.click(within(await question()).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(deps.visited).toEqual(['/auth/login']));
  expect(deps.api.routes().filter((route) => route === logout)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([null, 'somebody-else'])('nothing of this account waits (%s): no question', async (waiting) => {
  const { deps } = await press(waiting);
  await waitFor(() => expect(deps.visited).toEqual(['/auth/login']));
  expect(screen.queryByRole('dialog')).toBeNull();
});
