import { EventsView } from '#features/across/operator/background/events-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(EventsView);
