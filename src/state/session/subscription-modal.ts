import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { SubscriptionType } from '#contract/trade/subscriptions.ts';
import type { Performer } from '#contract/people/creators.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from './auth.ts';

/** The fields the dialog shows, which every record with prices has. */
export type ModalPerformer = Pick<
  Performer,
  | '_id'
  | 'username'
  | 'name'
  | 'avatar'
  | 'isVerified'
  | 'monthlyPrice'
  | 'yearlyPrice'
  | 'bundles'
  | 'isFreeSubscription'
> &
  Partial<Pick<Performer, 'cover' | 'freeDays'>>;
export interface SubscriptionModalState {
  readonly showModal: boolean;
  readonly performer: ModalPerformer | null;
  readonly subscriptionType: SubscriptionType;
}

const initialState: SubscriptionModalState = {
  showModal: false,
  performer: null,
  subscriptionType: 'monthly',
};

const subscriptionModalSlice = createSlice({
  name: 'subscriptionModal',
  initialState,
  reducers: {
    /** Merges into the current state. */
    subscriptionModalUpdated: (state, { payload }: PayloadAction<Partial<SubscriptionModalState>>) =>
      void Object.assign(state, payload),
  },
  extraReducers: (builder) => builder.addCase(loggedOut, () => initialState),
  selectors: { selectSubscriptionModal: (state) => state },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof subscriptionModalSlice> {}
}
const injected = subscriptionModalSlice.injectInto(rootReducer);

export const { subscriptionModalUpdated } = subscriptionModalSlice.actions;
export const { selectSubscriptionModal } = injected.selectors;
