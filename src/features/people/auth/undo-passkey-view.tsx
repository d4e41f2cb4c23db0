import { undoPasskey } from '#services/people/auth/passkeys.ts';
import { MailedUndo } from './mailed-undo.tsx';

export const UndoPasskeyView = () => (
  <MailedUndo
    title="Remove this passkey?"
    text="A passkey was added to your account. If this wasn’t you, remove it here. All sessions are logged out."
    label="Remove passkey"
    undo={undoPasskey}
    done={{
      title: 'Passkey removed',
      notice: 'It no longer logs in to your account. All sessions were logged out.',
      next: 'Someone may know your password. Set a new one now.',
    }}
  />
);
