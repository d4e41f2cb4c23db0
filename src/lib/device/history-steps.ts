let steps = 0;
// At once, so that it is counted before Next's router hears of it: where nothing has to be loaded, the router has
// arrived at the other page before a later listener is called.
if (typeof window !== 'undefined') window.addEventListener('popstate', () => void (steps += 1));

/** How often this page has gone back or forward in the browser's history. Must be part of the first load. */
export const historySteps = (): number => steps;
