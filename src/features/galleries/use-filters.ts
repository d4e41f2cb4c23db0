import { useRouter } from 'next/router';

/** Filters kept in the URL: their current values and a function to change them. */
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
