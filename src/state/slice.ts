/**
 * Actions and slices as Redux Toolkit writes them, in the few lines that we use of it. The toolkit itself with its
 * draft library is 9 kB of every page's first load; it comes with the queries, to the pages that ask for something.
 * Same words, same shapes: a slice moves from one to the other by its import.
 */
export type PayloadAction<P = void> = { readonly type: string; readonly payload: P };
export type Reducer<S> = (state: S | undefined, action: { readonly type: string }) => S;
/** A reducer of some part, whichever. */
export type AnyReducer = (state: never, action: { readonly type: string }) => unknown;
interface Matcher<P> {
  readonly type: string;
  readonly match: (action: unknown) => action is PayloadAction<P>;
}
type PayloadArguments<P> = [P] extends [void] ? [] : undefined extends P ? [payload?: P] : [payload: P];
export type ActionMaker<P, A extends readonly unknown[] = PayloadArguments<P>> = Matcher<P> &
  ((...values: A) => PayloadAction<P>);
type Prepare<A extends readonly unknown[], P> = (...values: A) => { payload: P };

export function createAction<P = void>(type: string): ActionMaker<P>;
export function createAction<A extends readonly unknown[], P>(
  type: string,
  prepare: Prepare<A, P>,
): ActionMaker<P, A>;
export function createAction(
  type: string,
  prepare: (...values: never[]) => { payload: unknown } = (payload?: unknown) => ({ payload }),
) {
  const make = (...values: never[]) => ({ type, payload: prepare(...values).payload });
  return Object.assign(make, {
    type,
    match: (action: unknown) => (action as { type?: unknown } | null)?.type === type,
  });
}

type CaseReducer<S> = (state: S, action: PayloadAction<never>) => S;
type Prepared<S> = { readonly prepare: Prepare<never, unknown>; readonly reducer: CaseReducer<S> };
type Cases<S> = Readonly<Record<string, CaseReducer<S> | Prepared<S>>>;
type PayloadOf<F> = F extends (...values: infer A) => unknown
  ? A extends [unknown, PayloadAction<infer P>]
    ? P
    : void
  : never;
type MakerOf<C> = C extends { readonly prepare: Prepare<infer A, infer P> }
  ? ActionMaker<P, A>
  : ActionMaker<PayloadOf<C>>;
type Selectors<S> = Readonly<Record<string, (state: S, ...values: never[]) => unknown>>;
type Rooted<N extends string, F> = F extends (state: never, ...values: infer A) => infer R
  ? (root: { readonly [K in N]?: unknown }, ...values: A) => R
  : never;

interface Builder<S> {
  readonly addCase: <P>(maker: Matcher<P>, reducer: (state: S, action: PayloadAction<P>) => S) => Builder<S>;
}
interface SliceOptions<N extends string, S, C extends Cases<S>, F extends Selectors<S>> {
  readonly name: N;
  readonly initialState: S;
  readonly reducers: C;
  readonly extraReducers?: (builder: Builder<S>) => unknown;
  readonly selectors: F;
}
export interface Slice<N extends string, S, C = unknown, F = unknown> {
  readonly reducerPath: N;
  readonly reducer: Reducer<S>;
  readonly actions: { readonly [K in keyof C]: MakerOf<C[K]> };
  readonly selectors: { readonly [K in keyof F]: Rooted<N, F[K]> };
}

/** A part of the state: its reducers make its actions, its selectors take the whole state. */
export function createSlice<const N extends string, S, C extends Cases<S>, F extends Selectors<S>>(
  options: SliceOptions<N, S, C, F>,
): Slice<N, S, C, F> {
  const { name, initialState, reducers, selectors } = options;
  const cases = new Map<string, CaseReducer<S>>();
  const builder: Builder<S> = { addCase: (maker, reducer) => (cases.set(maker.type, reducer), builder) };
  options.extraReducers?.(builder);
  const actions = Object.entries<CaseReducer<S> | Prepared<S>>(reducers).map(([key, each]) => {
    const type = `${name}/${key}`;
    cases.set(type, typeof each === 'function' ? each : each.reducer);
    return [key, typeof each === 'function' ? createAction(type) : createAction(type, each.prepare)];
  });
  const rooted = Object.entries<(state: S, ...values: never[]) => unknown>(selectors).map(([key, select]) => [
    key,
    (root: Record<string, S | undefined>, ...values: never[]) =>
      select(root[name] ?? initialState, ...values),
  ]);
  return {
    reducerPath: name,
    reducer: (state = initialState, action) =>
      cases.get(action.type)?.(state, action as PayloadAction<never>) ?? state,
    actions: Object.fromEntries(actions),
    selectors: Object.fromEntries(rooted),
  };
}
