import { FiguresView } from '#features/across/operator/figures/figures-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(FiguresView);
