import type { ListQuestion, Question } from '#services/http/endpoints.ts';
import type { AppDispatch, AppStore } from '../store.ts';
import { api } from './api.ts';
import { type AnyEndpoint, inject } from './inject.ts';

interface Startable {
  readonly initiate: (input: object, options: object) => Parameters<AppDispatch>[0];
}

/**
 * On the server, asks what a page is about to ask, so that it is rendered with the answers and the browser doesn't ask
 * again. A question that fails is left to the browser. Returns a function to call once the answers have been taken from
 * the store: it lets go of them, which would otherwise keep the store until they expire.
 */
export async function preload(
  { dispatch }: Pick<AppStore, 'dispatch'>,
  questions: readonly (Question<unknown> | ListQuestion<unknown>)[],
): Promise<() => void> {
  await Promise.all(
    questions.map(({ endpoint, input }) =>
      dispatch(
        (inject(endpoint as unknown as AnyEndpoint) as Startable).initiate(input, {
          subscribe: false,
        }) as never,
      ),
    ),
  );
  return () => void dispatch(api.util.resetApiState());
}
