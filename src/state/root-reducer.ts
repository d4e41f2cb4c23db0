import { combineSlices } from '@reduxjs/toolkit';
import { auth } from './auth.ts';
import { connection } from './connection.ts';
import { conversation } from './conversation.ts';
import { follow } from './follow.ts';
import { message } from './message.ts';
import { privateStream } from './private-stream.ts';
import { settings } from './settings.ts';
import { streamMessage } from './stream-message.ts';
import { subscriptionModal } from './subscription-modal.ts';
import { ui } from './ui.ts';
import { user } from './user.ts';

/** A store's reducer of its own: what one store takes up later is no other's. */
export const makeRootReducer = () =>
  combineSlices(auth, user, settings, ui, connection, conversation, message, streamMessage, privateStream, follow, subscriptionModal);

export type RootState = ReturnType<ReturnType<typeof makeRootReducer>>;
