import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalendarView } from '#features/content/posts/calendar/calendar-view.tsx';
import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { toLocalInput } from '#lib/local-time.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';

type Entry = ReplyOf<'GET /performer/calendar'>['data'][number];
/** At a time of a day here. */
const here = (text: string) => new Date(text).toISOString();
const entry = (more: Partial<Entry> = {}): Entry => ({
  kind: 'post',
  _id: 'p1',
  title: 'Kiln day',
  at: here('2099-03-10T09:00'),
  href: '/creator/feeds/p1',
  state: 'scheduled',
  ...more,
});
const start = (data: Entry[], answers: Drawn['answers'] = {}) =>
  draw(<CalendarView />, {
    user: { isPerformer: true },
    path: '/creator/feeds/calendar?month=2099-03',
    answers: {
      'GET /performer/calendar': () => ({ data, isComplete: true }),
      'PUT /performer/feeds/:id': () => anOwnPost(),
      ...answers,
    },
  });
const cell = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement;
const drag = (title: string, to: string) => {
  const dataTransfer = { setData: vi.fn<() => void>() };
  fireEvent.dragStart(screen.getByRole('link', { name: new RegExp(title) }).closest('li') as HTMLElement, {
    dataTransfer,
  });
  fireEvent.dragOver(cell(to), { dataTransfer });
  fireEvent.drop(cell(to), { dataTransfer });
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the calendar', () => {
  it('shows each day’s entries and leads to them, and to a new post on that day', async () => {
    const { deps } = await start([
      entry(),
      entry({
        _id: 's1',
        kind: 'stream',
        title: 'Live',
        at: here('2099-03-12T20:00'),
        href: '/creator/live',
      }),
      entry({ _id: 'p4', title: 'Gone', state: 'expired', at: here('2099-03-02T00:00'), href: '/feeds/p4' }),
      entry({ _id: 'p0', title: null, state: 'published', at: here('2099-03-01T00:00'), href: '/feeds/p0' }),
    ]);
    const link = await screen.findByRole('link', { name: /Kiln day.*\(scheduled\)/ });
    expect(link.getAttribute('href')).toBe('/creator/feeds/p1');
    expect(within(cell('Tuesday, March 10')).getByText('9:00 AM', { exact: false })).toBeTruthy();
    expect(within(cell('Thursday, March 12')).getByRole('link', { name: /Live.*\(stream, / })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Post.*\(published\)/ }).getAttribute('href')).toBe('/feeds/p0');
    const expired = screen.getByRole('link', { name: /Gone.*\(expired\)/ });
    expect(expired.getAttribute('href')).toBe('/feeds/p4');
    expect(screen.queryByRole('button', { name: 'Actions for “Gone”' })).toBeNull();
    expect(screen.getByText(/^2 scheduled · 2 published/)).toBeTruthy();
    const add = within(cell('Wednesday, March 11')).getByRole('link', { name: /^New post on/ });
    expect(add.getAttribute('href')).toBe('/creator/feeds/new?on=2099-03-11');
    expect(deps.api.calls.find(([name]) => name === 'GET /performer/calendar')?.[1]).toMatchObject({
      query: { from: here('2099-03-01T00:00'), to: here('2099-04-05T00:00') },
    });
  });

  it('shows two entries of a day, and the rest on request', async () => {
    const { hand } = await start(['a', 'b', 'c'].map((title) => entry({ _id: title, title })));
    await hand.click(await screen.findByRole('button', { name: '1 more' }));
    expect(within(cell('Tuesday, March 10')).getAllByRole('link', { name: /scheduled/ })).toHaveLength(3);
  });

  it('says that nothing is there, and which month it is; another is in the address', async () => {
    const { hand, went } = await start([]);
    expect(await screen.findByText(/^Nothing scheduled or published/)).toBeTruthy();
    await hand.click(screen.getByRole('link', { name: /^Next month/ }));
    expect(went).toContain('/creator/feeds/calendar?month=2099-04');
    expect(screen.getByRole('heading', { name: 'April 2099' })).toBeTruthy();
  });

  it('says that it didn’t load, and tries again', async () => {
    let fails = true;
    const { hand } = await start([], {
      'GET /performer/calendar': () => {
        if (fails) throw problem(503, { message: 'Try again later.' });
        return { data: [entry()], isComplete: true };
      },
    });
    expect(await screen.findByText('Try again later.')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Kiln day/ })).toBeTruthy();
  });
});

