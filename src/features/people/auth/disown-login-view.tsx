import { disownLogin } from '#services/people/auth/auth.ts';
import { MailedUndo } from './mailed-undo.tsx';

export const DisownLoginView = () => (
  <MailedUndo
    title="Wasn’t this you?"
    text="Someone logged in to your account from a new browser. If this wasn’t you, log them out: all sessions end, your password stops working, and we email you a link to set a new one."
    label="This wasn’t me"
    undo={disownLogin}
    done={{
      title: 'Everyone is logged out',
      notice: 'All sessions were logged out, and your old password no longer works.',
      next: 'We’ve emailed you a link to set a new one. It expires in an hour; you can also request another.',
    }}
  />
);
