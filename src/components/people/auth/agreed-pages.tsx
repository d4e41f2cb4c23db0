import { Fragment, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { AgreedPage as Kind } from '#config/agreed-pages.ts';
import { routes } from '#config/routes.ts';
import type { AgreedPage } from '#contract/people/auth/consents.ts';
import { listAgreedPages } from '#services/people/auth/consents.ts';
import { useApi } from '#state/hooks.ts';
import { Link } from '#ui/content/link.tsx';

export const pageNames: Readonly<Record<Kind, string>> = {
  terms: 'terms of service',
  privacy: 'privacy policy',
};

type Shown = Pick<AgreedPage, 'kind' | 'version'>;

/** The versions that were shown, as the calls that accept them take them. */
export const mapVersions = (pages: readonly Shown[]): Partial<Record<Kind, string>> =>
  Object.fromEntries(pages.map(({ kind, version }) => [kind, version]));

/**
 * The pages that people agree to by joining; empty until they are known. It doesn't use RTK Query, because the
 * login page doesn't load it.
 */
export function useAgreedPages({ skip = false }: { readonly skip?: boolean } = {}): readonly Shown[] {
  const api = useApi();
  const [pages, setPages] = useState<readonly Shown[]>([]);
  useEffect(() => {
    if (skip) return undefined;
    const asking = new AbortController();
    // Without them, nothing is said and nothing recorded; joining works all the same.
    listAgreedPages(api, { signal: asking.signal }).then(
      ({ data }) => setPages(data),
      () => undefined,
    );
    return () => asking.abort();
  }, [api, skip]);
  return pages;
}

/** Says that one agrees by joining: “By joining, you agree to the terms of service and privacy policy.” */
export function AgreeByJoining({ when, pages }: { when: ReactNode; pages: readonly Shown[] }) {
  if (pages.length === 0) return null;
  return (
    <>
      {when}, you agree to the{' '}
      {pages.map(({ kind }, index) => (
        <Fragment key={kind}>
          {index > 0 ? ' and ' : null}
          <Link href={routes.sitePost(kind)} target="_blank">
            {pageNames[kind]}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
