import type { FeatureSaga } from '../lazy-parts.ts';
import { privateStreamSaga } from './private-stream-saga.ts';
import { streamChatSaga } from './stream-chat-saga.ts';
import { streamWatchSaga } from './stream-watch-saga.ts';
import { streamMessageSaga } from './stream-message-saga.ts';

export const streamSagas: readonly FeatureSaga[] = [
  streamMessageSaga,
  streamWatchSaga,
  streamChatSaga,
  privateStreamSaga,
];
