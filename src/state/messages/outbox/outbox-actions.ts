import { createAction } from '@reduxjs/toolkit';
import type { Outgoing } from '../outgoing.ts';

/** Messages wait on this device, and it may be possible to send them now. */
export const outboxWoken = createAction('message/outboxWoken');

/** How much of a message's file has arrived. */
export const messageUploading = createAction<Outgoing & { readonly percent: number }>('message/uploading');
