import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Money, RateContext, Tokens, tokensText } from '#ui/content/money.tsx';
import { Meter } from '#ui/feedback/progress.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { LongText, RichText } from '#ui/content/rich-text.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Table } from '#ui/layout/table.tsx';
import { Tabs, nextTab } from '#ui/layout/tabs.tsx';

describe('money', () => {
  it("shows tokens with their money value, at the site's rate", () => {
    const { container } = render(
      <RateContext value={{ currency: 'EUR', tokenRate: 10 }}>
        <Tokens tokens={120} /> <Money cents={999} />
      </RateContext>,
    );
    expect(container.textContent).toBe('120 tokens (€12.00) €9.99');
    expect(tokensText(1, { currency: 'USD', tokenRate: 20 })).toBe('1 token ($0.05)');
  });
});

describe('a row of chips that is wider than the window', () => {
  afterEach(() => void vi.restoreAllMocks());
  const box = (left: number, width: number) => new DOMRect(left, 0, width, 40);
  let width = 100;
  /** Five chips in a window of 300 px. */
  function shown(chosen: number) {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(500);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('[role=group]');
      return row === this
        ? box(0, 300)
        : box([...row!.children].indexOf(this) * width - (row?.scrollLeft ?? 0), width);
    });
    const chips = (pressed: number) => (
      <ChipRow label="Status">
        {[0, 1, 2, 3, 4].map((at) => (
          <ChipButton key={at} pressed={at === pressed}>
            {at}
          </ChipButton>
        ))}
      </ChipRow>
    );
    const { rerender } = render(chips(chosen));
    const row = screen.getByRole('group');
    return { row, choose: (at: number) => rerender(chips(at)) };
  }

  it('shows the chosen one on arrival and when another one is chosen, and otherwise stays where it is', () => {
    const { row, choose } = shown(3);
    expect(row.scrollLeft).toBe(200);
    // A count has arrived, which makes the chips before it wider.
    width = 140;
    choose(3);
    expect(row.scrollLeft).toBe(340);
    width = 100;
    row.scrollLeft = 0;
    choose(3);
    expect(row.scrollLeft).toBe(0);
    choose(1);
    expect(row.scrollLeft).toBe(0);
    choose(4);
    expect(row.scrollLeft).toBe(300);
  });
});

describe('user text', () => {
  it('is inert, with links in a new tab', () => {
    const { container } = render(
      <RichText text={'<img src=x onerror=alert(1)><b>Hi</b> <script>x</script> www.example.org & "q"'} />,
    );
    expect(container.querySelector('img, script')).toBeNull();
    expect(container.querySelector('b')?.textContent).toBe('Hi');
    const link = screen.getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'http://www.example.org',
      '_blank',
      'noopener noreferrer nofollow ugc',
    ]);
  });
});

