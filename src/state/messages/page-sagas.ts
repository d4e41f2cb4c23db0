export { runRootSaga } from '../root-saga.ts';
/** @public Not used by name: the root saga finds the sagas of messages loaded, in the same file. */
export { messagesSagas } from './messages-sagas.ts';
