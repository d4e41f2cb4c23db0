import { MailedUndoView } from '#features/auth/undo-second-factor-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(MailedUndoView, { noredirect: true, layout: 'blank' });
