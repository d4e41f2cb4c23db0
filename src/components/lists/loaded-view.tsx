import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export interface NotFoundProps {
  readonly icon?: ReactNode;
  /** Title of the page and the document, such as "Gallery not found". */
  readonly title: string;
  readonly text: string;
  /** Where to go instead; defaults to the creator search. */
  readonly action?: ReactNode;
}

/** A full page for something that doesn't exist or isn't available to this person. */
export const NotFound = ({ icon, title, text, action }: NotFoundProps) => (
  <>
    <PageHead title={title} unlisted />
    <EmptyState
      level={1}
      icon={icon}
      title={title}
      text={text}
      action={
        action ?? (
          <ButtonLink variant="primary" href={routes.search}>
            Find creators
          </ButtonLink>
        )
      }
    />
  </>
);

export interface LoadedViewProps<Data> {
  /** The result of the query hook. */
  readonly request: {
    readonly currentData?: Data | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly skeleton: ReactNode;
  readonly notFound: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

/**
 * A page about one record that the browser fetches: the record, its skeleton, or the reason why it isn't
 * shown.
 */
export function LoadedView<Data>({
  request: { currentData, error, isFetching, refetch },
  skeleton,
  notFound,
  children,
}: LoadedViewProps<Data>) {
  if (currentData !== undefined) return children(currentData);
  if (isMissing(error)) return notFound;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return skeleton;
}
