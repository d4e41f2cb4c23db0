import type { SagaRun } from './root-saga.ts';

type LoadSagas = () => Promise<(run: SagaRun) => () => void>;

let loadRootSaga: LoadSagas = async () => (await import('./root-saga.ts')).runRootSaga;

/**
 * Lets a page load the sagas in its own way. A bundle that is loaded from the page leaves out what the page
 * already has, such as the slices of messages; it has no effect once the sagas are loaded.
 */
export const setSagaLoader = (loader: LoadSagas): void => void (loadRootSaga = loader);

/** The sagas' code, which runs them. */
export const loadSagas: LoadSagas = () => loadRootSaga();
