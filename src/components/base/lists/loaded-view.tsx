import type { ReactNode } from 'react';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { ErrorState } from '#ui/feedback/states.tsx';

export interface LoadedViewProps<Data> {
  /** The result of the query hook. */
  readonly request: {
    readonly currentData?: Data | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly skeleton: ReactNode;
  /** Shown if there is no such record; without it, that is reported like any other error. */
  readonly notFound?: ReactNode;
  /** Heading level of the error: 1 (the default) for a whole page; at 3 the error is compact, too. */
  readonly level?: 1 | 2 | 3;
  readonly children: (data: Data) => ReactNode;
}

/** The server rejects a malformed id as invalid input; to the visitor, the record doesn't exist either. */
const isMissing = (error: unknown): boolean =>
  ['not_found', 'invalid_input'].includes(problemCode(error) ?? '') ||
  (typeof error === 'object' && error !== null && 'status' in error && error.status === 404);

/**
 * A page or section with data that the browser fetches: the data, its skeleton, or the reason why it isn't
 * shown.
 */
export function LoadedView<Data>({
  request: { currentData, error, isFetching, refetch },
  skeleton,
  notFound,
  level = 1,
  children,
}: LoadedViewProps<Data>) {
  if (currentData !== undefined) return children(currentData);
  if (!error) return skeleton;
  if (notFound && isMissing(error)) return notFound;
  return (
    <ErrorState
      level={level}
      compact={level === 3}
      text={problemMessage(error)}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}
