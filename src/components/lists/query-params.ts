import { useRouter } from 'next/router';

export interface QueryParams {
  /** Empty where the address has none. */
  readonly get: (name: string) => string;
  /**
   * Changes these and keeps the rest, in place: no step in history, no scrolling, nothing asked of the page's
   * server. Empty ones go.
   */
  readonly set: (change: Readonly<Record<string, string>>) => void;
}

/**
 * What a page shows, kept in its address: it is there again after going back, after a reload, and for whoever
 * gets the link.
 */
export function useQueryParams(): QueryParams {
  const { query, asPath, replace } = useRouter();
  return {
    get: (name) => {
      const value = query[name];
      return typeof value === 'string' ? value : '';
    },
    set: (change) => {
      const [path = '', search = ''] = (asPath.split('#')[0] ?? '').split('?');
      const params = new URLSearchParams(search);
      for (const [name, value] of Object.entries(change)) {
        if (value === '') params.delete(name);
        else params.set(name, value);
      }
      void replace(params.size > 0 ? `${path}?${params}` : path, undefined, { shallow: true, scroll: false });
    },
  };
}

/** What the page's own path says, as `id` of `/galleries/[id]`; empty until the browser knows the address. */
export function useRouteParam(name: string): string {
  const { query, isReady } = useRouter();
  const value = query[name];
  return isReady && typeof value === 'string' ? value : '';
}
