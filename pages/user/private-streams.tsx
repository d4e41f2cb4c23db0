import { OwnPrivateStreamsView } from '#features/talk/live/private/own-private-streams-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(OwnPrivateStreamsView, { authenticate: true });
