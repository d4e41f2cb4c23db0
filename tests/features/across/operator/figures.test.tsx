import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SiteFigures } from '#contract/across/operator/background.ts';
import { FiguresView } from '#features/across/operator/figures/figures-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';

const nothing = { active: 0, joined: 0, performersJoined: 0, gross: 0, commission: 0, refunds: 0 };
const open = (figures: Partial<SiteFigures>) =>
  draw(<FiguresView />, {
    path: '/operator/figures',
    answers: {
      'GET /operator/figures': () => ({
        accounts: 12,
        performers: 3,
        total: { ...nothing, active: 56, joined: 5 },
        previous: nothing,
        days: [{ day: '2026-11-20', ...nothing, active: 2, joined: 5 }],
        isAddingUp: false,
        ...figures,
      }),
    },
  });
const money = ['Fans paid', 'Site’s fee, net', 'Refunds'];
const choices = () =>
  within(screen.getByRole('group', { name: 'Figure' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('shows what was sold, also if that is nothing', async () => {
  await open({});
  expect(await screen.findByText('12 accounts, 3 of them creators.')).toBeTruthy();
  expect(choices()).toEqual(expect.arrayContaining(money));
  expect(screen.queryByText('Sales are being added up')).toBeNull();
});

it('shows no amounts while they are being added up, and says so', async () => {
  const { hand } = await open({ isAddingUp: true });
  expect(await screen.findByText('Sales are being added up')).toBeTruthy();
  expect(choices()).toEqual(['Active accounts', 'New accounts', 'New creators', 'Table']);
  await hand.click(screen.getByRole('button', { name: 'Table' }));
  expect(within(screen.getByRole('table')).getAllByRole('columnheader')).toHaveLength(4);
  for (const name of money) expect(screen.queryByText(name)).toBeNull();
  expect(document.body.textContent).not.toContain('$');
});
