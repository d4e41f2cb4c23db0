import type { Concern } from '../late-sagas.ts';
// This slice is filled by events only, so it must exist before the first one arrives.
import './private-stream.ts';
import { streamMessageSaga } from './stream-message-saga.ts';

export const streamSagas: readonly Concern[] = [streamMessageSaga];
