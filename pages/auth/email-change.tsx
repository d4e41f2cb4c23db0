import { MailedUndoView } from '#features/auth/mailed-undo-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(MailedUndoView, { noredirect: true, layout: 'blank' });
