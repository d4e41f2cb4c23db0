import type { ReactNode } from 'react';
import { LoadedView, type LoadedViewProps } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Stack } from '#ui/layout/stack.tsx';

export interface CasePageProps<Data> {
  /** Of the document, such as "Payout". */
  readonly title: string;
  readonly request: LoadedViewProps<Data>['request'];
  /** The list it belongs to. */
  readonly back: { readonly href: string; readonly label: string };
  readonly children: (data: Data) => ReactNode;
}

/** A page about one record at the desk. */
export const CasePage = <Data,>({ title, request, back, children }: CasePageProps<Data>) => (
  <>
    <PageHead title={title} unlisted />
    <LoadedView
      request={request}
      skeleton={
        <Skeleton label="Loading">
          <Stack gap={24}>
            <SkeletonText lines={2} />
            <SkeletonBlock height={200} width="100%" />
            <SkeletonBlock height={200} width="100%" />
          </Stack>
        </Skeleton>
      }
      notFound={
        <NotFound
          title={`${title} not found`}
          text="It may have been removed, or the link is incomplete."
          action={<ButtonLink href={back.href}>{back.label}</ButtonLink>}
        />
      }
    >
      {children}
    </LoadedView>
  </>
);
