import { Suspense } from 'react';
import { lazyPart } from '../layout/lazy-part.ts';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** A confirmation dialog whose code is loaded when it opens, for pages where few people need one. */
export const LazyConfirmDialog = (props: ConfirmDialogProps) => (
  <Suspense fallback={null}>
    <ConfirmDialog {...props} />
  </Suspense>
);
