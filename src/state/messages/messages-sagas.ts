import type { Concern } from '../late-sagas.ts';
import { conversationSaga } from './conversation-saga.ts';
import { messageSaga } from './message-saga.ts';

export const messagesSagas: readonly Concern[] = [conversationSaga, messageSaga];
