import { use } from 'react';
import type { ComponentPropsWithRef, FocusEvent, MouseEvent, PointerEvent } from 'react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';

type Query = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A page of this site, or a URL elsewhere. */
  readonly href: string | { readonly pathname: string; readonly query?: Query };
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** The same page with another query, so nothing is loaded. */
  readonly shallow?: boolean;
  /** False keeps the scroll position. */
  readonly scroll?: boolean;
}

function formatHref(href: LinkProps['href']): string {
  if (typeof href === 'string') return href;
  const query = new URLSearchParams(
    Object.entries(href.query ?? {}).flatMap(([name, value]) =>
      value == null ? [] : [value].flat().map((each) => [name, String(each)]),
    ),
  ).toString();
  return query ? `${href.pathname}?${query}` : href.pathname;
}

const isOurs = (address: string): boolean => /^(?:\/(?!\/)|[?#])/.test(address);

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether prefetching is acceptable: not with data saver, or on a cellular or slow connection. */
function hasRoom(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return (
    !connection?.saveData && connection?.type !== 'cellular' && (connection?.effectiveType ?? '4g') === '4g'
  );
}

/**
 * Opens in another tab, points to a file, or has been handled already, so the browser should deal with it.
 */
const isElsewhere = ({
  currentTarget,
  defaultPrevented,
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent<HTMLAnchorElement>): boolean =>
  defaultPrevented ||
  button !== 0 ||
  metaKey ||
  ctrlKey ||
  shiftKey ||
  altKey ||
  currentTarget.hasAttribute('download') ||
  !['', '_self'].includes(currentTarget.target);

/**
 * A link to a page of this site. The page's code is prefetched on hover or focus rather than when the link is
 * in view, and not on slow or metered connections. We don't use `next/link` because it observes every link's
 * visibility, which accounts for much of the cost of hydrating a list: docs/areas/base/pages.md.
 */
export function Link({
  href,
  replace,
  shallow,
  scroll,
  onClick,
  onPointerEnter,
  onFocus,
  children,
  ...rest
}: LinkProps) {
  const router = use(RouterContext);
  const address = formatHref(href);
  const ours = router !== null && isOurs(address);
  const near = () => void (ours && hasRoom() && router.prefetch(address).catch(() => undefined));
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!ours || isElsewhere(event)) return;
    event.preventDefault();
    void router[replace ? 'replace' : 'push'](address, undefined, { shallow, scroll: scroll ?? true });
  };
  return (
    <a
      {...rest}
      href={address}
      onClick={go}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => (onPointerEnter?.(event), near())}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => (onFocus?.(event), near())}
    >
      {children}
    </a>
  );
}
