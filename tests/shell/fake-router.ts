import Router from 'next/router';

type Handler = (path: string) => void;

/** The part of Next's router singleton that the shell uses; records navigations. */
export function fakeRouter(path = '/') {
  const sent: string[] = [];
  const handlers = new Map<string, Set<Handler>>();
  let arrival = Promise.resolve();
  const router = {
    asPath: path,
    push: (to: string) => Promise.resolve(void sent.push(to)),
    replace: async (to: string) => {
      sent.push(to);
      await arrival;
    },
  };
  Object.assign(Router, { router });
  const { events } = Router;
  const on = events.on.bind(events);
  events.on = ((name: string, handler: Handler) => {
    handlers.set(name, (handlers.get(name) ?? new Set()).add(handler));
    on(name as 'routeChangeStart', handler);
  }) as typeof events.on;
  return {
    sent,
    /** Navigations are on their way until the function that this returns is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrival = promise;
      return resolve;
    },
    arrive(to: string) {
      router.asPath = to;
      events.emit('routeChangeStart', to, { shallow: false });
      events.emit('routeChangeComplete', to, { shallow: false });
    },
  };
}
