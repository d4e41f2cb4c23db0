import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type DataTableProps } from '#ui/antd/data-table.tsx';
import type { SortOrder } from '#ui/antd/table-parts.ts';
import type { InfinitePages } from '#ui/layout/paged-rows.tsx';
import type { Column } from '#ui/layout/table.tsx';

interface Mug {
  readonly _id: string;
  readonly name: string;
  readonly sold: number;
}
type By = 'newest' | 'oldest' | 'sold';

const mugs: readonly Mug[] = [
  { _id: 'a', name: 'Ash', sold: 3 },
  { _id: 'b', name: 'Birch', sold: 12 },
];
const columns: readonly Column<Mug>[] = [
  { key: 'name', title: 'Mug', main: true, cell: ({ name }) => <a href={`/mugs/${name}`}>{name}</a> },
  { key: 'made', title: 'Made', whole: true, cell: () => 'May 1' },
  { key: 'sold', title: 'Sold', end: true, cell: ({ sold }) => sold },
  { key: 'glaze', title: 'Glaze', from: 900, cell: () => 'Celadon' },
  {
    key: 'act',
    title: 'Actions',
    menu: true,
    cell: ({ name }) => <button type="button">Act on {name}</button>,
  },
];
const orders: readonly SortOrder<By>[] = [
  { value: 'newest', label: 'Newest first', column: 'made', order: 'descend' },
  { value: 'oldest', label: 'Oldest first', column: 'made', order: 'ascend' },
  { value: 'sold', label: 'Bestselling', column: 'sold', order: 'descend' },
];

const pagesOf = (
  rows: readonly Mug[] | undefined,
  more: Partial<InfinitePages<Mug>> = {},
): InfinitePages<Mug> => ({
  currentData: rows && { pages: [{ data: rows }] },
  isFetching: false,
  hasNextPage: false,
  fetchNextPage: vi.fn(),
  refetch: vi.fn(),
  ...more,
});
const table = (more: Partial<DataTableProps<Mug, By>> = {}) => (
  <DataTable<Mug, By>
    name="mugs"
    caption="Mugs"
    columns={columns}
    query={pagesOf(mugs)}
    empty={<p>No mugs yet</p>}
    {...more}
  />
);
const headsNow = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

/** A phone-sized window, as far as media queries tell. */
const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === '(max-width: 767px)',
        media,
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
const wide = (pixels: number) =>
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pixels);

afterEach(() => vi.restoreAllMocks());

