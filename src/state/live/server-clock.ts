import { rootReducer } from '../root-reducer.ts';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { getAuction } from '#services/trade/auctions.ts';
import { isAnswer } from '../query/answers.ts';

/** Offset of the server's clock from this device's and its maximum error, in milliseconds. */
export interface ClockState {
  readonly offset: number;
  /**
   * Half the round-trip time, because the server read its clock somewhere in between. Infinity before the
   * first measurement.
   */
  readonly error: number;
  readonly measuredAt: number;
}
interface Measured {
  /** The server's time (ISO 8601). */
  readonly serverTime: string;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * After this many milliseconds a less precise measurement is accepted too, because clocks drift and can be
 * changed.
 */
const goodForMs = 5 * 60_000;
const initialState: ClockState = { offset: 0, error: Infinity, measuredAt: 0 };

function measured(state: ClockState, { serverTime, sentAt, receivedAt }: Measured): ClockState {
  const error = (receivedAt - sentAt) / 2;
  if (error > state.error && receivedAt - state.measuredAt < goodForMs) return state;
  return { offset: Date.parse(serverTime) - (sentAt + receivedAt) / 2, error, measuredAt: receivedAt };
}

/** The server's clock, measured from responses that contain its time. Faster responses are more precise. */
const serverClockSlice = createSlice({
  name: 'serverClock',
  initialState,
  reducers: {
    clockMeasured: (state, { payload }: PayloadAction<Measured>) => measured(state, payload),
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnswer(getAuction), (state, { payload: { serverTime }, meta }) =>
      measured(state, { serverTime, ...meta.baseQueryMeta }),
    );
  },
  selectors: {
    /** Milliseconds to add to `Date.now()`. */
    selectClockOffset: (state) => Math.round(state.offset),
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof serverClockSlice> {}
}
const injected = serverClockSlice.injectInto(rootReducer);

export const { clockMeasured } = serverClockSlice.actions;
export const { selectClockOffset } = injected.selectors;
