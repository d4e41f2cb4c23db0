import { fireEvent, render, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Link } from '#ui/content/link.tsx';
import type { LinkProps } from '#ui/content/link.tsx';

const router = {
  push: vi.fn(async () => true),
  replace: vi.fn(async () => true),
  prefetch: vi.fn(async () => undefined),
};
afterEach(() => {
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
});

function draw(props: LinkProps) {
  render(
    <RouterContext value={router as unknown as NextRouter}>
      <Link {...props}>Go</Link>
    </RouterContext>,
  );
  return screen.getByRole('link', { name: 'Go' });
}
const onLine = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

describe('pressing a link', () => {
  it('navigates without reloading', () => {
    const link = draw({ href: '/mara' });
    expect(fireEvent.click(link)).toBe(false);
    expect(router.push).toHaveBeenCalledExactlyOnceWith('/mara', undefined, {
      shallow: undefined,
      scroll: true,
    });
  });
  it('replaces the history entry and keeps the scroll position on request', () => {
    fireEvent.click(
      draw({
        href: { pathname: '/search', query: { q: 'blue tea', tag: ['a', 'b'], none: undefined } },
        replace: true,
        shallow: true,
        scroll: false,
      }),
    );
    expect(router.replace).toHaveBeenCalledExactlyOnceWith('/search?q=blue+tea&tag=a&tag=b', undefined, {
      shallow: true,
      scroll: false,
    });
  });
  it.each<[string, Partial<LinkProps>, object]>([
    ['with a key held', {}, { metaKey: true }],
    ['with the middle button', {}, { button: 1 }],
    ['to another tab', { target: '_blank' }, {}],
    ['to a file', { download: '' }, {}],
    ['to another site', { href: 'https://example.com/' }, {}],
    ['to another site, by half an address', { href: '//example.com/' }, {}],
    ['that somebody handled', { onClick: (event) => event.preventDefault() }, {}],
  ])('%s is left to the browser', (_which, props, event) => {
    const link = draw({ href: '/mara', ...props });
    // Prevents the navigation, which jsdom doesn't implement.
    link.addEventListener('click', (each) => each.preventDefault());
    fireEvent.click(link, event);
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe('the code of a linked page', () => {
  it('is fetched when a pointer or focus approaches, not on rendering', () => {
    const link = draw({ href: '/mara' });
    expect(router.prefetch).not.toHaveBeenCalled();
    fireEvent.pointerEnter(link);
    expect(router.prefetch).toHaveBeenCalledExactlyOnceWith('/mara');
    fireEvent.focus(link);
    expect(router.prefetch).toHaveBeenCalledTimes(2);
  });
  it.each([
    { saveData: true, effectiveType: '4g' },
    { effectiveType: '3g' },
    { effectiveType: '2g' },
    { effectiveType: '4g', type: 'cellular' },
  ])("isn't prefetched over %o", (connection) => {
    onLine(connection);
    fireEvent.pointerEnter(draw({ href: '/mara' }));
    expect(router.prefetch).not.toHaveBeenCalled();
  });
  it('is fetched over a fast unmetered connection', () => {
    onLine({ saveData: false, effectiveType: '4g', type: 'wifi' });
    fireEvent.pointerEnter(draw({ href: '/mara' }));
    expect(router.prefetch).toHaveBeenCalledOnce();
  });
  it("of another site isn't fetched", () => {
    fireEvent.pointerEnter(draw({ href: 'https://example.com/' }));
    expect(router.prefetch).not.toHaveBeenCalled();
  });
});
