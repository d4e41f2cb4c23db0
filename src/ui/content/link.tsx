import { use } from 'react';
import type { ComponentPropsWithRef, FocusEvent, MouseEvent, PointerEvent } from 'react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';

type Query = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A page of this site, or an address of another. */
  readonly href: string | { readonly pathname: string; readonly query?: Query };
  /** In the place of the present entry of the browser's history. */
  readonly replace?: boolean;
  /** The same page with another query: nothing is loaded. */
  readonly shallow?: boolean;
  /** False where the page keeps its scroll position. */
  readonly scroll?: boolean;
}

function addressOf(href: LinkProps['href']): string {
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

/** Whoever pays for each megabyte, or waits for it, gets what they ask for and nothing ahead of it. */
function hasRoom(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return (
    !connection?.saveData && connection?.type !== 'cellular' && (connection?.effectiveType ?? '4g') === '4g'
  );
}

/** In another tab, to a file, or handled by somebody else: the browser's own business. */
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
 * A link to a page of this site. The page's code is fetched when a hand or the focus comes near, not because
 * the link is in view, and not over a slow or metered connection. Not `next/link`, which watches every link's
 * place in the window, for a good part of what waking a list costs: docs/decisions/links.md.
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
  const address = addressOf(href);
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
