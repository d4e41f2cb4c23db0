import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import type { SubscriptionType } from '#contract/subscriptions.ts';
import type { Performer } from '#contract/creators.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut } from './auth.ts';

/** What the modal shows of a creator: every record that names prices has it. */
export type ModalPerformer = Pick<
  Performer,
  | '_id'
  | 'username'
  | 'name'
  | 'avatar'
  | 'isVerified'
  | 'monthlyPrice'
  | 'yearlyPrice'
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

export const subscriptionModal = addToStore(
  createSlice({
    name: 'subscriptionModal',
    initialState,
    reducers: {
      /** Merges into what is there. */
      subscriptionModalUpdated: (state, { payload }: PayloadAction<Partial<SubscriptionModalState>>) => ({
        ...state,
        ...payload,
      }),
    },
    extraReducers: (builder) => builder.addCase(loggedOut, () => initialState),
    selectors: { selectSubscriptionModal: (state) => state },
  }),
);

export const { subscriptionModalUpdated } = subscriptionModal.actions;
export const { selectSubscriptionModal } = subscriptionModal.selectors;
