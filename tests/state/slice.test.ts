import * as toolkit from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import * as own from '#state/slice.ts';

interface Tally {
  readonly count: number;
  readonly last: string | null;
}
type Created = Pick<typeof own, 'createSlice' | 'createAction'>;

/** The same slice, written by either. */
function tally({ createSlice, createAction }: Created) {
  const elsewhere = createAction<number>('elsewhere/happened');
  const named = createAction('named', (first: string, second: string) => ({ payload: `${first} ${second}` }));
  const initialState: Tally = { count: 0, last: null };
  const slice = createSlice({
    name: 'tally',
    initialState,
    reducers: {
      raised: (state: Tally) => ({ ...state, count: state.count + 1 }),
      raisedBy: (state: Tally, { payload }: own.PayloadAction<number>) => ({
        ...state,
        count: state.count + payload,
      }),
      noted: {
        prepare: (text: string, mark: string) => ({ payload: text + mark }),
        reducer: (state: Tally, { payload }: own.PayloadAction<string>) => ({ ...state, last: payload }),
      },
      ignored: (state: Tally) => state,
    },
    extraReducers: (builder) =>
      builder.addCase(elsewhere, (state, { payload }) => ({ ...state, count: payload })),
    selectors: {
      selectTally: (state: Tally) => state,
      selectAbove: (state: Tally, least: number) => state.count > least,
    },
  });
  return { slice, elsewhere, named };
}

const ours = tally(own);
// The toolkit's own types ask for more than the shape that both share.
const theirs = tally(toolkit as unknown as Created);

describe('a slice of ours and one of the toolkit', () => {
  const walk = ({ slice: { actions, reducer, selectors, reducerPath }, elsewhere, named }: typeof ours) => {
    const steps = [
      { type: '@@init' },
      actions.raised(),
      actions.raisedBy(4),
      actions.noted('well', '!'),
      actions.ignored(),
      elsewhere(40),
      named('not', 'ours'),
      { type: 'tally/raised' },
      { type: 'another/raised' },
    ];
    let state: Tally | undefined;
    const states = steps.map((action) => (state = reducer(state, action)));
    const root = { tally: state };
    return {
      reducerPath,
      steps,
      states,
      selected: [
        selectors.selectTally(root),
        selectors.selectAbove(root, 40),
        selectors.selectAbove(root, 41),
      ],
      types: [actions.raised.type, actions.noted.type, elsewhere.type, named.type],
      matches: [
        actions.raised.match(actions.raised()),
        actions.raised.match(actions.ignored()),
        actions.raised.match({ type: 'tally/raised' }),
        elsewhere.match({}),
      ],
    };
  };

  it('make the same actions, states, selections and matches', () => expect(walk(ours)).toEqual(walk(theirs)));

  it('answer the very same state where nothing changed', () => {
    for (const {
      slice: { reducer, actions },
    } of [ours, theirs]) {
      const state = reducer(undefined, { type: '@@init' });
      expect(reducer(state, actions.ignored())).toBe(state);
      expect(reducer(state, { type: 'nothing/of/ours' })).toBe(state);
    }
  });

  it('select from the initial state where the store hasn’t taken them up yet', () => {
    expect(ours.slice.selectors.selectTally({})).toEqual({ count: 0, last: null });
  });
});
