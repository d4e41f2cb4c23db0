import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Desk } from '#contract/across/operator/desk.ts';
import { StepUpHost } from '#shell/access/step-up-host.tsx';
import { OperatorFrame } from '#shell/frame/operator-frame.tsx';
import { api } from '#state/query/api.ts';
import { draw } from '../components/setup/draw.tsx';
import { aUser } from '../setup/factories/accounts.ts';
import { problem } from '../state/setup/fake-api.ts';

const enter = (reply: () => Desk, path = '/operator/creators/c1') =>
  draw(
    <OperatorFrame path={path}>
      <p>The desk</p>
    </OperatorFrame>,
    { path, answers: { 'GET /operator/me': reply, 'GET /users/me': () => aUser() } },
  );
const desk: Desk = {
  username: 'olga',
  name: 'Olga',
  takesNoMoney: false,
  queues: [{ name: 'creators', count: 3, oldestAt: '2026-11-20T10:00:00.000Z' }],
};

it('shows the desk to an operator, with the counts of the queues and the section they are in', async () => {
  await enter(() => desk);
  expect(await screen.findByText('The desk')).toBeTruthy();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Creators to verify3');
});

it('says on every page of the desk that no real money is taken', async () => {
  const { unmount } = await enter(() => ({ ...desk, takesNoMoney: true }));
  expect(await screen.findByText('No real money is taken')).toBeTruthy();
  unmount();
  await enter(() => desk);
  expect(await screen.findByText('The desk')).toBeTruthy();
  expect(screen.queryByText('No real money is taken')).toBeNull();
});

it('shows the overview as the current section only on its own page', async () => {
  await enter(() => desk, '/operator/people/x');
  expect(await screen.findByText('The desk')).toBeTruthy();
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
});

it('doesn’t exist for anybody else; whose session has ended is found out', async () => {
  const { deps } = await enter(() => {
    throw problem(404, { code: 'not_found' });
  });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.queryByText('The desk')).toBeNull();
  expect(deps.api.calls.map(([route]) => route)).toContain('GET /users/me');
});

it('tells an operator without a second factor how to set one up', async () => {
  await enter(() => {
    throw problem(403, { code: 'second_factor_required_for_desk' });
  });
  expect(await screen.findByRole('heading', { name: 'Turn on two-factor authentication' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/user/account');
  expect(screen.queryByText('The desk')).toBeNull();
});

it('offers another try when it didn’t load', async () => {
  await enter(() => {
    throw problem(500);
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('The desk')).toBeNull();
});

it('asks for the code where the session hasn’t shown one, and then opens; what is typed beneath stays', async () => {
  let isProven = false;
  const { hand, store } = await draw(
    <>
      <OperatorFrame path="/operator">
        <input aria-label="Reason" />
      </OperatorFrame>
      <StepUpHost />
    </>,
    {
      path: '/operator',
      answers: {
        'GET /operator/me': () => {
          if (isProven) return desk;
          throw problem(403, { code: 'step_up_required', ways: ['code'] });
        },
        'GET /users/me': () => aUser(),
        'POST /auth/step-up': () => {
          isProven = true;
          return { until: '2026-11-20T10:10:00.000Z' };
        },
      },
    },
  );
  const prove = async () => {
    await hand.type(await screen.findByLabelText('Code'), '123456');
    await hand.click(screen.getByRole('button', { name: 'Continue' }));
  };
  await prove();
  await hand.type(await screen.findByLabelText('Reason'), 'Spam');
  isProven = false;
  await act(async () => void store.dispatch(api.util.invalidateTags(['Desk'])));
  await prove();
  expect(await screen.findByLabelText<HTMLInputElement>('Reason')).toHaveProperty('value', 'Spam');
});
