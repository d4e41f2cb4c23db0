import { useAppDispatch } from '#state/hooks.ts';
import { logoutRequested } from '#state/session/auth.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

/** Asks before a logout that deletes messages waiting on this device. */
export function UnsentDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const leave = () => {
    onClose();
    dispatch(logoutRequested());
  };
  return (
    <ConfirmDialog
      open
      title="Log out without sending?"
      text="Some of your messages haven’t been sent yet. Logging out deletes them from this device."
      confirmLabel="Log out"
      cancelLabel="Stay logged in"
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
