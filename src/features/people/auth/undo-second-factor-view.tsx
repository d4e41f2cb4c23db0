import { undoSecondFactor } from '#services/people/auth/factors.ts';
import { MailedUndo } from './mailed-undo.tsx';

export const UndoSecondFactorView = () => (
  <MailedUndo
    title="Turn off two-factor authentication?"
    text="It was turned on for your account. If this wasn’t you, turn it off here. All sessions are logged out."
    label="Turn off"
    undo={undoSecondFactor}
    done={{
      title: 'Two-factor authentication is off',
      notice: 'Logging in takes only your password again. All sessions were logged out.',
      next: 'Someone may know your password. Set a new one now.',
    }}
  />
);
