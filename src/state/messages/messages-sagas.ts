import type { FeatureSaga } from '../lazy-parts.ts';
import { conversationSaga } from './conversation-saga.ts';
import { messageSaga } from './message-saga.ts';
import { outboxSaga } from './outbox/outbox-saga.ts';
import { voiceSaga } from './voice/voice-saga.ts';

export const messagesSagas: readonly FeatureSaga[] = [conversationSaga, messageSaga, voiceSaga, outboxSaga];
