import type { ServerEvents } from '#contract/core/events.ts';
import { loggedOut } from '../session/auth.ts';
import { connectionRestored } from './connection.ts';
import { createAction, createSlice } from '../slice.ts';

const initialState: { readonly heard: number } = { heard: 0 };

/** The actions of `live` by their names alone: every page's first load has this slice, and not what makes them. */
const news = (
  [
    'access/changed',
    'order/changed',
    'auction/changed',
    'auction/ended',
    'notification/created',
  ] as const satisfies (keyof ServerEvents)[]
).map((event) => createAction<unknown>(`live/${event}`));

/** How often something may have opened, closed or changed since the page came: what the server drew is no longer sure. */
export const accessNews = createSlice({
  name: 'accessNews',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    news
      .reduce((cases, each) => cases.addCase(each, ({ heard }) => ({ heard: heard + 1 })), builder)
      .addCase(connectionRestored, (state, { payload }) =>
        payload.first ? state : { heard: state.heard + 1 },
      )
      .addCase(loggedOut, () => initialState),
  selectors: { selectAccessNews: (state) => state.heard },
});

export const { selectAccessNews } = accessNews.selectors;
