import type { ListQuestion, Question } from '#services/http/endpoints.ts';
import type { StateLoader } from './private-props.ts';

/** Gets a parameter of the address; empty if it isn't there. */
type Get = (name: string) => string;

/** For `privatePage`: the server answers what the page asks first at its address, and renders it with that. */
export const loadAnswers =
  (questions: (get: Get) => readonly (Question<unknown> | ListQuestion<unknown>)[]) =>
  async (): Promise<StateLoader> => {
    const { preload } = await import('#state/query/preload.ts');
    return ({ query, store }) =>
      preload(
        store,
        questions((name) => query[name] ?? ''),
      );
  };
