import { PersonView } from '#features/across/operator/people/person-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PersonView);
