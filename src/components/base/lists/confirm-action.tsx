import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/overlays/confirm-dialog.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { RefusalNotice } from './refusal-notice.tsx';

export interface ConfirmActionProps extends Pick<
  ConfirmDialogProps,
  'title' | 'confirmLabel' | 'cancelLabel' | 'destructive' | 'onClose'
> {
  /** The consequences, and whether they can be undone. */
  readonly children: ReactNode;
  /** Resolves with the error if the server refused. */
  readonly action: () => Promise<{ readonly error?: unknown }>;
  /** Told once it is done. */
  readonly doneText?: string;
  /** Called once it is done, after the dialog was closed. */
  readonly onDone?: () => void;
}

/** Asks for confirmation, then acts. A refusal is shown in the dialog, where it can be tried again. */
export function ConfirmAction({ children, action, doneText, onDone, onClose, ...words }: ConfirmActionProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    const { error } = await action();
    setBusy(false);
    if (error) return setProblem(error);
    onClose();
    if (doneText) toast.success(doneText);
    return onDone?.();
  };
  return (
    <ConfirmDialog
      {...words}
      open
      text={
        <Stack gap={12}>
          <p>{children}</p>
          {problem ? <RefusalNotice problem={problem} /> : null}
        </Stack>
      }
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
