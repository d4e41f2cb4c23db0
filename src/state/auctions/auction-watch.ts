import { createAction } from '@reduxjs/toolkit';

/** Dispatched when a component starts showing an auction. Several components may show the same one. */
export const auctionWatched = createAction<string>('auction/watched');
export const auctionLeft = createAction<string>('auction/left');
