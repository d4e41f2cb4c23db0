import { useRouter } from 'next/router';

/** Filters that stay in the address: what stands there, and a way to change some of it. */
export function useFilters(pathname: string) {
  const router = useRouter();
  const now = Object.fromEntries(
    Object.entries(router.query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const filter = (change: Readonly<Record<string, string | null>>) => {
    const query = Object.fromEntries(
      Object.entries({ ...now, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
    void router.replace({ pathname, query }, undefined, { shallow: true, scroll: false });
  };
  return { now, q: now['q'] ?? '', filter };
}
