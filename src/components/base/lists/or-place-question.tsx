import { Suspense, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const PlaceQuestion = lazyPart(
  async () => (await import('../../people/accounts/place-question.tsx')).PlaceQuestion,
);

/** Pages of creators and of what they publish. */
const isCreatorsPage = (path: string): boolean =>
  /^\/(?:(?:feeds|videos|galleries|products|auctions|live)\/[\da-f-]{36}|[\w.-]{3,64})$/.test(path);

const unchanging = () => () => {};
const pathHere = () => (isCreatorsPage(location.pathname) ? location.pathname : null);
/** Found out in the browser, because the page that the server sends is the same for all. */
const nowhere = () => null;

/**
 * What a page that doesn't exist says, unless it would exist for this visitor once they have stated where they
 * are: then that question.
 */
export function OrPlaceQuestion({ children }: { readonly children: ReactNode }) {
  const path = useSyncExternalStore(unchanging, pathHere, nowhere);
  return path === null ? (
    children
  ) : (
    <Suspense fallback={children}>
      <PlaceQuestion path={path} otherwise={children} />
    </Suspense>
  );
}
