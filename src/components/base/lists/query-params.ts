import { useRouter } from 'next/router';

export interface QueryParams {
  /** Returns an empty string if the URL has no such parameter. */
  readonly get: (name: string) => string;
  /**
   * Changes these parameters and keeps the rest, without a history entry, scrolling or a server request.
   * Empty values are removed.
   */
  readonly set: (change: Readonly<Record<string, string>>) => void;
}

/** Page state kept in the URL, so that it survives going back and reloading and is part of a shared link. */
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

/** A parameter of the route, such as `id` in `/galleries/[id]`; empty until the router is ready. */
export function useRouteParam(name: string): string {
  const { query, isReady } = useRouter();
  const value = query[name];
  return isReady && typeof value === 'string' ? value : '';
}
