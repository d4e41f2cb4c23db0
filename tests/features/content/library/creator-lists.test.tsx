import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { closeTask } from '#components/money/wallet/purchase-tasks.ts';
import { openLists } from '#components/people/creators/add-to-lists.tsx';
import { ListView } from '#features/content/library/lists/list-view.tsx';
import { ListsView } from '#features/content/library/lists/lists-view.tsx';
import { aCreatorList } from '../../../setup/factories/community.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const listOf = <T,>(...data: T[]) => ({ data, total: data.length });

describe('lists of creators', () => {
  it('are listed with their number, or say how to begin; a new one opens', async () => {
    const { hand, went, deps } = await draw(<ListsView />, {
      path: '/user/lists',
      answers: {
        'GET /creator-lists': () => listOf(),
        'POST /creator-lists': () => aCreatorList({ _id: 'cl2' }),
      },
    });
    expect(await screen.findByText('No lists yet')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'New list' }));
    await hand.click(screen.getByRole('button', { name: 'Create list' }));
    expect(screen.getAllByText('Enter a name.').length).toBeGreaterThan(0);
    await hand.type(screen.getByLabelText('Name'), 'Painters');
    await hand.click(screen.getByRole('button', { name: 'Create list' }));
    await waitFor(() => expect(went).toContain('/user/lists/cl2'));
    expect(deps.api.calls.find(([route]) => route === 'POST /creator-lists')?.[1]).toMatchObject({
      body: { name: 'Painters' },
    });
  });

  it('say why they didn’t load, and try again', async () => {
    let fails = true;
    const { hand } = await draw(<ListsView />, {
      path: '/user/lists',
      answers: {
        'GET /creator-lists': () => {
          if (fails) throw problem(500);
          return listOf(aCreatorList({ members: 12 }));
        },
      },
    });
    fails = false;
    await hand.click(await screen.findByRole('button', { name: /again/ }));
    expect((await screen.findByRole('link', { name: 'Painters' })).getAttribute('href')).toBe(
      '/user/lists/cl1',
    );
    expect(screen.getByText('12 creators')).toBeTruthy();
  });

  it('of somebody else don’t exist', async () => {
    await draw(<ListView />, {
      path: '/user/lists/cl9?id=cl9',
      answers: {
        'GET /creator-lists/:id': () => {
          throw problem(404, { code: 'not_found' });
        },
      },
    });
    expect(await screen.findByText('This list doesn’t exist')).toBeTruthy();
  });

  it('take a creator in and out in the dialog, and say why not', async () => {
    let refuses = true;
    const { hand, deps } = await draw(<PurchaseDialogs />, {
      path: '/mara',
      answers: {
        'GET /creator-lists': () => listOf(aCreatorList(), aCreatorList({ _id: 'cl2', name: 'Sunday' })),
        'PUT /creator-lists/:id/creators/:performerId': () => {
          if (refuses) throw problem(409, { message: 'A list can have 500 creators.' });
          return aCreatorList({ _id: 'cl2', contains: true });
        },
      },
    });
    act(() => openLists(aCard({ _id: 'c7' })));
    const dialog = within(await screen.findByRole('dialog'));
    const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Sunday/ });
    await hand.click(box);
    expect(await dialog.findByText('A list can have 500 creators.')).toBeTruthy();
    expect(box.checked).toBe(false);
    refuses = false;
    await hand.click(box);
    await waitFor(() => expect(dialog.queryByText('A list can have 500 creators.')).toBeNull());
    expect(box.checked).toBe(true);
    expect(deps.api.calls.filter(([route]) => route.startsWith('PUT'))[1]?.[1]).toMatchObject({
      params: { id: 'cl2', performerId: 'c7' },
    });
    act(() => closeTask());
  });
});