describe('a data table', () => {
  it('has a name, a header for every column, and each row once', async () => {
    render(table({ query: pagesOf([...mugs, mugs[0]!]) }));
    expect(await screen.findByRole('table', { name: 'Mugs' })).toBeTruthy();
    expect(headsNow()).toEqual(['Mug', 'Made', 'Sold', 'Glaze', 'Actions']);
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'MugMadeSoldGlazeActions',
      'AshMay 13CeladonAct on Ash',
      'BirchMay 112CeladonAct on Birch',
    ]);
  });

  it('loads, fails, is empty and grows, with messages', async () => {
    const refetch = vi.fn();
    const fetchNextPage = vi.fn();
    const { rerender } = render(table({ query: pagesOf(undefined, { isFetching: true }) }));
    expect(screen.getByText('Loading mugs')).toBeTruthy();
    rerender(table({ query: pagesOf(undefined, { error: { status: 500 }, refetch }) }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
    rerender(table({ query: pagesOf([]) }));
    expect(screen.getByText('No mugs yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    rerender(table({ query: pagesOf(mugs, { hasNextPage: true, fetchNextPage }) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(fetchNextPage).toHaveBeenCalledOnce();
    rerender(table({ query: pagesOf(mugs, { error: { status: 500 } }) }));
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(await screen.findByText('Birch')).toBeTruthy();
  });
});

describe('sorting', () => {
  /** Simulates the server: orders that aren't in `known` are loading. */
  const Sorted = ({
    asked,
    known = { newest: mugs, oldest: mugs, sold: mugs },
  }: {
    asked: (by: By) => void;
    known?: Partial<Record<By, readonly Mug[]>>;
  }) => {
    const [by, setBy] = useState<By>('newest');
    const onChange = (next: By) => {
      asked(next);
      setBy(next);
    };
    return table({
      query: pagesOf(known[by], { isFetching: !known[by] }),
      sort: { orders, value: by, onChange },
    });
  };
  const head = (name: string) => screen.findByRole('columnheader', { name });
  const sorter = (name: string) => screen.getByRole('button', { name });

  it("requests a column's order, by mouse and keyboard, and states the current one", async () => {
    const asked = vi.fn();
    render(<Sorted asked={asked} />);
    const made = await head('Made');
    expect(made.getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(sorter('Made'));
    expect(made.getAttribute('aria-sort')).toBe('ascending');
    const sold = await head('Sold');
    sorter('Sold').focus();
    await userEvent.keyboard(' ');
    expect([sold.getAttribute('aria-sort'), made.getAttribute('aria-sort')]).toEqual(['descending', null]);
    // After the last order, the default order is back.
    await userEvent.click(sorter('Sold'));
    expect(asked.mock.calls.flat()).toEqual(['oldest', 'sold', 'newest']);
    // Rows stay in the server's order, because a single page can't be sorted.
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Ash', 'Birch']);
  });

  it("isn't offered where the server can't sort", async () => {
    render(<Sorted asked={vi.fn()} />);
    await head('Mug');
    expect(screen.queryByRole('button', { name: 'Mug' })).toBeNull();
    expect(sorter('Made')).toBeTruthy();
  });

  it('keeps the rows and the focus until the new ones arrive', async () => {
    const asked = vi.fn();
    const { rerender } = render(<Sorted asked={asked} known={{ newest: mugs }} />);
    const sold = sorter('Sold');
    await userEvent.click(sold);
    expect(document.activeElement).toBe(sold);
    expect(screen.getByText('Birch').closest('[aria-busy=true]')).toBeTruthy();
    rerender(<Sorted asked={asked} known={{ newest: mugs, sold: mugs.toReversed() }} />);
    expect(document.activeElement).toBe(sold);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Birch', 'Ash']);
    expect(screen.getByText('Birch').closest('[aria-busy=true]')).toBeNull();
  });

  it('is a select on a phone', async () => {
    onPhone();
    const asked = vi.fn();
    render(<Sorted asked={asked} />);
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Bestselling');
    expect(asked.mock.calls).toEqual([['sold']]);
  });
});

describe('columns', () => {
  it('are chosen by keyboard in a menu that stays open, and remembered for the next visit', async () => {
    const first = render(table());
    await screen.findByRole('table');
    screen.getByRole('button', { name: 'Columns' }).focus();
    await userEvent.keyboard('{Enter}');
    const menu = within(await screen.findByRole('menu', { name: 'Columns of mugs' }));
    // The title and menu columns can't be hidden.
    expect(
      menu
        .getAllByRole('menuitemcheckbox')
        .map((item) => [item.textContent, item.getAttribute('aria-checked')]),
    ).toEqual([
      ['Made', 'true'],
      ['Sold', 'true'],
      ['Glaze', 'true'],
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(menu.getByRole('menuitemcheckbox', { name: 'Sold' }).getAttribute('aria-checked')).toBe('false');
    expect(headsNow()).toEqual(['Mug', 'Made', 'Glaze', 'Actions']);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
    first.unmount();
    const second = render(table());
    await screen.findByRole('table');
    expect(headsNow()).toEqual(['Mug', 'Made', 'Glaze', 'Actions']);
    second.unmount();
    // Another table has its own choice of columns.
    render(table({ name: 'plates' }));
    await screen.findByRole('table');
    expect(headsNow()).toEqual(['Mug', 'Made', 'Sold', 'Glaze', 'Actions']);
  });

  it('of lower priority show if there is room, or if they were chosen', async () => {
    wide(700);
    const first = render(table());
    await screen.findByRole('table');
    expect(headsNow()).not.toContain('Glaze');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Glaze' }));
    expect(headsNow()).toContain('Glaze');
    first.unmount();
    localStorage.clear();
    wide(900);
    render(table());
    await screen.findByRole('table');
    expect(headsNow()).toContain('Glaze');
  });

  it("are the defaults if the stored choice can't be read", async () => {
    localStorage.setItem('table:mugs:columns', '{"sold":"no","made":false');
    const { unmount } = render(table());
    await screen.findByRole('table');
    expect(headsNow()).toHaveLength(5);
    unmount();
    localStorage.setItem('table:mugs:columns', '{"sold":"no","made":false,"gone":true}');
    render(table());
    await screen.findByRole('table');
    expect(headsNow()).toEqual(['Mug', 'Sold', 'Glaze', 'Actions']);
  });
});

describe('selecting', () => {
  const Selecting = ({ query = pagesOf(mugs) }: { query?: InfinitePages<Mug> }) => {
    const [chosen, setChosen] = useState<readonly string[]>([]);
    return table({
      query,
      selection: {
        chosen,
        onChoose: setChosen,
        getRowName: ({ name }) => name,
        bar: (rows, onAll) => (
          <>
            <p role="status">{rows.map(({ name }) => name).join(', ') || 'none'}</p>
            <button type="button" onClick={onAll}>
              Take all
            </button>
          </>
        ),
      },
    });
  };
  const taken = () => screen.getByRole('status').textContent;

  it.each([
    ['in a table', () => undefined],
    ['in blocks on a phone', onPhone],
  ])('%s returns the selected rows, including all at once', async (_, place) => {
    place();
    const { rerender } = render(<Selecting />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select “Birch”' }));
    expect(taken()).toBe('Birch');
    await userEvent.click(screen.getByRole('button', { name: 'Take all' }));
    expect(taken()).toBe('Ash, Birch');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select “Birch”' }));
    expect(taken()).toBe('Ash');
    // A row that is gone is no longer selected.
    rerender(<Selecting query={pagesOf([mugs[1]!])} />);
    expect(taken()).toBe('none');
  });
});

describe('the header of the ticks', () => {
  const Ticked = () => {
    const [chosen, setChosen] = useState<readonly string[]>([]);
    const selection = { chosen, onChoose: setChosen, getRowName: ({ name }: Mug) => name, bar: () => null };
    return (
      <>
        {table({ selection })}
        <output>{chosen.join(', ')}</output>
      </>
    );
  };
  const all = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Select all' });

  it('selects all rows or none, and says when only some are', async () => {
    render(<Ticked />);
    await userEvent.click(all()!);
    expect(screen.getByRole('status').textContent).toBe('a, b');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select “Ash”' }));
    expect([all()?.checked, all()?.indeterminate]).toEqual([false, true]);
    await userEvent.click(all()!);
    await userEvent.click(all()!);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('isn’t there on a phone, which shows no headers', () => {
    onPhone();
    render(<Ticked />);
    expect(screen.getByRole('checkbox', { name: 'Select “Ash”' })).toBeTruthy();
    expect(all()).toBeNull();
  });
});

describe('on a phone', () => {
  it('rows are blocks of labeled lines, and columns can be chosen too', async () => {
    onPhone();
    wide(320);
    render(table());
    const row = within(screen.getByRole('link', { name: 'Ash' }).closest('tr')!);
    expect(row.getAllByRole('cell').map((cell) => cell.getAttribute('data-label'))).toEqual([
      'Mug',
      'Made',
      'Sold',
      'Glaze',
      'Actions',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Made' }));
    expect(row.getAllByRole('cell')).toHaveLength(4);
  });
});

describe('before any script has run', () => {
  it('has its rows, and leaves the columns that may not fit to the style sheet', () => {
    const html = renderToString(table({ sort: { orders, value: 'newest', onChange: vi.fn() } }));
    expect(html).toContain('Birch');
    expect(html).toMatch(/<th[^>]*data-from="900"[^>]*>Glaze/);
    expect(html).toContain('unmeasured');
  });
});

describe('a long list', () => {
  const many = (count: number): Mug[] =>
    Array.from({ length: count }, (_, at) => ({ _id: `m${at}`, name: `Mug ${at}`, sold: at }));

  it('renders every row up to a hundred without antd, and beyond that only those in view', async () => {
    const { rerender } = render(table({ query: pagesOf(many(100)) }));
    expect(document.querySelector('.ant-table')).toBeNull();
    expect(screen.getAllByRole('row')).toHaveLength(101);
    rerender(table({ query: pagesOf(many(120)) }));
    const list = await screen.findByRole('table', { name: 'Mugs' });
    expect(list.getAttribute('aria-rowcount')).toBe('121');
    const drawn = within(list).getAllByRole('row');
    expect(drawn.length).toBeLessThan(60);
    expect(
      within(list)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mug', 'Made', 'Sold', 'Glaze', 'Actions']);
    // No live region or busy state between the table and its rows.
    expect(list.querySelector('[aria-busy], [aria-live]')).toBeNull();
    const [head, first] = drawn;
    expect([head?.getAttribute('aria-rowindex'), first?.getAttribute('aria-rowindex')]).toEqual(['1', '2']);
    expect(within(first!).getAllByRole('cell')[0]?.textContent).toBe('Mug 0');
  });
});
