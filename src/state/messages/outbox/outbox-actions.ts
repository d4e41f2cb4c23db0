import { createAction } from '@reduxjs/toolkit';

/** Messages wait on this device, and it may be possible to send them now. */
export const outboxWoken = createAction('message/outboxWoken');