describe('moving a post', () => {
  it('by dragging keeps its hour, and can be undone', async () => {
    const said = vi.spyOn(toast, 'success');
    const { deps } = await start([entry()]);
    await screen.findByRole('link', { name: /Kiln day/ });
    drag('Kiln day', 'Thursday, March 19');
    expect(within(cell('Thursday, March 19')).getByRole('link', { name: /Kiln day/ })).toBeTruthy();
    await waitFor(() => expect(said).toHaveBeenCalled());
    const moves = () => deps.api.calls.filter(([name]) => name === 'PUT /performer/feeds/:id');
    expect(moves()[0]?.[1]).toMatchObject({ body: { scheduledAt: here('2099-03-19T09:00') } });
    expect(said.mock.calls[0]?.[0]).toBe('Moved to March 19, 2099 at 9:00 AM');
    said.mock.calls[0]?.[1]?.action?.run();
    await waitFor(() => expect(moves()).toHaveLength(2));
    expect(moves()[1]?.[1]).toMatchObject({ body: { scheduledAt: here('2099-03-10T09:00') } });
  });

  it('that the server refuses is shown where it was, with the reason', async () => {
    const said = vi.spyOn(toast, 'error');
    await start([entry()], {
      'PUT /performer/feeds/:id': () => {
        throw problem(422, {
          message: 'Check your input.',
          errors: [{ field: 'scheduledAt', message: 'This post is already published.' }],
        });
      },
    });
    await screen.findByRole('link', { name: /Kiln day/ });
    drag('Kiln day', 'Thursday, March 19');
    await waitFor(() => expect(said).toHaveBeenCalledWith('This post is already published.'));
    expect(within(cell('Tuesday, March 10')).getByRole('link', { name: /Kiln day/ })).toBeTruthy();
  });

  it('to a time in the past is refused without asking the server', async () => {
    const said = vi.spyOn(toast, 'error');
    const { deps } = await draw(<CalendarView />, {
      user: { isPerformer: true },
      path: '/creator/feeds/calendar?month=2020-03',
      answers: {
        'GET /performer/calendar': () => ({
          data: [entry({ at: here('2020-03-10T09:00'), state: 'failed' })],
          isComplete: true,
        }),
      },
    });
    await screen.findByRole('link', { name: /Kiln day/ });
    drag('Kiln day', 'Wednesday, March 11');
    await waitFor(() => expect(said.mock.calls[0]?.[0]).toMatch(/March 11, 2020 at 9:00 AM has passed/));
    expect(deps.api.routes()).not.toContain('PUT /performer/feeds/:id');
  });

  it('works without a mouse, by its menu', { timeout: 30_000 }, async () => {
    const { hand, deps } = await start([entry()]);
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Kiln day”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move “Kiln day”' });
    expect(within(dialog).getByText(/still published at 9:00 AM/)).toBeTruthy();
    const day = await within(dialog).findByRole('textbox', { name: 'Day' }, { timeout: 15_000 });
    await hand.clear(day);
    await hand.type(day, 'Mar 20, 2099');
    await hand.click(within(dialog).getByRole('button', { name: 'Move post' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('planned-p1'));
    expect(deps.api.calls.find(([name]) => name === 'PUT /performer/feeds/:id')?.[1]).toMatchObject({
      body: { scheduledAt: here('2099-03-20T09:00') },
    });
  });
});

it('a new post on a day has it in its schedule, once', async () => {
  const { went } = await draw(<NewPostView />, {
    user: { isPerformer: true },
    path: '/creator/feeds/new?on=2099-03-11',
  });
  await waitFor(() => expect(went).toEqual(['/creator/feeds/new']));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Later/ }).checked).toBe(true);
  const kept = JSON.stringify(Object.values<string>(localStorage));
  expect(kept).toContain(toLocalInput(new Date('2099-03-11T12:00')));
});
