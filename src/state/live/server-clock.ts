import { rootReducer } from '../root-reducer.ts';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';

/** How far the server's clock is ahead of this one, and how wrong that may be; milliseconds. */
export interface ClockState {
  readonly offset: number;
  /**
   * Half the time that the answer took: the server looked at its clock somewhere in between. Infinite before
   * the first.
   */
  readonly error: number;
  readonly measuredAt: number;
}
interface Measured {
  /** As the server said it (ISO 8601). */
  readonly serverTime: string;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** After so long a worse measurement counts too: clocks drift, and people set them. */
const goodForMs = 5 * 60_000;
const initialState: ClockState = { offset: 0, error: Infinity, measuredAt: 0 };

/**
 * The server's clock, measured by the answers that tell it: the quicker one came, the more it is believed.
 */
const serverClockSlice = createSlice({
  name: 'serverClock',
  initialState,
  reducers: {
    clockMeasured: (
      state,
      { payload: { serverTime, sentAt, receivedAt } }: PayloadAction<Measured>,
    ): ClockState => {
      const error = (receivedAt - sentAt) / 2;
      if (error > state.error && receivedAt - state.measuredAt < goodForMs) return state;
      return { offset: Date.parse(serverTime) - (sentAt + receivedAt) / 2, error, measuredAt: receivedAt };
    },
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