describe('a time', () => {
  it('shows the exact one on hover, in the browser only', () => {
    const iso = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    expect(renderToString(<RelativeTime iso={iso} />)).not.toContain('title');
    render(<RelativeTime iso={iso} />);
    const time = screen.getByText('2 h');
    expect(time.getAttribute('datetime')).toBe(iso);
    expect(time.title).toMatch(/20\d\d/);
  });
  it('is right again after the device’s clock was set back', () => {
    vi.useFakeTimers({ now: Date.parse('2030-01-01T12:00:00Z') });
    render(<RelativeTime iso="2030-01-01T12:00:00Z" />).unmount();
    vi.setSystemTime('2029-01-01T12:00:00Z');
    render(<RelativeTime iso="2029-01-01T10:00:00Z" />);
    expect(screen.getByText('2 h')).toBeTruthy();
    vi.useRealTimers();
  });
  it('updates', () => {
    vi.useFakeTimers();
    render(<RelativeTime iso={new Date().toISOString()} />);
    expect(screen.getByText('now')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(150_000));
    expect(screen.getByText('2 min')).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('tabs', () => {
  it.each([
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['a', 0, null],
  ])('%s from %i → %s', (key, at, to) => expect(nextTab(key, at, 3)).toBe(to));
  it('are navigated by arrows, with a single tab stop', async () => {
    const change = vi.fn();
    render(
      <Tabs
        label="Profile"
        value="feed"
        onChange={change}
        items={[
          { key: 'feed', label: 'Feed' },
          { key: 'photos', label: 'Photos', count: 1240 },
        ]}
      >
        panel
      </Tabs>,
    );
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Feed', selected: true }));
    await userEvent.keyboard('{ArrowRight}');
    expect(change).toHaveBeenCalledWith('photos');
    expect(document.activeElement?.textContent).toBe('Photos 1,240');
    expect(screen.getByRole('tabpanel', { name: 'Feed' }).textContent).toBe('panel');
  });
});

describe('empty and error states', () => {
  it('say what happened and offer one action', async () => {
    const retry = vi.fn();
    render(
      <>
        <ErrorState text="No answer." onRetry={retry} />
        <EmptyState title="No posts yet" level={3} />
        <Skeleton>bones</Skeleton>
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { level: 3, name: 'No posts yet' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Loading');
  });
});

it('a table labels each cell with its column, for phones', () => {
  render(
    <Table
      caption="History"
      columns={[{ key: 'what', title: 'What', cell: (row: { what: string }) => row.what, main: true }]}
      rows={[{ what: 'Tip' }]}
      getKey={(row) => row.what}
    />,
  );
  expect(screen.getByRole('table', { name: 'History' })).toBeTruthy();
  expect(screen.getByRole('cell').getAttribute('data-label')).toBe('What');
});

it('a meter states its values in words', () => {
  render(
    <Meter
      label="What a subscription includes"
      parts={[
        { label: 'included', value: 18 },
        { label: 'extra', value: 0 },
      ]}
    />,
  );
  expect(screen.getByRole('group', { name: 'What a subscription includes' }).textContent).toBe(
    '18 included0 extra',
  );
});

describe('an infinite list', () => {
  const list = (more: Partial<Parameters<typeof InfiniteList<string>>[0]>) => (
    <InfiniteList
      items={['a', 'b']}
      getKey={(item) => item}
      hasMore
      loading={false}
      onMore={() => {}}
      skeleton="bones"
      label="Posts"
      {...more}
    >
      {(item) => <article>{item}</article>}
    </InfiniteList>
  );
  it('has its first items in the HTML', () => {
    expect(renderToString(list({}))).toContain('<article>b</article>');
  });
  it('unmounts items far from the viewport, keeps their height, and never one with focus', () => {
    const watched = new Map<Element, (entry: object) => void>();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe = (target: Element) => void watched.set(target, (entry) => this.tell([{ target, ...entry }]));
        unobserve = (target: Element) => void watched.delete(target);
        disconnect = () => {};
      },
    );
    render(list({}));
    const [first, second] = screen.getAllByRole('listitem');
    const far = { isIntersecting: false, boundingClientRect: { height: 321 } };
    screen.getByText('b').tabIndex = -1;
    screen.getByText('b').focus();
    act(() => [first!, second!].forEach((item) => watched.get(item)?.(far)));
    expect([first!.textContent, first!.style.height, second!.textContent]).toEqual(['', '321px', 'b']);
    act(() => watched.get(first!)?.({ ...far, isIntersecting: true }));
    expect([first!.textContent, first!.style.height]).toEqual(['a', '']);
    vi.unstubAllGlobals();
  });
  it('offers a retry after a failed page, and has an end', async () => {
    const onMore = vi.fn();
    const { rerender } = render(list({ error: 'No answer.', onMore }));
    await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
    expect(onMore).toHaveBeenCalledOnce();
    rerender(list({ hasMore: false, end: 'That is all.' }));
    expect(screen.getByText('That is all.')).toBeTruthy();
    rerender(list({ loading: true }));
    expect(screen.getByText('bones')).toBeTruthy();
  });
});

it('a dash appears only in table cells, not where a row is a block', () => {
  render(
    <Table
      caption="History"
      columns={[{ key: 'who', title: 'Who', cell: (row: { who: string | null }) => row.who ?? '–' }]}
      rows={[{ who: 'Ada' }, { who: null }]}
      getKey={(row) => row.who ?? ''}
    />,
  );
  expect(screen.getAllByRole('cell').map((cell) => cell.classList.contains('nothing'))).toEqual([
    false,
    true,
  ]);
});

describe('text longer than its lines', () => {
  const height = (scroll: number, client: number) => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scroll);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(client);
  };
  afterEach(() => void vi.restoreAllMocks());
  const long = 'word '.repeat(100);

  it('is rendered by the server without a button, because only a browser knows how much is visible', () => {
    expect(renderToString(<LongText text={long} />)).not.toContain('button');
  });
  it('shows the rest on a press', async () => {
    height(400, 144);
    render(<LongText text={long} />);
    fireEvent.click(screen.getByRole('button', { name: 'more' }));
    expect(screen.getByRole('button', { name: 'less' })).toBeTruthy();
  });
  it('has neither a button nor space for one if everything fits', () => {
    height(144, 144);
    const { container } = render(<LongText text={long} />);
    expect(container.querySelector('button')).toBe(null);
  });
  it('gets the button when a turned phone has room for less, and keeps it while open', () => {
    const resized: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized.push(callback);
        }
        observe() {}
        disconnect() {}
      },
    );
    height(144, 144);
    render(<LongText text={long} />);
    height(400, 144);
    act(() => resized.forEach((measure) => measure()));
    fireEvent.click(screen.getByRole('button', { name: 'more' }));
    expect(screen.getByRole('button', { name: 'less' })).toBeTruthy();
    vi.unstubAllGlobals();
  });
  it('runs as the text does', () => {
    height(400, 144);
    const { container } = render(<LongText text={'كلمة '.repeat(100)} />);
    expect((container.firstChild as HTMLElement).dir).toBe('rtl');
  });
});
