import { PrivateStreamView } from '#features/live/private/private-stream-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PrivateStreamView, { authenticate: true });
