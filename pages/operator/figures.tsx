import { FiguresView } from '#features/operator/figures/figures-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(FiguresView);
