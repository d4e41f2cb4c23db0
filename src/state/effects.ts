import type { Action } from 'redux';
import { call, delay, put, select, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Effect } from 'redux-saga/effects';

/** A worker: what it returns is what its caller's `yield*` gives. */
export type Saga<T = void> = Generator<Effect, T, unknown>;

/**
 * An action, never the function that makes one: an uncalled action creator has a `type` too and would pass
 * for an action.
 */
type Called<A> = A extends (...values: never[]) => unknown ? never : A;

/** Sends an action to the store. */
export function* send<A extends Action>(action: A & Called<A>): Saga {
  yield put(action);
}

/** Runs a function and waits for what it gives. Cancelled with the saga, what comes later is dropped. */
export function* wait<T>(work: () => Promise<T> | T): Saga<T> {
  return (yield call(work)) as T;
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

/** Every action of a kind gets a worker of its own. */
export function* onEvery<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeEvery(maker.type, worker as Worker<Action>);
}
/** A newer action ends the worker of the one before. */
export function* onLatest<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeLatest(maker.type, worker as Worker<Action>);
}
/** While a worker is busy, further actions of the kind are let pass. */
export function* onLeading<A extends Action>(maker: ActionMaker<A>, worker: Worker<A>): Saga {
  yield takeLeading(maker.type, worker as Worker<Action>);
}
