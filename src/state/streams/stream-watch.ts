import { createAction } from '@reduxjs/toolkit';

/** Dispatched when a component starts showing a stream. Several components may show the same one. */
export const streamWatched = createAction<string>('stream/watched');
export const streamLeft = createAction<string>('stream/left');
