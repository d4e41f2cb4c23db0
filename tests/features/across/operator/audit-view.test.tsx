import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AuditEntry } from '#contract/across/operator/audit.ts';
import { AuditView } from '#features/across/operator/audit/audit-view.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const entry: AuditEntry = {
  _id: 'e1',
  at: '2026-11-20T10:00:05.123Z',
  actor: 'olga',
  actorId: 'o1',
  action: 'moderation.warn',
  subject: 'd1',
  about: { kind: 'case', _id: 'c1', name: null },
  facts: [{ name: 'reason', value: 'Insults.' }],
};
const search = 'GET /operator/audit/search';
const download = 'POST /operator/audit/export';

it('shows exact times and leads to the case; its filters are in the address', async () => {
  const { hand, went, deps } = await draw(<AuditView />, {
    path: '/operator/audit?whom=anna&from=2026-11-01&to=2026-11-30',
    answers: { [search]: () => ({ data: [entry], total: 1, nextCursor: null }) },
  });
  expect((await screen.findByText('2026-11-20 10:00:05')).getAttribute('datetime')).toBe(entry.at);
  expect(screen.getByRole('link', { name: 'Case' }).getAttribute('href')).toBe('/operator/cases/c1');
  expect(screen.getByRole('link', { name: '@olga' }).getAttribute('href')).toBe('/operator/people/o1');
  expect(screen.getByText('reason: Insults.')).toBeTruthy();
  expect(screen.getByText('Warned')).toBeTruthy();
  expect(deps.api.calls.find(([route]) => route === search)?.[1]).toMatchObject({
    // The last day counts as a whole.
    query: { whom: 'anna', from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  });
  await hand.selectOptions(screen.getByLabelText('Action'), 'payout');
  expect(went.at(-1)).toBe('/operator/audit?whom=anna&from=2026-11-01&to=2026-11-30&action=payout');
});

it('downloads what the filter matches, and says when that isn’t all', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (blobs.push(blob as Blob), 'blob:1'));
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const { hand, deps } = await draw(
    <>
      <AuditView />
      <Toaster />
    </>,
    {
      path: '/operator/audit?action=payout',
      answers: {
        [search]: () => ({ data: [], total: 0, nextCursor: null }),
        [download]: () => ({ data: [{ ...entry, subject: '=1+1' }], isWhole: false }),
      },
    },
  );
  expect(await screen.findByText('Try another filter.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(blobs).toHaveLength(1));
  expect(deps.api.calls).toContainEqual([download, expect.objectContaining({ body: { action: 'payout' } })]);
  expect(await blobs[0]?.text()).toContain(
    `2026-11-20T10:00:05.123Z,olga,o1,moderation.warn,'=1+1,reason: Insults.`,
  );
  expect(await screen.findByText(/has the newest 1 entries/)).toBeTruthy();
});

it('says when it is empty or fails', async () => {
  const empty = await draw(<AuditView />, {
    path: '/operator/audit',
    answers: { [search]: () => ({ data: [], total: 0, nextCursor: null }) },
  });
  expect(await screen.findByText('What operators do appears here.')).toBeTruthy();
  empty.unmount();
  await draw(<AuditView />, {
    path: '/operator/audit',
    answers: {
      [search]: () => {
        throw problem(500, { message: 'Not now.' });
      },
    },
  });
  expect(await screen.findByText('Not now.')).toBeTruthy();
});
