import Router from 'next/router';

type Handler = (path: string) => void;

/** The part of Next's router singleton that the shell uses; records navigations. */
export function fakeRouter(path = '/') {
  const sent: string[] = [];
  const handlers = new Map<string, Set<Handler>>();
  const router = {
    asPath: path,
    push: (to: string) => Promise.resolve(void sent.push(to)),
    replace: (to: string) => Promise.resolve(void sent.push(to)),
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
    arrive(to: string) {
      router.asPath = to;
      events.emit('routeChangeStart', to, { shallow: false });
      events.emit('routeChangeComplete', to, { shallow: false });
    },
  };
}
