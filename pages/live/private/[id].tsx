import { PrivateStreamView } from '#features/talk/live/private/private-stream-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PrivateStreamView, { authenticate: true });
