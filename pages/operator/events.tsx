import { EventsView } from '#features/operator/background/events-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(EventsView);
