import type { Action } from 'redux';
import { call, delay, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Effect } from 'redux-saga/effects';

/** A typed saga: `yield*` evaluates to its return value. */
export type Saga<T = void> = Generator<Effect, T, unknown>;

/** Rejects action creators at compile time: they have a `type` too and would otherwise pass as actions. */
type Called<A> = A extends (...values: never[]) => unknown ? never : A;

/** Dispatches an action. */
export function* send<A extends Action>(action: A & Called<A>): Saga {
  yield put(action);
}

/** Calls a function and waits for its result. If the saga is canceled, the result is dropped. */
export function* wait<T>(work: () => Promise<T> | T): Saga<T> {
  return (yield call(work)) as T;
}

/** Like `wait`, but null if the action comes first: what was asked is out of date then. */
export function* waitUnless<T, A extends Action>(
  maker: ActionMaker<A>,
  work: () => Promise<T>,
): Saga<T | null> {
  const { answer } = (yield race({ answer: call(work), overtaken: take(maker.type) })) as { answer?: T };
  return answer ?? null;
}

export function* read<S, T>(selector: (state: S) => T): Saga<T> {
  return (yield select(selector)) as T;
}

export function* pause(milliseconds: number): Saga {
  yield delay(milliseconds);
}

interface ActionMaker<A extends Action> {
  (...values: never[]): A;
  readonly type: string;
}
type Worker<A extends Action> = (action: A) => Saga;

/** Starts a worker for every matching action. */
export function* onEvery<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeEvery(maker.type, worker as Worker<Action>);
}
/** The same for what a matcher finds, such as the answers of an endpoint. */
export function* onEveryMatch<A extends Action>(
  matches: (action: Action) => action is A,
  worker: Worker<A>,
): Saga {
  yield takeEvery(matches, worker as Worker<Action>);
}
/** A new action cancels the worker of the previous one. */
export function* onLatest<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeLatest(maker.type, worker as Worker<Action>);
}
/** Ignores actions while a worker is running. */
export function* onLeading<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeLeading(maker.type, worker as Worker<Action>);
}
